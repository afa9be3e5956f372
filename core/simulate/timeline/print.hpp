// Printing what a played scenario did, step by step: text for people, or one line of JSON a step.
//
// Pure but for the stream: any thread. Times count from the start, so equal runs print equal bytes.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/simulate/timeline/place.hpp"
#include "core/simulate/timeline/scenario.hpp"

namespace berth::simulate {

// {"step", "time", "pods"}, without the end of line: the form of tests/golden/timelines.
[[nodiscard]] std::string to_json_line(std::size_t step, base::Duration time,
                                       std::span<const Place> places);

// What a step asks for: "delete Node n1", "schedule until no pod is active".
[[nodiscard]] std::string title_of(const Step& step);

struct Moment {
    std::string title;
    base::Duration time;  // since the start
    base::Time start;     // the clock's, for times of places
    std::span<const Place> places, before;
};
// Without `all`: the pods that the step moved and those that wait, at most fifty, and how many
// others there are in which state.
void print_text(const Moment& moment, bool all, std::ostream& out);

}  // namespace berth::simulate
