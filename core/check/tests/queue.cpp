// PreEnqueue, QueueSort, events and hints.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "core/check/cycle.hpp"
#include "core/check/guarded.hpp"
#include "core/check/instance.hpp"
#include "core/host/text.hpp"
#include "core/settings/abi_view.hpp"

namespace berth::check::tests {
namespace {

std::int32_t pre_enqueue(Instance& instance, const berth_pre_enqueue_v1& table,
                         const framework::PodInfoRef& pod) {
    Cycle cycle(instance, pod);
    cycle.call.cycle = 0;
    cycle.call.state = nullptr;  // there is no cycle yet
    berth_reasons reasons = 0;
    const std::int32_t code = checked_call("PreEnqueue", [&] {
        return table.pre_enqueue(instance.raw, &cycle.call, &cycle.pod(), &reasons);
    });
    static_cast<void>(cycle.texts(reasons));
    return code;
}

void pre_enqueue_codes(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_pre_enqueue_v1>(BERTH_PRE_ENQUEUE_V1);
    for (const auto& pod : subject.small.pods()) {
        const std::int32_t code = pre_enqueue(instance, table, pod);
        expect(is_one_of(code, {BERTH_SUCCESS, BERTH_UNSCHEDULABLE,
                                BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE, BERTH_ERROR}),
               fmt::format("PreEnqueue returned {}", code));
    }
}

void pre_enqueue_again(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_pre_enqueue_v1>(BERTH_PRE_ENQUEUE_V1);
    for (const auto& pod : subject.small.pods()) {
        const std::int32_t first = pre_enqueue(instance, table, pod);
        expect(pre_enqueue(instance, table, pod) == first,
               fmt::format("PreEnqueue of {} said {} first, and then something else", pod->name(),
                           first));
    }
}

// Pods as they wait: by several priorities and times.
std::vector<berth_queued> waiting(const World& world) {
    std::vector<berth_queued> out;
    std::int64_t time = 1000;
    for (const auto& pod : world.pods()) {
        for (const std::int64_t later : {0, 1, 5}) {
            out.push_back({sizeof(berth_queued), BERTH_QUEUED_POD, &pod->view, pod->view.priority,
                           1, time + later, 0});
        }
        time += 2;
    }
    return out;
}

class Order {
public:
    explicit Order(Instance& instance)
        : instance_(instance), table_(instance.need<berth_queue_sort_v1>(BERTH_QUEUE_SORT_V1)) {}
    std::int32_t operator()(const berth_queued& a, const berth_queued& b) const {
        return checked_call("Less", [&] { return table_.less(instance_.raw, &a, &b); });
    }

private:
    Instance& instance_;
    const berth_queue_sort_v1& table_;
};

void less_is_strict(Subject& subject) {
    Instance instance(subject, subject.small);
    const Order less(instance);
    const auto pods = waiting(subject.small);
    for (const berth_queued& a : pods) {
        expect(less(a, a) == 0, "a pod comes before itself: an order is by <, not by <=");
        for (const berth_queued& b : pods) {
            const std::int32_t there = less(a, b);
            expect(there == 0 || there == 1, fmt::format("Less returned {}", there));
            expect(there == 0 || less(b, a) == 0, "two pods come before each other");
        }
    }
}

void less_is_transitive(Subject& subject) {
    Instance instance(subject, subject.small);
    const Order less(instance);
    const auto pods = waiting(subject.small);
    for (const berth_queued& a : pods) {
        for (const berth_queued& b : pods) {
            if (less(a, b) != 1) {
                continue;
            }
            for (const berth_queued& c : pods) {
                expect(less(b, c) != 1 || less(a, c) == 1,
                       "a comes before b and b before c, but a does not come before c");
            }
        }
    }
}

berth_array registrations(Instance& instance, const berth_events_v1& table) {
    step("registrations");
    return table.registrations(instance.raw);
}

void known_events(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_events_v1>(BERTH_EVENTS_V1);
    const berth_array first = registrations(instance, table);
    for (const auto& one : settings::AbiList<berth_event_registration>(first)) {
        const bool custom = one.resource == BERTH_RESOURCE_CUSTOM;
        expect((one.resource >= BERTH_RESOURCE_ASSIGNED_POD &&
                one.resource <= BERTH_RESOURCE_COMPOSITE_POD_GROUP) ||
                   custom || one.resource == BERTH_RESOURCE_ANY,
               fmt::format("it registers for the resource {}, which nobody has", one.resource));
        expect(!custom || one.custom.len != 0, "it registers for a custom resource without a name");
        expect(one.actions != 0,
               fmt::format("it registers for no action of resource {}", one.resource));
        expect(one.hinted == 0 || table.hint != nullptr,
               "an event is hinted, but there is no hint");
    }
    const berth_array again = registrations(instance, table);
    expect(again.count == first.count && again.items == first.items,
           "its registrations change from call to call");
}

// Events of pods and nodes: added, gone, changed.
std::vector<berth_event> events_of(const World& world, std::uint32_t resource) {
    const berth_pod* const pod = &world.placed()->view;
    const berth_node* const node = world.snapshot().node(0);
    const berth_node* const other = world.snapshot().node(1);
    std::vector<berth_event> out;
    const auto add = [&](std::uint64_t actions, const berth_pod* old_pod, const berth_pod* new_pod,
                         const berth_node* old_node, const berth_node* new_node) {
        out.push_back({sizeof(berth_event), resource, actions, old_pod, new_pod, old_node, new_node,
                       nullptr, nullptr});
    };
    if (resource == BERTH_RESOURCE_NODE) {
        add(BERTH_ACTION_ADD, nullptr, nullptr, nullptr, node);
        add(BERTH_ACTION_UPDATE_NODE_LABEL, nullptr, nullptr, other, node);
        add(BERTH_ACTION_DELETE, nullptr, nullptr, node, nullptr);
    } else if (resource >= BERTH_RESOURCE_ASSIGNED_POD && resource <= BERTH_RESOURCE_POD) {
        add(BERTH_ACTION_ADD, nullptr, pod, nullptr, nullptr);
        add(BERTH_ACTION_UPDATE_POD_LABEL, &world.pods().front()->view, pod, nullptr, nullptr);
        add(BERTH_ACTION_DELETE, pod, nullptr, nullptr, nullptr);
    }
    return out;
}

void legal_hints(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_events_v1>(BERTH_EVENTS_V1);
    const berth_array all = registrations(instance, table);
    std::vector<const berth_pod*> pods;
    for (const auto& pod : subject.small.pods()) {
        pods.push_back(&pod->view);
    }
    std::uint32_t number = 0;
    for (const auto& one : settings::AbiList<berth_event_registration>(all)) {
        for (const berth_event& event : events_of(subject.small, one.resource)) {
            if (one.hinted == 0 || (one.actions & event.actions) == 0) {
                continue;
            }
            const Guarded<std::uint8_t> verdicts(pods.size());
            std::fill_n(verdicts.data(), pods.size(), std::uint8_t{BERTH_QUEUE});
            const std::int32_t code = checked_call("a queueing hint", [&] {
                return table.hint(instance.raw, number, &event, pods.data(),
                                  static_cast<std::uint32_t>(pods.size()), verdicts.data());
            });
            expect(is_one_of(code, {BERTH_SUCCESS, BERTH_ERROR}),
                   fmt::format("hint returned {}", code));
            for (std::size_t i = 0; i < pods.size(); ++i) {
                expect(verdicts.data()[i] <= BERTH_QUEUE,
                       fmt::format("hint wrote {}, expected 0 or 1", verdicts.data()[i]));
            }
        }
        ++number;
    }
}

constexpr Test kTests[] = {
    {"queue/pre-enqueue-codes", "PreEnqueue returns codes that it may", pre_enqueue_codes},
    {"queue/pre-enqueue-again", "PreEnqueue says the same again", pre_enqueue_again},
    {"queue/less-is-strict", "Less is 0 or 1, and no pod comes before itself", less_is_strict},
    {"queue/less-is-transitive", "Less is an order", less_is_transitive},
    {"queue/known-events", "it registers for events that there are", known_events},
    {"queue/legal-hints", "hints write 0 or 1, for the pods asked about", legal_hints},
};

}  // namespace

std::span<const Test> queue() {
    return kTests;
}

}  // namespace berth::check::tests
