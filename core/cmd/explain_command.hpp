// `berth explain`. Reads files, writes to the streams given; returns the exit status.
#pragma once

#include <iosfwd>

#include "core/cmd/options.hpp"

namespace berth::cmd {

// kDone whatever the verdicts; kBadInput: nothing was judged, or there is no such pod.
[[nodiscard]] int explain(const ExplainOptions& options, std::ostream& out, std::ostream& err);

}  // namespace berth::cmd
