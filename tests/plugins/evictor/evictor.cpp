// Evictor: an example of a PostFilter of one's own. To make room for a pod it deletes pods labelled
// evictable=yes, the youngest first and whatever their priority, on the node where the fewest have
// to go; a disruption budget that allows none of them is respected.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <berth/draft/host/client.h>
#include <berth/sdk/draft.h>
#include <berth/sdk/draft/host/parallel.h>
#include <berth/sdk/draft/host/whatif.h>

namespace {

struct Plan {
    std::uint32_t row = 0;
    std::vector<const berth_pod*> victims;
};

class Evictor : public berth::Plugin<Evictor> {
public:
    static constexpr auto name = "Evictor";

    explicit Evictor(berth::Host& host)
        : host_(host.raw()),
          client_(&host.get<berth_client_v1>(BERTH_HOST_CLIENT_V1)),
          objects_(host),
          parallel_(host),
          whatif_(host),
          evictable_(host.symbols().intern("evictable")),
          nothing_to_evict_(host.reason("evictor: nothing to evict")) {
        objects_.open<berth_pod_disruption_budget>();
        const berth_target pods = target("", "", "");
        client_->declare(host_, &pods, BERTH_VERB_DELETE);
    }

    berth::Verdict post_filter(const berth::Pod& pod, const berth::Nodes& nodes,
                               const berth::Refusals& refusals, berth::Nomination& nomination,
                               berth::Call& call) const {
        std::vector<std::optional<Plan>> plans(nodes.size());
        parallel_.run(call, nodes.size(), 1, [&](std::uint32_t row) {
            if (refusals.code(row) == berth::Code::unschedulable) {
                plans[row] = plan(pod, nodes.at_row(row), call);
            }
        });
        std::erase(plans, std::nullopt);
        if (plans.empty()) {
            return berth::Verdict::unschedulable(nothing_to_evict_);
        }
        const Plan& best = **std::min_element(plans.begin(), plans.end(), [](auto& a, auto& b) {
            return a->victims.size() < b->victims.size();
        });
        for (const std::optional<Plan>& one : plans) {
            nomination.tell({one->row, one->victims, 0, &*one == &best});
        }
        if (!nomination.only_asks()) {
            for (const berth_pod* victim : best.victims) {
                evict(*victim);
            }
        }
        nomination.set(best.row);
        return berth::Verdict(berth::Code::success,
                              call.detail("evictor: evicts " + std::to_string(best.victims.size()) +
                                          " from " + std::string(nodes.at_row(best.row).name())));
    }

private:
    // The youngest evictable pods whose end lets the pod in; nothing: no number of them does.
    std::optional<Plan> plan(const berth::Pod& pod, const berth::Node& node,
                             const berth::Call& call) const {
        std::vector<const berth_pod*> evictable;
        const berth_node& flat = node.flat();
        for (std::uint32_t i = 0; i < flat.pod_count; ++i) {
            if (may_go(*flat.pods[i])) {
                evictable.push_back(flat.pods[i]);
            }
        }
        std::stable_sort(evictable.begin(), evictable.end(), [](const auto* a, const auto* b) {
            return a->creation_ns > b->creation_ns;
        });
        berth::Hypothetical without = whatif_.open(call, pod, node.row());
        Plan out{node.row(), {}};
        for (const berth_pod* victim : evictable) {
            if (!without || !without.remove(*victim)) {
                return {};
            }
            out.victims.push_back(victim);
            if (without.fits(BERTH_WHATIF_NOMINATED)) {
                return out;
            }
        }
        return {};
    }

    bool may_go(const berth_pod& pod) const {
        if (berth::Labels(pod.labels).find(evictable_) != "yes") {
            return false;
        }
        bool allowed = true;
        objects_.each<berth_pod_disruption_budget>(
            {.namespace_name = berth::text(pod.namespace_name)},
            [&](const berth_pod_disruption_budget& budget) {
                allowed = allowed && (budget.disruptions_allowed > 0 ||
                                      !berth::matches(budget.selector, berth::Labels(pod.labels)));
            });
        return allowed;
    }

    void evict(const berth_pod& pod) const {
        const berth_target one =
            target(berth::text(pod.namespace_name), berth::text(pod.name), berth::text(pod.uid));
        client_->erase(host_, &one, -1, nullptr);
        berth_subject about{};
        about.struct_size = sizeof(about);
        about.namespace_name = pod.namespace_name;
        about.name = pod.name;
        about.uid = pod.uid;
        const berth_event_note note{.struct_size = sizeof(berth_event_note),
                                    .type = BERTH_EVENT_NORMAL,
                                    .reason = berth::str("Evicted"),
                                    .action = berth::str("Evicting"),
                                    .text = berth::str("makes room"),
                                    .about = &about,
                                    .related = nullptr};
        client_->event(host_, &note);
    }

    static berth_target target(std::string_view namespace_name, std::string_view pod_name,
                               std::string_view uid) {
        berth_target out{};
        out.struct_size = sizeof(out);
        out.version = berth::str("v1");
        out.plural = berth::str("pods");
        out.namespace_name = berth::str(namespace_name);
        out.name = berth::str(pod_name);
        out.uid = berth::str(uid);
        return out;
    }

    const berth_host* host_;
    const berth_client_v1* client_;
    berth::Objects objects_;
    berth::Parallel parallel_;
    berth::WhatIf whatif_;
    berth::Symbol evictable_;
    berth::Reasons nothing_to_evict_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(Evictor)
