// ElfFacts: what a shared object says of itself, read from the file without loading it.
//
// Any thread; reads the file once.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace berth::check {

struct ElfFacts {
    std::vector<std::string> exported;  // dynamic symbols that it defines, as others see them
    std::vector<std::string> unique;    // of these, STB_GNU_UNIQUE
    bool has_symbols = false;           // there is a table of them to read
    bool executable_stack = false;
    bool text_relocations = false;
    bool binds_now = false;
    bool never_deleted = false;  // -z nodelete
    std::string run_path;        // RUNPATH or RPATH
};

// An error where it is no whole ELF file for this kind of machine.
[[nodiscard]] base::Result<ElfFacts> read_elf(const std::string& file);

}  // namespace berth::check
