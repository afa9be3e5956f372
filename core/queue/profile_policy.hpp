// ProfilePolicy: the Policy of a generation of profiles.
//
// Pins its generation. Scheduling thread. What it makes of registrations is
// kube-scheduler's buildQueueingHintMap (pkg/scheduler/scheduler.go, v1.37.2), but that a plugin
// without an events table is woken by every event, as the ABI says (berth/ext/events.h).
#pragma once

#include <string>
#include <vector>

#include "core/framework/profile.hpp"
#include "core/queue/policy.hpp"

namespace berth::queue {

class ProfilePolicy final : public Policy {
public:
    explicit ProfilePolicy(framework::GenerationRef generation);

    [[nodiscard]] const framework::GenerationRef& generation() const { return generation_; }

    [[nodiscard]] std::optional<ProfileNumber> profile(std::string_view scheduler) const override;
    [[nodiscard]] bool less(const berth_queued& a, const berth_queued& b) const override;
    [[nodiscard]] PluginNumber pre_enqueue(ProfileNumber profile, const framework::PodInfo& pod,
                                           PluginNumber first) const override;
    [[nodiscard]] std::string_view name(ProfileNumber profile, PluginNumber plugin) const override;
    [[nodiscard]] PluginNumber find(ProfileNumber profile, std::string_view name) const override;
    [[nodiscard]] std::span<const framework::EventRegistration> registrations(
        ProfileNumber profile, PluginNumber plugin) const override;
    [[nodiscard]] bool matches(const framework::EventRegistration& registration,
                               const framework::ClusterEvent& event) const override;
    [[nodiscard]] bool concerns_any(const framework::ClusterEvent& event) const override;
    void hint(ProfileNumber profile, PluginNumber plugin,
              const framework::EventRegistration& registration,
              const framework::ClusterEvent& event, std::span<const berth_pod* const> pods,
              std::span<std::uint8_t> verdicts) const override;

private:
    [[nodiscard]] const framework::PluginInstance* instance(ProfileNumber profile,
                                                            PluginNumber plugin) const;

    framework::GenerationRef generation_;
    std::vector<framework::EventRegistration> every_event_;
    bool any_wants_all_;  // some plugin, or the extenders, hear of every event
};

}  // namespace berth::queue
