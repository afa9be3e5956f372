// write_plugin: `berth plugin new`: a folder that builds a plugin with meson, tested on the SDK's
// fake host. Writes files; nothing is overwritten. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace berth::scaffold {

enum class Language : std::uint8_t { kCpp, kC };

struct NewPlugin {
    std::string name;    // "QuietNodes": as configurations name it, and the class
    std::string folder;  // "": the name in snake_case, where berth is run
    Language language = Language::kCpp;
    std::string points = "filter,score";
    std::string sdk;  // the folder that holds include/ and sdk/; "": pkg-config is asked
};

struct WrittenPlugin {
    std::string folder;
    std::vector<std::string> files;  // names in the folder
};

[[nodiscard]] base::Result<WrittenPlugin> write_plugin(const NewPlugin& wanted);

// "quiet_nodes" of "QuietNodes".
[[nodiscard]] std::string snake_case(std::string_view name);

}  // namespace berth::scaffold
