// Printing what a simulation found: text for people, one JSON document, one line of JSON per try.
//
// Pure but for the stream: any thread. The texts hold no time unless it is given, so that equal
// runs print equal bytes.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>

#include "core/base/time.hpp"
#include "core/simulate/report.hpp"
#include "core/simulate/run_log.hpp"

namespace berth::simulate {

enum class Columns : std::uint8_t {
    kNone,    // the summary alone
    kNarrow,  // pod and node
    kWide,    // priority, attempts, evaluated and feasible nodes as well
};

struct TextOptions {
    Columns columns = Columns::kNarrow;
    std::optional<base::Duration> elapsed;  // for pods per second
    std::size_t groups = 10;                // of pending pods: so many messages
};
void print_text(const Report& report, const TextOptions& options, std::ostream& out);

// {"version": 1, "placements": […], "pending": […], "summary": {…}}; without `pods` the summary only.
[[nodiscard]] std::string to_json(const Report& report, bool pods);

// {"pod","node","evaluated","feasible"} or {"pod","message"}, without the end of line: the form of
// tests/golden/placements.
[[nodiscard]] std::string to_json_line(const Try& attempt);

}  // namespace berth::simulate
