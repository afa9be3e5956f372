// Place: where a pod is at a moment, and what would move it. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"

namespace berth::simulate {

enum class State : std::uint8_t {
    kBound,          // has a node
    kActive,         // is tried next
    kBackoff,        // is tried again when its time has come
    kUnschedulable,  // waits for an event
    kGated,          // held by a PreEnqueue plugin
    kInFlight,       // a node is chosen for it; it waits on Permit, PreBind or Bind
    kNotQueued,      // no profile has its scheduler name, or it was dropped as it is being deleted
    kFinished,       // in phase Succeeded or Failed
};
[[nodiscard]] std::string_view to_text(State state);  // "bound", "not queued", …

// Events that wake a pod which this plugin refused, as people read them.
struct Waker {
    std::string plugin;
    std::vector<std::string> events;  // "a node is added or changes its labels"; none: nothing does
    friend bool operator==(const Waker&, const Waker&) = default;
};

struct Place {
    std::string pod;  // "namespace/name"
    State state = State::kNotQueued;
    std::string node;
    std::string nominated;  // status.nominatedNodeName
    std::int32_t attempts = 0;
    std::vector<std::string> plugins;  // refused it last, or hold it; sorted

    // Not part of the recorded form.
    std::string message;                      // of the last failure, while it has no node
    std::string gating_plugin;                // of kGated
    std::optional<base::Time> backoff_until;  // of kBackoff
    std::vector<Waker> wakers;                // of kUnschedulable and kGated
    friend bool operator==(const Place&, const Place&) = default;
};

}  // namespace berth::simulate
