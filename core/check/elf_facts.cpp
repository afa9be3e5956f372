#include "core/check/elf_facts.hpp"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

namespace berth::check {
namespace {

class Bytes {
public:
    explicit Bytes(const std::string& file) {
        std::ifstream stream(file, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }

    // The i-th T from `offset`; nothing: the file ends before.
    template <class T>
    [[nodiscard]] std::optional<T> at(std::uint64_t offset, std::uint64_t i = 0) const {
        const std::uint64_t begin = offset + i * sizeof(T);
        if (begin > bytes_.size() || bytes_.size() - begin < sizeof(T)) {
            return std::nullopt;
        }
        T out;
        std::memcpy(&out, bytes_.data() + begin, sizeof(T));
        return out;
    }
    [[nodiscard]] std::string text(std::uint64_t offset) const {
        return offset < bytes_.size() ? std::string(bytes_.c_str() + offset) : std::string();
    }

private:
    std::string bytes_;
};

void read_segments(const Bytes& bytes, const Elf64_Ehdr& header, ElfFacts& facts) {
    for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
        const auto segment = bytes.at<Elf64_Phdr>(header.e_phoff, i);
        if (segment && segment->p_type == PT_GNU_STACK && (segment->p_flags & PF_X) != 0) {
            facts.executable_stack = true;
        }
    }
}

void read_symbols(const Bytes& bytes, const Elf64_Shdr& table, const Elf64_Shdr& names,
                  ElfFacts& facts) {
    facts.has_symbols = true;
    for (std::uint64_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
        const auto symbol = bytes.at<Elf64_Sym>(table.sh_offset, i);
        if (!symbol || symbol->st_shndx == SHN_UNDEF || symbol->st_name == 0) {
            continue;
        }
        const unsigned visibility = ELF64_ST_VISIBILITY(symbol->st_other);
        const unsigned binding = ELF64_ST_BIND(symbol->st_info);
        if (binding == STB_LOCAL || visibility == STV_HIDDEN || visibility == STV_INTERNAL) {
            continue;
        }
        facts.exported.push_back(bytes.text(names.sh_offset + symbol->st_name));
        if (binding == STB_GNU_UNIQUE) {
            facts.unique.push_back(facts.exported.back());
        }
    }
}

void read_dynamic(const Bytes& bytes, const Elf64_Shdr& dynamic, const Elf64_Shdr& names,
                  ElfFacts& facts) {
    for (std::uint64_t i = 0; i < dynamic.sh_size / sizeof(Elf64_Dyn); ++i) {
        const auto entry = bytes.at<Elf64_Dyn>(dynamic.sh_offset, i);
        if (!entry) {
            return;
        }
        const std::uint64_t value = entry->d_un.d_val;
        switch (entry->d_tag) {
            case DT_TEXTREL: facts.text_relocations = true; break;
            case DT_BIND_NOW: facts.binds_now = true; break;
            case DT_FLAGS:
                facts.text_relocations = facts.text_relocations || (value & DF_TEXTREL) != 0;
                facts.binds_now = facts.binds_now || (value & DF_BIND_NOW) != 0;
                break;
            case DT_FLAGS_1:
                facts.binds_now = facts.binds_now || (value & DF_1_NOW) != 0;
                facts.never_deleted = (value & DF_1_NODELETE) != 0;
                break;
            case DT_RPATH:
            case DT_RUNPATH: facts.run_path = bytes.text(names.sh_offset + value); break;
            default: break;
        }
    }
}

}  // namespace

base::Result<ElfFacts> read_elf(const std::string& file) {
    const Bytes bytes(file);
    const auto header = bytes.at<Elf64_Ehdr>(0);
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64) {
        return base::fail(base::ErrorCode::kInvalid, "it is not a 64-bit ELF file");
    }
    ElfFacts facts;
    read_segments(bytes, *header, facts);
    for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
        const auto section = bytes.at<Elf64_Shdr>(header->e_shoff, i);
        if (!section) {
            return base::fail(base::ErrorCode::kInvalid, "it is cut off: sections are missing");
        }
        const auto names = bytes.at<Elf64_Shdr>(header->e_shoff, section->sh_link);
        if (names && section->sh_type == SHT_DYNSYM) {
            read_symbols(bytes, *section, *names, facts);
        } else if (names && section->sh_type == SHT_DYNAMIC) {
            read_dynamic(bytes, *section, *names, facts);
        }
    }
    return facts;
}

}  // namespace berth::check
