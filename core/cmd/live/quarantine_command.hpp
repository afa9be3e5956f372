// `berth plugin quarantine list|clear`, and `berth plugin list --state-dir`: what a running host
// keeps in its state folder. One thread.
#pragma once

#include <iosfwd>
#include <string>

namespace berth::cmd {

struct QuarantineListOptions {
    std::string state_folder;
    bool json = false;
};
struct QuarantineClearOptions {
    std::string state_folder;
    std::string which;  // "": all
};

int quarantine_list(const QuarantineListOptions& options, std::ostream& out, std::ostream& err);
int quarantine_clear(const QuarantineClearOptions& options, std::ostream& out, std::ostream& err);
int live_plugin_list(const std::string& state_folder, bool json, std::ostream& out,
                     std::ostream& err);

}  // namespace berth::cmd
