// Running a credential plugin: a program that prints an ExecCredential. Upstream: client-go
// plugin/pkg/client/auth/exec, v1.37.2. Blocks: not for the loop's thread.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/client/credentials.hpp"

namespace berth::client {

struct ExecCredential {
    std::string token;
    std::string certificate, key;  // PEM
    std::optional<base::Time> expires;
};

// Runs it, for a minute at most. Errors name the command, what it said on standard error and, where
// it is not there, the install hint.
[[nodiscard]] base::Result<ExecCredential> run_exec_plugin(const ExecPlugin& plugin,
                                                           const std::string& server,
                                                           const std::string& ca);
// What the program printed.
[[nodiscard]] base::Result<ExecCredential> parse_exec_credential(const std::string& text,
                                                                 const ExecPlugin& plugin);

}  // namespace berth::client
