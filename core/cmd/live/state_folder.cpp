#include "core/cmd/live/state_folder.hpp"

#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <system_error>
#include <unistd.h>

namespace berth::cmd {
namespace {

std::string default_state_folder() {
    if (const char* own = std::getenv("STATE_DIRECTORY"); own != nullptr && *own != '\0') {
        return own;
    }
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state != '\0') {
        return std::string(state) + "/berth";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
        return std::string(home) + "/.local/state/berth";
    }
    return "/var/lib/berth";
}

}  // namespace

std::string state_folder_of(const std::string& given) {
    return given.empty() ? default_state_folder() : given;
}

std::string usable_state_folder(const std::string& given, std::ostream& err) {
    namespace fs = std::filesystem;
    std::string folder = state_folder_of(given);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (!given.empty() || (!failed && access(folder.c_str(), W_OK) == 0)) {
        return folder;
    }
    std::string own = (fs::temp_directory_path(failed) / "berth-XXXXXX").string();
    if (failed || mkdtemp(own.data()) == nullptr) {
        return folder;
    }
    err << "warning: " << folder << " cannot be written: quarantine and good builds are kept in "
        << own << " and lost with it; --state-dir names another folder\n";
    return own;
}

}  // namespace berth::cmd
