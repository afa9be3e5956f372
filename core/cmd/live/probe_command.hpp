// The hidden commands of a probe's child process: `berth plugin scan` and `berth plugin probe`.
//
// core/host/reload/probe.hpp starts them and reads what they print. Whatever a library does wrong
// it does to this process alone. One thread.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace berth::cmd {

struct ScanOptions {
    std::vector<std::string> files;
};
struct ProbeCommandOptions {
    std::string spec;  // a file
};

int plugin_scan(const ScanOptions& options, std::ostream& out);
int plugin_probe(const ProbeCommandOptions& options, std::ostream& out);

}  // namespace berth::cmd
