#include "core/queue/profile_policy.hpp"

#include <algorithm>
#include <utility>

#include "core/framework/runner.hpp"

namespace berth::queue {

namespace {

bool may_refuse(const framework::PluginInstance& plugin) {
    const framework::PluginTables& tables = plugin.tables;
    return tables.pre_enqueue || tables.pre_filter || tables.filter || tables.reserve != nullptr ||
           tables.permit != nullptr;
}

}  // namespace

ProfilePolicy::ProfilePolicy(framework::GenerationRef generation)
    : generation_(std::move(generation)),
      every_event_{{0, BERTH_RESOURCE_ANY, BERTH_ACTION_ALL, false, {}}},
      any_wants_all_(!generation_->extenders.empty()) {
    for (const auto& profile : generation_->profiles) {
        for (const auto& plugin : profile->instances) {
            any_wants_all_ = any_wants_all_ || (!plugin->events && may_refuse(*plugin));
        }
    }
}

const framework::PluginInstance* ProfilePolicy::instance(ProfileNumber profile,
                                                         PluginNumber plugin) const {
    const auto& instances = generation_->profiles[profile]->instances;
    return plugin < instances.size() ? instances[plugin].get() : nullptr;
}

std::optional<ProfileNumber> ProfilePolicy::profile(std::string_view scheduler) const {
    const framework::Profile* found = generation_->find(scheduler);
    if (found == nullptr) {
        return {};
    }
    return found->number;
}

bool ProfilePolicy::less(const berth_queued& a, const berth_queued& b) const {
    return framework::less(*generation_->profiles.front(), a, b);
}

PluginNumber ProfilePolicy::pre_enqueue(ProfileNumber profile, const framework::PodInfo& pod,
                                        PluginNumber first) const {
    const framework::Profile& runs = *generation_->profiles[profile];
    if (runs.pre_enqueue.empty()) {
        return kNoPlugin;
    }
    const framework::Status status =
        framework::run_pre_enqueue(*generation_, runs, pod, instance(profile, first));
    if (status.ok()) {
        return kNoPlugin;
    }
    const PluginNumber gating = find(profile, status.plugin);
    return gating != kNoPlugin ? gating
                               : static_cast<PluginNumber>(runs.pre_enqueue.front()->number);
}

std::string_view ProfilePolicy::name(ProfileNumber profile, PluginNumber plugin) const {
    if (plugin == kExtender) {
        return kExtenderName;
    }
    const framework::PluginInstance* found = instance(profile, plugin);
    return found != nullptr ? std::string_view(found->name) : std::string_view{};
}

PluginNumber ProfilePolicy::find(ProfileNumber profile, std::string_view name) const {
    for (const auto& plugin : generation_->profiles[profile]->instances) {
        if (plugin->name == name) {
            return static_cast<PluginNumber>(plugin->number);
        }
    }
    return name == kExtenderName ? kExtender : kNoPlugin;
}

std::span<const framework::EventRegistration> ProfilePolicy::registrations(
    ProfileNumber profile, PluginNumber plugin) const {
    const framework::PluginInstance* found = instance(profile, plugin);
    if (found != nullptr && found->events) {
        return *found->events;
    }
    return every_event_;
}

bool ProfilePolicy::matches(const framework::EventRegistration& registration,
                            const framework::ClusterEvent& event) const {
    return framework::matches(registration, event);
}

bool ProfilePolicy::concerns_any(const framework::ClusterEvent& event) const {
    if (any_wants_all_) {
        return true;
    }
    for (const auto& profile : generation_->profiles) {
        for (const auto& plugin : profile->instances) {
            if (plugin->events &&
                std::ranges::any_of(*plugin->events, [&](const framework::EventRegistration& r) {
                    return framework::matches(r, event);
                })) {
                return true;
            }
        }
    }
    return false;
}

void ProfilePolicy::hint(ProfileNumber profile, PluginNumber plugin,
                         const framework::EventRegistration& registration,
                         const framework::ClusterEvent& event,
                         std::span<const berth_pod* const> pods,
                         std::span<std::uint8_t> verdicts) const {
    if (const framework::PluginInstance* found = instance(profile, plugin); found != nullptr) {
        framework::run_hint(*found, registration, event, pods, verdicts);
    }
}

}  // namespace berth::queue
