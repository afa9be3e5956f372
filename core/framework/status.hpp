// Status: a plugin's verdict on a pod, or on a pod and a node.
//
// Codes and their meaning are kube-scheduler's (staging/src/k8s.io/kube-scheduler/framework,
// v1.37.2). A success holds no allocation. "Unschedulable" is not an error: base::Error is for I/O,
// parsing and configuration. A value type; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <berth/base.h>

namespace berth::framework {

enum class Code : std::uint8_t {
    kSuccess = BERTH_SUCCESS,
    kError = BERTH_ERROR,
    kUnschedulable = BERTH_UNSCHEDULABLE,
    kUnschedulableAndUnresolvable = BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE,
    kWait = BERTH_WAIT,
    kSkip = BERTH_SKIP,
    kPending = BERTH_PENDING,
    kStarted = BERTH_STARTED,
};

[[nodiscard]] std::string_view to_text(Code code);  // "UnschedulableAndUnresolvable"

// Unschedulable, UnschedulableAndUnresolvable or Pending.
[[nodiscard]] constexpr bool is_rejection(Code code) {
    return code == Code::kUnschedulable || code == Code::kUnschedulableAndUnresolvable ||
           code == Code::kPending;
}

struct [[nodiscard]] Status {
    Code code = Code::kSuccess;
    std::vector<std::string> reasons;
    std::string plugin;  // who refused or failed; empty: nobody in particular

    static Status error(std::string text, std::string plugin = {});

    [[nodiscard]] bool ok() const { return code == Code::kSuccess; }
    [[nodiscard]] bool rejected() const { return is_rejection(code); }
    // The reasons joined with ", ".
    [[nodiscard]] std::string message() const;
};

}  // namespace berth::framework
