#include "core/cmd/author/sdk_folder.hpp"

#include <filesystem>

namespace berth::cmd {

std::string sdk_folder() {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) {
        return {};
    }
    const fs::path near = program.parent_path().parent_path();
    for (const fs::path& folder : {near / "share" / "berth" / "abi", near / "abi"}) {
        if (fs::exists(folder / "include" / "berth" / "entry.h", error)) {
            return folder.string();
        }
    }
    return {};
}

}  // namespace berth::cmd
