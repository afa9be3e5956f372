#include "core/cmd/live/quarantine_command.hpp"

#include <ostream>

#include "core/cmd/live/state_folder.hpp"
#include "core/cmd/options.hpp"
#include "core/cmd/problems.hpp"
#include "core/host/crash/quarantine.hpp"
#include "core/host/files/state_file.hpp"
#include "core/host/reload/live_status.hpp"

namespace berth::cmd {
int quarantine_list(const QuarantineListOptions& options, std::ostream& out, std::ostream& err) {
    const host::Quarantine quarantine(state_folder_of(options.state_folder) + "/quarantine.json");
    if (quarantine.problem()) {
        print_errors({*quarantine.problem()}, err);
        return kBadInput;
    }
    out << host::print_quarantine(quarantine.entries(), options.json);
    return kDone;
}

int quarantine_clear(const QuarantineClearOptions& options, std::ostream& out, std::ostream& err) {
    host::Quarantine quarantine(state_folder_of(options.state_folder) + "/quarantine.json");
    const auto gone = quarantine.clear(options.which);
    if (!gone) {
        print_errors({gone.error()}, err);
        return kBadInput;
    }
    if (*gone == 0 && !options.which.empty()) {
        err << "no build in quarantine is called " << options.which << '\n';
        return kVerdict;
    }
    out << *gone << (*gone == 1 ? " build is" : " builds are") << " out of quarantine\n";
    return kDone;
}

int live_plugin_list(const std::string& state_folder, bool json, std::ostream& out,
                     std::ostream& err) {
    const std::string file = state_folder_of(state_folder) + "/status.json";
    const auto text = host::read_state_file(file);
    if (!text) {
        print_errors({base::with_file(text.error(), file)}, err);
        return kBadInput;
    }
    if (json) {
        out << *text;
        return kDone;
    }
    const auto status = host::parse_live_status(*text);
    if (!status) {
        print_errors({base::with_file(status.error(), file)}, err);
        return kBadInput;
    }
    out << host::print_live_status(*status);
    return kDone;
}

}  // namespace berth::cmd
