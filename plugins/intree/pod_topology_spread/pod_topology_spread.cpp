// PodTopologySpread: spreads pods over zones, hosts and other domains, by the pod's constraints or
// by those of the profile.
//
// kube-scheduler: pkg/scheduler/framework/plugins/podtopologyspread, v1.37.2.
#include <algorithm>
#include <string>

#include <berth/sdk.h>

#include "plugins/intree/pod_topology_spread/args.hpp"
#include "plugins/intree/pod_topology_spread/constraints.hpp"
#include "plugins/intree/pod_topology_spread/hard_spread.hpp"
#include "plugins/intree/pod_topology_spread/soft_spread.hpp"
#include "plugins/intree/pod_topology_spread/wake.hpp"

namespace berth::intree {
namespace {

class PodTopologySpread : public berth::Plugin<PodTopologySpread, PodTopologySpreadArgs> {
public:
    static constexpr auto name = "PodTopologySpread";
    static constexpr auto summary = "spreads pods over zones, hosts and other domains";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN;

    struct State {
        HardSpread hard;
        SoftSpread soft;
        bool filters = false, scores = false;  // pre_filter, pre_score have run
    };

    PodTopologySpread(const PodTopologySpreadArgs& args, berth::Host& host)
        : columns_(host.columns()),
          counts_(host),
          source_(args, host),
          hostname_(host.symbols().intern("kubernetes.io/hostname")),
          why_{host.reason("node(s) didn't match pod topology spread constraints"),
               host.reason("node(s) didn't match pod topology spread constraints (missing required "
                           "label)")} {}

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) const {
        const PodConstraints constraints = source_.constraints(pod, SpreadAction::kHard);
        if (!constraints.error.empty()) {
            return berth::Verdict::error("get constraints from pod: " + constraints.error);
        }
        if (constraints.list.empty()) {
            return berth::Verdict::skip();
        }
        State& state = call.emplace<State>();
        state.filters = true;
        state.hard.prepare(call, pod, constraints, counts_, columns_);
        return berth::Verdict::success();
    }

    void add_pod(const berth::Pod& pod, const berth::Pod& other, const berth::Node& node,
                 berth::Call&, State& state) const {
        state.hard.change(pod, other, node, source_.constraints(pod, SpreadAction::kHard), 1);
    }

    void remove_pod(const berth::Pod& pod, const berth::Pod& other, const berth::Node& node,
                    berth::Call&, State& state) const {
        state.hard.change(pod, other, node, source_.constraints(pod, SpreadAction::kHard), -1);
    }

    berth::Verdict filter(const berth::Pod&, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                          const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr || !state->filters) {
            return berth::Verdict::error(
                R"(reading "PreFilterPodTopologySpread" from cycleState: not found)");
        }
        state->hard.filter(nodes, verdicts, why_);
        return berth::Verdict::success();
    }

    berth::Verdict pre_score(const berth::Pod& pod, const berth::Nodes& nodes,
                             berth::Call& call) const {
        const PodConstraints constraints = source_.constraints(pod, SpreadAction::kSoft);
        if (!constraints.error.empty()) {
            return berth::Verdict::error("calculating preScoreState: " + constraints.error);
        }
        if (constraints.list.empty()) {
            return berth::Verdict::skip();
        }
        State& state = call.state_or_new<State>();
        state.scores = true;
        state.soft.prepare(call, pod, nodes, constraints, counts_, columns_, hostname_);
        return berth::Verdict::success();
    }

    berth::Verdict score(const berth::Pod&, const berth::Nodes& nodes, berth::Scores scores,
                         const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr || !state->scores) {
            return berth::Verdict::error(
                R"(error reading "PreScorePodTopologySpread" from cycleState: not found)");
        }
        state->soft.score(nodes, scores);
        return berth::Verdict::success();
    }

    void normalize(const berth::Pod&, const berth::Nodes& nodes, berth::Scores scores, berth::Call&,
                   State& state) const {
        state.soft.normalize(nodes, scores);
    }

    berth::Events events() const {
        using berth::Action;
        using berth::Resource;
        return {berth::on(Resource::assigned_pod,
                          Action::add | Action::update_pod_label | Action::remove)
                    .hint<&PodTopologySpread::after_other_pod>(),
                berth::on(Resource::target_pod,
                          Action::update_pod_toleration | Action::update_pod_label)
                    .hint<&PodTopologySpread::after_own_change>(),
                berth::on(Resource::node, Action::add | Action::remove | Action::update_node_label |
                                              Action::update_node_taint)
                    .hint<&PodTopologySpread::after_node>()};
    }

    bool after_other_pod(const berth::Pod& pod, const berth::Event& event) const {
        const auto before = event.old_pod();
        const auto after = event.new_pod();
        if ((after && !is_involved(*after, pod)) || (before && !is_involved(*before, pod))) {
            return false;
        }
        const PodConstraints constraints = hard(pod);
        if (before && after) {
            return changes_a_match(constraints.list, *before, *after);
        }
        const berth::Pod& one = before ? *before : *after;
        return std::any_of(constraints.list.begin(), constraints.list.end(), [&](const auto& each) {
            return berth::matches(each.selector, one.labels());
        });
    }

    bool after_own_change(const berth::Pod& pod, const berth::Event& event) const {
        if (!event.old_pod() || !event.new_pod()) {
            return true;
        }
        const PodConstraints constraints = hard(pod);
        const bool honors_taints = std::any_of(constraints.list.begin(), constraints.list.end(),
                                               [](const auto& one) { return one.honors_taints; });
        return (honors_taints && !same_tolerations(*event.old_pod(), *event.new_pod())) ||
               changes_a_match(constraints.list, *event.old_pod(), *event.new_pod());
    }

    bool after_node(const berth::Pod& pod, const berth::Event& event) const {
        const PodConstraints constraints = hard(pod);
        return node_change_matters(constraints.list, event.old_node(), event.new_node());
    }

private:
    // A pod that counts, or soon will, where the refused pod looks.
    static bool is_involved(const berth::Pod& other, const berth::Pod& pod) {
        return (!other.node_name().empty() || !other.nominated_node_name().empty()) &&
               other.namespace_name() == pod.namespace_name();
    }

    // Throws what wakes the pod: its constraints cannot be read.
    [[nodiscard]] PodConstraints hard(const berth::Pod& pod) const {
        PodConstraints constraints = source_.constraints(pod, SpreadAction::kHard);
        if (!constraints.error.empty()) {
            throw std::invalid_argument(constraints.error);
        }
        return constraints;
    }

    berth::Columns columns_;
    DomainCounts counts_;
    ConstraintSource source_;
    berth::Symbol hostname_;
    HardSpread::Reasons why_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::PodTopologySpread)
