#include "core/host/reload/retirement.hpp"

#include <utility>

namespace berth::host {

std::function<void(const framework::Generation*)> Retirement::deleter() {
    return [self = shared_from_this()](const framework::Generation* generation) {
        self->state_.with([&](State& state) { state.retired.emplace_back(generation); });
        if (self->wake_) {
            self->wake_();
        }
    };
}

void Retirement::added() {
    state_.with([](State& state) { ++state.in_use; });
}

std::size_t Retirement::run() {
    std::vector<std::unique_ptr<const framework::Generation>> retired;
    state_.with([&](State& state) { retired.swap(state.retired); });
    const std::size_t count = retired.size();
    retired.clear();  // plugins' destroy and deinit run here, without the lock
    state_.with([&](State& state) { state.in_use -= count; });
    return count;
}

std::size_t Retirement::in_use() const {
    return state_.with([](const State& state) { return state.in_use; });
}

}  // namespace berth::host
