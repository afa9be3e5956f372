// Whether a plugin library may be trusted by who can write it. Loader thread.
//
// Code of a file that anyone can write runs with the scheduler's rights, so it is refused.
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace berth::host {

// An error: the file belongs to another user than root or this one, or is writable by all or by a
// group other than this process's own.
[[nodiscard]] base::Status trust_file(const std::string& path);

}  // namespace berth::host
