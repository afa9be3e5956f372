// TaintToleration: refuses nodes with taints that the pod does not tolerate, and prefers nodes with
// fewer PreferNoSchedule taints that it does not tolerate.
//
// Evaluated once per distinct taint set, not once per node. kube-scheduler:
// pkg/scheduler/framework/plugins/tainttoleration, v1.37.2.
#include <algorithm>
#include <vector>

#include <berth/sdk.h>

namespace berth::intree {
namespace {

bool refuses(const berth::List<berth_taint>& taints, const berth::Pod& pod) {
    return berth::untolerated(taints, pod.tolerations()) != nullptr;
}

// PreferNoSchedule taints that no toleration of the pod with that or no effect covers.
std::int64_t count_intolerable(const berth::List<berth_taint>& taints, const berth::Pod& pod) {
    std::int64_t count = 0;
    for (const berth_taint& taint : taints) {
        count += taint.effect == BERTH_EFFECT_PREFER_NO_SCHEDULE &&
                         !berth::tolerates(pod.tolerations(), taint)
                     ? 1
                     : 0;
    }
    return count;
}

class TaintToleration : public berth::Plugin<TaintToleration> {
public:
    static constexpr auto name = "TaintToleration";
    static constexpr auto summary = "refuses nodes with taints that the pod does not tolerate";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;
    static constexpr auto normalize_kind = berth::Normalize::reversed_max;
    static constexpr bool node_local = true;

    // By number of the taint set.
    struct State {
        static constexpr bool shared = true;
        std::vector<std::uint8_t> refused;
        bool any_refused = false;
        std::vector<std::int64_t> intolerable;
        bool any_intolerable = false;
        bool filters = false, scores = false;  // pre_filter, pre_score have run
    };

    TaintToleration(const berth::NoArgs&, berth::Host& host)
        : columns_(host.columns()), refused_(host.reason("node(s) had untolerated taint(s)")) {}

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) const {
        State& state = call.emplace<State>();
        state.filters = true;
        for (const berth_taint_set& set : columns_.taint_sets(call)) {
            const bool no = refuses(berth::List<berth_taint>(set.taints), pod);
            state.refused.push_back(no ? 1 : 0);
            state.any_refused |= no;
        }
        return berth::Verdict::success();
    }

    void filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr || !state->filters) {
            // PreFilter is not enabled in this profile: node by node.
            for (auto [position, row] : nodes) {
                if (refuses(nodes.at_row(row).taints(), pod)) {
                    verdicts.unresolvable(position, refused_);
                }
            }
            return;
        }
        if (!state->any_refused) {
            return;
        }
        for (auto [position, row] : nodes) {
            if (state->refused[nodes.columns().taint_set[row]] != 0) {
                verdicts.unresolvable(position, refused_);
            }
        }
    }

    berth::Verdict pre_score(const berth::Pod& pod, berth::Call& call) const {
        State& state = call.state_or_new<State>();
        state.scores = true;
        state.intolerable.clear();
        for (const berth_taint_set& set : columns_.taint_sets(call)) {
            state.intolerable.push_back(
                count_intolerable(berth::List<berth_taint>(set.taints), pod));
            state.any_intolerable |= state.intolerable.back() != 0;
        }
        return berth::Verdict::success();
    }

    berth::Verdict score(const berth::Pod&, const berth::Nodes& nodes, berth::Scores scores,
                         const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr || !state->scores) {
            return berth::Verdict::error(
                R"(failed to read "PreScoreTaintToleration" from cycleState: not found)");
        }
        if (!state->any_intolerable) {
            std::fill(scores.begin(), scores.end(), 0);
            return berth::Verdict::success();
        }
        for (auto [position, row] : nodes) {
            scores[position] = state->intolerable[nodes.columns().taint_set[row]];
        }
        return berth::Verdict::success();
    }

    berth::Events events() const {
        return {
            berth::on(berth::Resource::node, berth::Action::add | berth::Action::update_node_taint)
                .hint<&TaintToleration::after_node>(),
            berth::on(berth::Resource::target_pod, berth::Action::update_pod_toleration)};
    }

    bool after_node(const berth::Pod& pod, const berth::Event& event) const {
        const bool was_refused = !event.old_node() || refuses(event.old_node()->taints(), pod);
        return was_refused && event.new_node() && !refuses(event.new_node()->taints(), pod);
    }

private:
    berth::Columns columns_;
    berth::Reasons refused_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::TaintToleration)
