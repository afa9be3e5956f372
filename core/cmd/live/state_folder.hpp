// Where a host keeps its state. One thread.
#pragma once

#include <iosfwd>
#include <string>

namespace berth::cmd {

// As given; "": $STATE_DIRECTORY, $XDG_STATE_HOME/berth, ~/.local/state/berth, /var/lib/berth.
[[nodiscard]] std::string state_folder_of(const std::string& given);

// The same for a host that starts: where nothing is given and that folder cannot be written, one
// for this run alone, which is said. A container without a volume still schedules.
[[nodiscard]] std::string usable_state_folder(const std::string& given, std::ostream& err);

}  // namespace berth::cmd
