// Looks at an ELF file without loading it: is it a plugin library for this machine, and whole?
//
// A library runs code as soon as it is mapped, and one that is cut off kills the process, so this
// comes first. Class, byte order, machine; all segments there; no executable stack, no relocations
// in code; berth_plugin_entry_v1 exported, nothing else of berth's, nothing that would be unique in
// the process. Loader thread.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace berth::host {

// An error says what is wrong, with the file.
[[nodiscard]] base::Status vet_elf(const std::string& path);

}  // namespace berth::host
