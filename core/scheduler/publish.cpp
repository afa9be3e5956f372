// The swap of generations between two cycles, and what passes over with it.
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/framework/calls/handover.hpp"
#include "core/framework/draft_tables.hpp"
#include "core/host/text.hpp"
#include "core/scheduler/scheduler_impl.hpp"

namespace berth::scheduler {
namespace {

using framework::Generation;
using framework::Heir;
using framework::PluginInstance;
using framework::Profile;

std::uint32_t adopt_flag(Stage stage) {
    switch (stage) {
        case Stage::kWaiting: return BERTH_ADOPT_WAITING;
        case Stage::kPreBind: return BERTH_ADOPT_PRE_BIND;
        default: return BERTH_ADOPT_BIND;
    }
}

bool same_list(const std::vector<PluginInstance*>& a, const std::vector<PluginInstance*>& b) {
    return std::ranges::equal(a, b, [](const PluginInstance* x, const PluginInstance* y) {
        return framework::same_build(*x, *y);
    });
}

// The profiles of the old generation are the first ones of the new one.
bool same_profiles(const Generation& before, const Generation& after) {
    return before.profiles.size() <= after.profiles.size() &&
           std::equal(
               before.profiles.begin(), before.profiles.end(), after.profiles.begin(),
               [](const auto& a, const auto& b) { return a->scheduler_name == b->scheduler_name; });
}

queue::PolicyChange change_of(const Generation& before, const Generation& after) {
    queue::PolicyChange change;
    change.queue_sort = !framework::same_build(*before.profiles.front()->queue_sort,
                                               *after.profiles.front()->queue_sort);
    change.pre_enqueue = false;
    for (std::size_t i = 0; i < before.profiles.size(); ++i) {
        change.pre_enqueue = change.pre_enqueue || !same_list(before.profiles[i]->pre_enqueue,
                                                              after.profiles[i]->pre_enqueue);
    }
    change.changed = [&before, &after](queue::ProfileNumber profile, queue::PluginNumber plugin) {
        const auto& instances = before.profiles[profile]->instances;
        if (plugin >= instances.size()) {
            return true;
        }
        const PluginInstance* now =
            framework::find_instance(*after.profiles[profile], instances[plugin]->name);
        return now == nullptr || !framework::same_build(*instances[plugin], *now);
    };
    return change;
}

}  // namespace

void Scheduler::Impl::begin_publish(Publication given) {
    if (publication) {
        given.done({.problem = "another generation is being published"});
        return;
    }
    watches.update();
    publication = std::move(given);
    publication->since = needs.clock.steady();
}

// How many pods in flight hold something that the next generation cannot take over yet.
std::size_t Scheduler::Impl::without_heir(const Generation& next, std::string& who) const {
    std::size_t count = 0;
    for (const auto& [number, task] : tasks) {
        const Profile* const profile = next.find(task->cycle.profile().scheduler_name);
        if (profile == nullptr) {
            continue;
        }
        for (const PluginInstance* plugin : task->cycle.profile().reserve) {
            const PluginInstance* const heir = framework::find_instance(*profile, plugin->name);
            if (heir != nullptr && heir_of(*heir) == Heir::kNone) {
                who = plugin->name;
                ++count;
                break;
            }
        }
    }
    return count;
}

void Scheduler::Impl::try_publish() {
    Publication& now = *publication;
    const base::Duration waited = needs.clock.steady() - now.since;
    if (!has_objects(now)) {
        if (waited >= now.limit) {
            end_publish(
                {.problem = fmt::format("the objects that its plugins read have not come within {}",
                                        base::format_duration(now.limit))});
        }
        return;
    }
    std::string who;
    if (const std::size_t left = without_heir(*now.next, who); left != 0) {
        // New reservations would keep it waiting for ever: after half of the time no pod is tried.
        holding = waited >= now.limit / 2;
        if (!std::exchange(now.told, true)) {
            BERTH_LOG(base::Severity::kInfo,
                      "plugins: generation {} waits for {} reservations of {} to end",
                      now.next->number, left, who);
        }
        if (waited >= now.limit) {
            end_publish({.problem = fmt::format(
                             "plugin \"{}\": {} reservations of the old build have not ended "
                             "within {}, and the new one has no adopt",
                             who, left, base::format_duration(now.limit))});
        }
        return;
    }
    const base::Duration begin = needs.clock.steady();
    host::PublishOutcome outcome;
    outcome.waited = waited;
    tell_watchers();
    hand_over(now.next, outcome);
    if (outcome.problem.empty()) {
        swap_to(now.next, outcome);
    }
    outcome.pause = needs.clock.steady() - begin;
    end_publish(std::move(outcome));
}

// Those of the next generation have heard of no pod and no node yet. Assumed pods are told as the
// API server has them: without a node.
void Scheduler::Impl::tell_watchers() {
    needs.host.objects().tell_of_what_is_there(
        {.each_pod =
             [this](const std::function<void(const berth_pod*)>& tell) {
                 berth_pod_query placed{};
                 placed.struct_size = sizeof(placed);
                 placed.flags = BERTH_PODS_PLACED;
                 for (const berth_pod* pod : catalog.pods(placed)) {
                     if (!cache.is_assumed(host::view_of(pod->uid))) {
                         tell(pod);
                     }
                 }
                 waiting.for_each([&](const framework::PodInfoRef& pod) { tell(&pod->view); });
             },
         .each_node =
             [this](const std::function<void(const berth_node*)>& tell) {
                 const cache::Snapshot& snapshot = cache.snapshot(needs.clock.now());
                 for (std::uint32_t row = 0; row < snapshot.rows(); ++row) {
                     tell(catalog.node(host::view_of(snapshot.columns().name[row])));
                 }
             }});
}

// The kinds that the next generation's plugins opened are there before it decides. Where the inbox
// is not empty, a marker comes behind what the watches have put into it.
bool Scheduler::Impl::has_objects(Publication& now) {
    using Objects = Publication::Objects;
    if (now.objects == Objects::kMissing && watches.settled()) {
        if (inbox.empty()) {
            now.objects = Objects::kTaken;
            return true;
        }
        now.objects = Objects::kArrived;
        inbox.put(base::Task([this, number = now.next->number] {
            if (publication && publication->next->number == number) {
                publication->objects = Objects::kTaken;
            }
        }));
    }
    return now.objects == Objects::kTaken;
}

void Scheduler::Impl::end_publish(host::PublishOutcome outcome) {
    const Publication ended = std::move(*publication);
    publication.reset();
    holding = false;
    ended.done(std::move(outcome));
}

void Scheduler::Impl::hand_over(const framework::GenerationRef& next,
                                host::PublishOutcome& outcome) {
    for (const auto& profile : next->profiles) {
        const Profile* const before = generation->find(profile->scheduler_name);
        if (before == nullptr) {
            continue;
        }
        for (const auto& plugin : profile->instances) {
            const PluginInstance* const old = framework::find_instance(*before, plugin->name);
            if (old == nullptr) {
                continue;
            }
            const framework::StateMove move = framework::move_state(*old, *plugin);
            if (!move.problem.empty()) {
                outcome.problem = move.problem;
                return;
            }
            outcome.states += move.moved ? 1 : 0;
        }
    }
    std::map<std::uint64_t, BindingTask*> in_order;
    for (const auto& [number, task] : tasks) {
        in_order.emplace(number, task.get());
    }
    for (const auto& [number, task] : in_order) {
        if (!hand_over_task(*task, next, outcome)) {
            return;
        }
    }
    for (const auto& [number, task] : in_order) {
        if (!task->heirs.empty()) {
            task->adopters = std::move(task->heirs);
        }
        task->heirs.clear();
    }
}

bool Scheduler::Impl::hand_over_task(BindingTask& task, const framework::GenerationRef& next,
                                     host::PublishOutcome& outcome) {
    task.heirs.clear();
    const Profile* const profile = next->find(task.cycle.profile().scheduler_name);
    if (profile == nullptr) {
        return true;
    }
    bool any = false;
    for (const PluginInstance* plugin : task.cycle.profile().reserve) {
        const PluginInstance* const heir = framework::find_instance(*profile, plugin->name);
        const Heir kind = heir == nullptr ? Heir::kNoNeed : heir_of(*heir);
        if (kind == Heir::kNoNeed) {
            continue;
        }
        const auto wait = std::ranges::find_if(task.waits, [&](const BindingTask::Wait& one) {
            return one.plugin->name == plugin->name;
        });
        const std::uint64_t token = wait == task.waits.end() ? 0 : wait->token;
        if (kind == Heir::kAdopts && !framework::adopt(*profile, *heir, task.assumed->view,
                                                       task.node, adopt_flag(task.stage), token)) {
            outcome.problem = fmt::format("plugin \"{}\" does not take over pod {}/{}", heir->name,
                                          task.assumed->namespace_name(), task.assumed->name());
            return false;
        }
        task.heirs.push_back({next, profile, heir});
        any = true;
    }
    outcome.adopted += any ? 1 : 0;
    return true;
}

void Scheduler::Impl::swap_to(const framework::GenerationRef& next, host::PublishOutcome& outcome) {
    const framework::GenerationRef before = std::exchange(generation, next);
    cache.use_columns(next);
    auto policy = std::make_shared<queue::ProfilePolicy>(next);
    const base::Duration begin = needs.clock.steady();
    if (same_profiles(*before, *next)) {
        const queue::PolicyChange change = change_of(*before, *next);
        queue.switch_policy(std::move(policy), change);
        if (change.queue_sort) {
            outcome.reordering = needs.clock.steady() - begin;
        }
    } else {
        queue.replace_policy(std::move(policy));
        outcome.reordering = needs.clock.steady() - begin;
    }
    // Pods of a profile that came with this generation were not in the queue.
    if (next->profiles.size() > before->profiles.size() || !same_profiles(*before, *next)) {
        waiting.for_each([&](const framework::PodInfoRef& pod) {
            const berth_str& name = pod->view.scheduler_name;
            if (before->find({name.ptr, name.len}) == nullptr) {
                queue.add(pod);
            }
        });
    }
}

void Scheduler::Impl::tell_adopters(const BindingTask& task, Ending ending) const {
    for (const BindingTask::Adopter& adopter : task.adopters) {
        if (ending == Ending::kBound) {
            framework::post_bind_adopted(*adopter.profile, *adopter.plugin, task.assumed->view,
                                         task.node);
        } else {
            framework::unreserve_adopted(*adopter.profile, *adopter.plugin, task.assumed->view,
                                         task.node);
        }
    }
}

}  // namespace berth::scheduler
