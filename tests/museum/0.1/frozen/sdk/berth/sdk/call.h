// What every call carries: whose cycle it is, the plugin's state in it, when to give up.
//
// Valid until the call returns. In filter and score a Call is const and the state read only.
#pragma once

#include <initializer_list>
#include <stdexcept>
#include <vector>

#include <berth/call.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/state.h>

namespace berth {

class Call {
public:
    Call(const Host& host, const berth_call* raw) noexcept : host_(&host), raw_(raw) {}

    const berth_call* raw() const noexcept { return raw_; }
    std::uint32_t profile() const noexcept { return raw_->profile; }
    // Number of the scheduling attempt; 0 outside of one.
    std::uint64_t cycle() const noexcept { return raw_->cycle; }
    // Wall clock at the start of the cycle.
    std::int64_t now_ns() const noexcept { return raw_->now_ns; }
    std::int64_t deadline_ns() const noexcept { return raw_->deadline_ns; }
    std::uint64_t token() const noexcept { return raw_->token; }
    // Polled by long work: true, return early with an error.
    bool is_cancelled() const noexcept {
        return raw_->cancel != nullptr && __atomic_load_n(raw_->cancel, __ATOMIC_RELAXED) != 0;
    }

    // Makes the state; one that is there is ended first.
    template <class State, class... Args>
    State& emplace(Args&&... args) {
        if (raw_->state == nullptr) {
            throw std::logic_error("there is no state outside of a pod's cycle");
        }
        detail::clear_state(*raw_->state);
        auto* made = new State{std::forward<Args>(args)...};
        *raw_->state = {made, &detail::kStateOps<State>};
        return *made;
    }
    // The state, made with its default constructor where there is none.
    template <class State>
    State& state_or_new() {
        State* found = find_state<State>();
        return found != nullptr ? *found : emplace<State>();
    }
    // The state; throws where the cycle has none of that type.
    template <class State>
    State& state() {
        return *required(find_state<State>());
    }
    template <class State>
    const State& state() const {
        return *required(find_state<State>());
    }
    template <class State>
    State* find_state() noexcept {
        return held<State>();
    }
    template <class State>
    const State* find_state() const noexcept {
        return held<State>();
    }

    // Reasons with values in them, for a verdict of this call alone.
    Reasons detail(std::string_view why) const { return details(&why, 1); }
    Reasons detail(std::initializer_list<std::string_view> texts) const {
        return details(texts.begin(), texts.size());
    }
    Reasons detail(const std::vector<std::string>& texts) const {
        return details(texts.data(), texts.size());
    }

private:
    template <class State>
    State* held() const noexcept {
        const berth_state* slot = raw_->state;
        const bool ours = slot != nullptr && slot->ops == &detail::kStateOps<State>;
        return ours ? static_cast<State*>(slot->data) : nullptr;
    }
    template <class State>
    static State* required(State* found) {
        if (found == nullptr) {
            throw std::logic_error("the cycle holds no state of this plugin");
        }
        return found;
    }
    template <class Text>
    Reasons details(const Text* texts, std::size_t count) const {
        const berth_reasons_v1* service = host_->reasons_service();
        if (service == nullptr || raw_ == nullptr) {
            return Reasons::none;
        }
        std::vector<berth_str> strs;
        for (std::size_t i = 0; i < count; ++i) {
            strs.push_back(str(texts[i]));
        }
        return Reasons{
            service->detail(host_->raw(), raw_, strs.data(), static_cast<std::uint32_t>(count))};
    }

    const Host* host_;
    const berth_call* raw_;
};

}  // namespace berth
