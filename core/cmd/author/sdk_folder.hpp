// Where berth's headers for plugins are: beside the program, as it was built or installed.
#pragma once

#include <string>

namespace berth::cmd {

// The folder with include/ and sdk/; "": not found.
[[nodiscard]] std::string sdk_folder();

}  // namespace berth::cmd
