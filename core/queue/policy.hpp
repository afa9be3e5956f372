// Policy: what the queue asks of a configuration: profiles, QueueSort, PreEnqueue, events, hints.
//
// One Policy stands for one generation and never changes; a reload gives the queue another one.
// ProfilePolicy (profile_policy.hpp) is the one over framework::Generation, tests have their own.
// Scheduling thread. Plugins are named by their number in the profile, as everywhere in a cycle.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <berth/ext/queue_sort.h>

#include "core/framework/event.hpp"
#include "core/framework/plugin_instance.hpp"
#include "core/framework/pod_info.hpp"

namespace berth::queue {

using ProfileNumber = std::uint32_t;
using PluginNumber = std::uint16_t;

inline constexpr PluginNumber kNoPlugin = 0xffff;
// Stands for the HTTP extenders of the configuration, which have no instance: every event wakes.
inline constexpr PluginNumber kExtender = 0xfffe;
inline constexpr std::string_view kExtenderName = "Extender";

class Policy {
public:
    virtual ~Policy() = default;

    // Nothing: no profile has this scheduler name.
    [[nodiscard]] virtual std::optional<ProfileNumber> profile(
        std::string_view scheduler) const = 0;

    [[nodiscard]] virtual bool less(const berth_queued& a, const berth_queued& b) const = 0;

    // The plugin that gates the pod, or kNoPlugin. `first` (may be kNoPlugin) is asked first.
    [[nodiscard]] virtual PluginNumber pre_enqueue(ProfileNumber profile,
                                                   const framework::PodInfo& pod,
                                                   PluginNumber first) const = 0;

    [[nodiscard]] virtual std::string_view name(ProfileNumber profile,
                                                PluginNumber plugin) const = 0;
    // kNoPlugin: the profile has no plugin of this name.
    [[nodiscard]] virtual PluginNumber find(ProfileNumber profile, std::string_view name) const = 0;

    // What a plugin wants to hear of; for one without an events table a registration of every
    // event. Valid as long as the policy.
    [[nodiscard]] virtual std::span<const framework::EventRegistration> registrations(
        ProfileNumber profile, PluginNumber plugin) const = 0;
    [[nodiscard]] virtual bool matches(const framework::EventRegistration& registration,
                                       const framework::ClusterEvent& event) const = 0;
    // Has any plugin of any profile a registration that matches?
    [[nodiscard]] virtual bool concerns_any(const framework::ClusterEvent& event) const = 0;

    // BERTH_QUEUE or BERTH_QUEUE_SKIP for each of `pods`, all refused by `plugin`.
    virtual void hint(ProfileNumber profile, PluginNumber plugin,
                      const framework::EventRegistration& registration,
                      const framework::ClusterEvent& event, std::span<const berth_pod* const> pods,
                      std::span<std::uint8_t> verdicts) const = 0;
};

}  // namespace berth::queue
