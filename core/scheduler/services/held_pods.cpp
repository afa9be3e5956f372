#include "core/scheduler/services/held_pods.hpp"

#include <algorithm>
#include <utility>

namespace berth::scheduler {

void HeldPods::on_permit(std::string_view uid, std::uint64_t number, std::vector<Wait> waits) {
    pods_.with([&](Pods& pods) {
        pods[std::string(uid)] = Held{number, false, std::move(waits), {}};
    });
}

void HeldPods::in_pre_bind(std::string_view uid, std::uint64_t number) {
    pods_.with([&](Pods& pods) { pods[std::string(uid)] = Held{number, true, {}, {}}; });
}

std::optional<HeldPods::Ending> HeldPods::leave(std::string_view uid) {
    return pods_.with([&](Pods& pods) -> std::optional<Ending> {
        const auto at = pods.find(uid);
        if (at == pods.end()) {
            return {};
        }
        std::optional<Ending> ending = std::move(at->second.ending);
        pods.erase(at);
        return ending;
    });
}

std::optional<std::uint64_t> HeldPods::end(std::string_view uid, Ending ending) {
    return pods_.with([&](Pods& pods) -> std::optional<std::uint64_t> {
        const auto at = pods.find(uid);
        const bool in_pre_bind = ending.how == host::HeldEnd::kCancel;
        if (at == pods.end() || at->second.in_pre_bind != in_pre_bind || at->second.ending) {
            return {};
        }
        at->second.ending = std::move(ending);
        return at->second.number;
    });
}

bool HeldPods::waits(std::uint64_t token, std::string_view plugin) const {
    return pods_.with([&](const Pods& pods) {
        return std::any_of(pods.begin(), pods.end(), [&](const auto& entry) {
            return std::any_of(
                entry.second.waits.begin(), entry.second.waits.end(),
                [&](const Wait& wait) { return wait.token == token && wait.plugin == plugin; });
        });
    });
}

}  // namespace berth::scheduler
