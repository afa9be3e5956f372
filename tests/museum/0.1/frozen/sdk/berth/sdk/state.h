// CycleState: one object of one type per plugin and pod, from PreFilter to PostBind.
//
// The host copies it for dry runs on hypothetical nodes by its copy constructor, and ends it. A
// type that add_pod and remove_pod never change may be shared instead of copied: `static constexpr
// bool shared = true;` in it. A type that cannot be copied is shared as well.
#pragma once

#include <type_traits>
#include <utility>

#include <berth/call.h>

namespace berth::detail {

template <class State>
constexpr bool is_shared_state() {
    if constexpr (requires { State::shared; }) {
        return State::shared;
    } else {
        return !std::is_copy_constructible_v<State>;
    }
}

template <class State>
void* clone_state(const void* data) noexcept {
    try {
        return new State(*static_cast<const State*>(data));
    } catch (...) {
        return nullptr;
    }
}

template <class State>
void destroy_state(void* data) noexcept {
    delete static_cast<State*>(data);
}

template <class State>
constexpr auto clone_of() -> void* (*)(const void*) {
    if constexpr (is_shared_state<State>()) {
        return nullptr;
    } else {
        return &clone_state<State>;
    }
}

// Its address says which type a slot holds.
template <class State>
inline constexpr berth_state_ops kStateOps = {
    .struct_size = sizeof(berth_state_ops),
    .reserved = 0,
    .clone = clone_of<State>(),
    .destroy = &destroy_state<State>,
};

inline void clear_state(berth_state& slot) noexcept {
    if (slot.data != nullptr && slot.ops != nullptr && slot.ops->destroy != nullptr) {
        slot.ops->destroy(slot.data);
    }
    slot = {};
}

}  // namespace berth::detail
