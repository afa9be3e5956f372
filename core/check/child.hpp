// run_in_child: a piece of work in a process of its own, with limits.
//
// The work may crash, hang, exit or eat memory: that becomes a failed Outcome which names the step
// that was announced last. Standard output and error of the child are closed to the outside.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/time.hpp"

namespace berth::check {

enum class Result : std::uint8_t { kPassed, kFailed, kSkipped };

struct Outcome {
    Result result = Result::kFailed;
    std::string text;  // of a failure: what was found; of a skip: why
};

struct Limits {
    base::Duration time = std::chrono::seconds(20);
    std::uint64_t memory = std::uint64_t{6} << 30;  // of address space
};

[[nodiscard]] Outcome run_in_child(const std::function<void()>& work, const Limits& limits);

}  // namespace berth::check
