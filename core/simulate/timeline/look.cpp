#include "core/simulate/timeline/look.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/simulate/timeline/waker_text.hpp"

namespace berth::simulate {
namespace {

using queue::Part;
using queue::PodState;

State state_of(Part part) {
    switch (part) {
        case Part::kNone: return State::kNotQueued;
        case Part::kActive: return State::kActive;
        case Part::kBackoff:
        case Part::kErrorBackoff: return State::kBackoff;
        case Part::kUnschedulable: return State::kUnschedulable;
        case Part::kGated: return State::kGated;
    }
    return State::kNotQueued;
}

// By UID: a pod of the same name may be on its way out.
std::unordered_map<std::string_view, PodState> queued_pods(scheduler::Scheduler& scheduler) {
    std::unordered_map<std::string_view, PodState> out;
    scheduler.queue().for_each(
        [&](const PodState& state) { out.emplace(state.pod->uid(), state); });
    return out;
}

void fill_from_queue(const PodState& state, Place& place) {
    place.state = state_of(state.part);
    place.attempts = state.attempts;
    place.plugins.assign(state.plugins.begin(), state.plugins.end());
    place.gating_plugin = state.gating_plugin;
    place.backoff_until = state.backoff_until;
    place.wakers = wakers_of(state);
}

}  // namespace

std::string_view to_text(State state) {
    switch (state) {
        case State::kBound: return "bound";
        case State::kActive: return "active";
        case State::kBackoff: return "backoff";
        case State::kUnschedulable: return "unschedulable";
        case State::kGated: return "gated";
        case State::kInFlight: return "in flight";
        case State::kNotQueued: return "not queued";
        case State::kFinished: return "finished";
    }
    return "";
}

std::vector<Place> look(const cluster::EmbeddedCluster& cluster, const base::SymbolTable& symbols,
                        scheduler::Scheduler& scheduler) {
    const auto queued = queued_pods(scheduler);
    const base::Symbol pod_scheduled = symbols.find("PodScheduled");
    std::vector<Place> places;
    for (const model::Object& object : cluster.objects(model::ObjectKind::kPod)) {
        const auto pod = model::as<model::Pod>(object);
        Place& place = places.emplace_back();
        place.pod = fmt::format("{}/{}", symbols.text(pod->meta.namespace_name), pod->meta.name);
        place.node = pod->node_name;
        if (pod->is_finished()) {
            place.state = State::kFinished;
            continue;
        }
        place.nominated = pod->status.nominated_node_name;
        if (!pod->node_name.empty()) {
            place.state = State::kBound;
            continue;
        }
        if (const auto* condition = pod->find_condition(pod_scheduled);
            condition != nullptr && condition->status == model::ConditionStatus::kFalse) {
            place.message = condition->message;
        }
        if (const auto at = queued.find(pod->meta.uid); at != queued.end()) {
            fill_from_queue(at->second, place);
        } else if (scheduler.cache().is_assumed(pod->meta.uid)) {
            place.state = State::kInFlight;
            const berth_str node = scheduler.cache().find(pod->meta.uid)->pod->view.node_name;
            place.node.assign(node.ptr, node.len);
        }
    }
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.pod < b.pod; });
    return places;
}

}  // namespace berth::simulate
