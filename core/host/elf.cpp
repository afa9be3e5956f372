#include "core/host/elf.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

namespace berth::host {

namespace {

constexpr std::string_view kSymbol = "berth_plugin_entry_v1";
constexpr std::string_view kPrefix = "berth_";
constexpr std::uint64_t kLargestTable = std::uint64_t{64} << 20;

#if defined(__x86_64__)
constexpr Elf64_Half kMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half kMachine = EM_AARCH64;
#else
#error "berth runs on x86-64 and aarch64"
#endif

std::string machine_name(Elf64_Half machine) {
    switch (machine) {
        case EM_X86_64: return "x86-64";
        case EM_AARCH64: return "aarch64";
        case EM_386: return "i386";
        case EM_ARM: return "arm";
        case EM_RISCV: return "riscv";
        case EM_S390: return "s390";
        case EM_PPC64: return "ppc64";
        default: return fmt::format("ELF machine {}", machine);
    }
}

class File {
public:
    explicit File(const std::string& path)
        : stream_(path, std::ios::binary), size_(std::filesystem::file_size(path, error_)) {}

    [[nodiscard]] bool readable() const { return stream_.is_open() && !error_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }

    // `count` structs from `offset`; false: they are not all there.
    template <typename T>
    bool read(std::uint64_t offset, std::uint64_t count, std::vector<T>& out) {
        const std::uint64_t bytes = count * sizeof(T);
        if (count > kLargestTable / sizeof(T) || offset > size_ || bytes > size_ - offset) {
            return false;
        }
        out.resize(count);
        stream_.clear();
        stream_.seekg(static_cast<std::streamoff>(offset));
        stream_.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(bytes));
        return static_cast<std::uint64_t>(stream_.gcount()) == bytes;
    }

private:
    std::error_code error_;
    std::ifstream stream_;
    std::uint64_t size_;
};

// Empty: fine so far. What must hold before the rest of the header may be believed.
std::string judge_ident(const unsigned char* ident) {
    if (std::memcmp(ident, ELFMAG, SELFMAG) != 0) {
        return "it is not an ELF shared object";
    }
    if (ident[EI_CLASS] != ELFCLASS64) {
        return "it is a 32-bit object, and this berth runs 64-bit ones";
    }
    const unsigned char order =
        std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    if (ident[EI_DATA] != order) {
        return "its byte order is not this machine's";
    }
    return {};
}

std::string judge_header(const Elf64_Ehdr& header) {
    if (std::string wrong = judge_ident(header.e_ident); !wrong.empty()) {
        return wrong;
    }
    if (header.e_machine != kMachine) {
        return fmt::format("it is built for {}, and this berth runs on {}",
                           machine_name(header.e_machine), machine_name(kMachine));
    }
    if (header.e_type != ET_DYN) {
        return "it is not a shared object (link it with -shared)";
    }
    if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum == 0) {
        return "its ELF header is damaged";
    }
    return {};
}

// What the dynamic section says of relocations.
bool has_text_relocations(File& file, const Elf64_Phdr& segment) {
    std::vector<Elf64_Dyn> entries;
    if (!file.read(segment.p_offset, segment.p_filesz / sizeof(Elf64_Dyn), entries)) {
        return false;
    }
    for (const Elf64_Dyn& entry : entries) {
        if (entry.d_tag == DT_NULL) {
            break;
        }
        if (entry.d_tag == DT_TEXTREL ||
            (entry.d_tag == DT_FLAGS && (entry.d_un.d_val & DF_TEXTREL) != 0)) {
            return true;
        }
    }
    return false;
}

std::string judge_segments(File& file, const Elf64_Ehdr& header) {
    std::vector<Elf64_Phdr> segments;
    if (!file.read(header.e_phoff, header.e_phnum, segments)) {
        return "it is cut off: its program headers are missing";
    }
    for (const Elf64_Phdr& segment : segments) {
        if (segment.p_type == PT_LOAD &&
            (segment.p_offset > file.size() || segment.p_filesz > file.size() - segment.p_offset)) {
            return fmt::format("it is cut off: a segment ends at byte {}, the file at byte {}",
                               segment.p_offset + segment.p_filesz, file.size());
        }
    }
    const auto stack =
        std::find_if(segments.begin(), segments.end(),
                     [](const Elf64_Phdr& segment) { return segment.p_type == PT_GNU_STACK; });
    // Without that header the dynamic linker makes the stack executable too.
    if (stack == segments.end() || (stack->p_flags & PF_X) != 0) {
        return "it asks for an executable stack (link it with -Wl,-z,noexecstack)";
    }
    for (const Elf64_Phdr& segment : segments) {
        if (segment.p_type == PT_DYNAMIC && has_text_relocations(file, segment)) {
            return "it has relocations in its code (compile it with -fPIC)";
        }
    }
    return {};
}

// A dynamic symbol's name: it ends inside of `names`, or is empty.
std::string_view name_of(const Elf64_Sym& symbol, const std::vector<char>& names) {
    if (symbol.st_name >= names.size()) {
        return {};
    }
    const char* const begin = names.data() + symbol.st_name;
    const std::size_t room = names.size() - symbol.st_name;
    const void* const end = std::memchr(begin, '\0', room);
    return end == nullptr ? std::string_view() : std::string_view(begin);
}

std::string judge_symbols(const std::vector<Elf64_Sym>& symbols, const std::vector<char>& names) {
    bool has_entry = false;
    std::string other, unique;
    for (const Elf64_Sym& symbol : symbols) {
        const std::string_view name = name_of(symbol, names);
        if (symbol.st_shndx == SHN_UNDEF || name.empty()) {
            continue;
        }
        if (name == kSymbol) {
            has_entry = true;
        } else if (name.compare(0, kPrefix.size(), kPrefix) == 0) {
            other = name;
        }
        if (ELF64_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE && unique.empty()) {
            unique = name;
        }
    }
    if (!has_entry) {
        return fmt::format("it does not export {}: it is no berth plugin", kSymbol);
    }
    if (!other.empty()) {
        return fmt::format(
            "it exports {} beside {}: export that alone (link it with a version "
            "script)",
            other, kSymbol);
    }
    if (!unique.empty()) {
        return fmt::format(
            "it has the unique symbol {}, which two builds in one process would "
            "share (compile it with -fno-gnu-unique, link it with a version script)",
            unique);
    }
    return {};
}

// A file without sections cannot be judged: the dynamic linker will say what is wrong.
std::string judge_exports(File& file, const Elf64_Ehdr& header) {
    std::vector<Elf64_Shdr> sections;
    if (header.e_shnum == 0 || header.e_shentsize != sizeof(Elf64_Shdr) ||
        !file.read(header.e_shoff, header.e_shnum, sections)) {
        return {};
    }
    const auto table =
        std::find_if(sections.begin(), sections.end(),
                     [](const Elf64_Shdr& section) { return section.sh_type == SHT_DYNSYM; });
    std::vector<Elf64_Sym> symbols;
    std::vector<char> names;
    if (table == sections.end() || table->sh_link >= sections.size() ||
        !file.read(table->sh_offset, table->sh_size / sizeof(Elf64_Sym), symbols) ||
        !file.read(sections[table->sh_link].sh_offset, sections[table->sh_link].sh_size, names)) {
        return {};
    }
    return judge_symbols(symbols, names);
}

std::string judge(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        return "there is no such file";
    }
    if (!std::filesystem::is_regular_file(status)) {
        return "it is not a file";
    }
    File file(path);
    if (!file.readable()) {
        return "it cannot be read";
    }
    std::vector<Elf64_Ehdr> header;
    if (!file.read(0, 1, header)) {
        std::vector<unsigned char> ident;
        const bool elf = file.read(0, EI_NIDENT, ident) && judge_ident(ident.data()).empty();
        return elf ? "it is cut off: its ELF header is not whole"
                   : "it is not an ELF shared object";
    }
    if (std::string wrong = judge_header(header[0]); !wrong.empty()) {
        return wrong;
    }
    if (std::string wrong = judge_segments(file, header[0]); !wrong.empty()) {
        return wrong;
    }
    return judge_exports(file, header[0]);
}

}  // namespace

base::Status vet_elf(const std::string& path) {
    const std::string wrong = judge(path);
    if (wrong.empty()) {
        return {};
    }
    base::Error error;
    error.code = base::ErrorCode::kInvalid;
    error.file = path;
    error.text = "not loaded: " + wrong;
    return base::fail(error);
}

}  // namespace berth::host
