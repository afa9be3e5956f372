// Running a program and taking what it prints. Blocks until it ends: any thread that may.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace berth::client {

struct ChildProcess {
    std::string command;  // a path, or a name to find in PATH
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment;  // over our own
};

struct ChildOutput {
    int exit_status = 0;  // 128 + signal where one ended it
    std::string out, err;
};

// kNotFound: no such program. kTimeout: it was killed.
[[nodiscard]] base::Result<ChildOutput> run_child(const ChildProcess& child,
                                                  base::Duration timeout);

}  // namespace berth::client
