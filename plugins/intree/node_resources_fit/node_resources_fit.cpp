// NodeResourcesFit: asks for nodes with room for the pod's requests, and scores how full they get.
//
// kube-scheduler: pkg/scheduler/framework/plugins/noderesources/fit.go, v1.37.2.
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/node_resources_fit/allocation_score.hpp"
#include "plugins/intree/node_resources_fit/fit_filter.hpp"
#include "plugins/intree/resource_columns.hpp"

namespace berth::intree {
namespace {

class NodeResourcesFit : public berth::Plugin<NodeResourcesFit, NodeResourcesFitArgs> {
public:
    static constexpr auto name = "NodeResourcesFit";
    static constexpr auto summary = "asks for nodes with room for the pod's requests";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN;
    static constexpr bool node_local = true;

    struct State {
        static constexpr bool shared = true;
        FitRequest request;
        std::vector<ResourceColumns> scoring;
        bool filters = false, scores = false;  // pre_filter, pre_score have run
    };

    NodeResourcesFit(const NodeResourcesFitArgs& args, berth::Host& host)
        : filter_(args, host),
          resources_(args.scoring_strategy.resources, host, UsedReading::kNonZero),
          score_(args.scoring_strategy) {}

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) const {
        State& state = call.emplace<State>();
        state.filters = true;
        filter_.request(pod, call, state.request);
        return berth::Verdict::success();
    }

    berth::Verdict filter(const berth::Pod&, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                          const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr || !state->filters) {
            return berth::Verdict::error(
                R"(error reading "PreFilterNodeResourcesFit" from cycleState: not found)");
        }
        filter_.filter(state->request, nodes, verdicts);
        return berth::Verdict::success();
    }

    berth::Verdict pre_score(const berth::Pod& pod, const berth::Nodes& nodes,
                             berth::Call& call) const {
        State& state = call.state_or_new<State>();
        state.scores = true;
        resources_.columns(pod.scored_requests(), nodes.columns(), call, state.scoring);
        return berth::Verdict::success();
    }

    void score(const berth::Pod& pod, const berth::Nodes& nodes, berth::Scores scores,
               const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state != nullptr && state->scores) {
            score_.score(state->scoring, nodes, scores);
            return;
        }
        std::vector<ResourceColumns> scoring;  // PreScore is not enabled in this profile
        resources_.columns(pod.scored_requests(), nodes.columns(), call, scoring);
        score_.score(scoring, nodes, scores);
    }

    berth::Events events() const {
        using berth::Action;
        using berth::Resource;
        return {berth::on(Resource::assigned_pod, Action::remove)
                    .hint<&NodeResourcesFit::after_pod_deleted>(),
                berth::on(Resource::node, Action::add | Action::update_node_allocatable)
                    .hint<&NodeResourcesFit::after_node>(),
                berth::on(Resource::assigned_pod, Action::update_pod_scale_down)
                    .hint<&NodeResourcesFit::after_other_scaled_down>(),
                berth::on(Resource::target_pod, Action::update_pod_scale_down)};
    }

    bool after_pod_deleted(const berth::Pod&, const berth::Event& event) const {
        const auto deleted = event.old_pod();
        return !deleted || !deleted->node_name().empty() || !deleted->nominated_node_name().empty();
    }

    bool after_node(const berth::Pod& pod, const berth::Event& event) const {
        if (!event.new_node()) {
            return true;
        }
        if (!filter_.fits_empty(pod, *event.new_node())) {
            return false;
        }
        return !event.old_node() || has_grown(pod, *event.old_node(), *event.new_node());
    }

    // Another pod gave back some of what this pod asks for.
    bool after_other_scaled_down(const berth::Pod& pod, const berth::Event& event) const {
        if (!event.old_pod() || !event.new_pod()) {
            return true;
        }
        const berth::Pod now = *event.new_pod();
        return !now.node_name().empty() && any_smaller(pod.placed_requests(), now.placed_requests(),
                                                       event.old_pod()->placed_requests());
    }

private:
    // Is one of the resources that `asked` names smaller in `a` than in `b`?
    static bool any_smaller(const berth_requests& asked, const berth_requests& a,
                            const berth_requests& b) {
        bool any = (asked.milli_cpu > 0 && a.milli_cpu < b.milli_cpu) ||
                   (asked.memory > 0 && a.memory < b.memory) ||
                   (asked.ephemeral_storage > 0 && a.ephemeral_storage < b.ephemeral_storage);
        for (const berth_amount& amount : berth::List<berth_amount>(asked.scalars)) {
            const std::string_view resource = berth::text(amount.name);
            any = any || (amount.value > 0 && amount_of(a, resource) < amount_of(b, resource));
        }
        return any;
    }

    static bool has_grown(const berth::Pod& pod, const berth::Node& before,
                          const berth::Node& after) {
        return before.allocatable_pods() < after.allocatable_pods() ||
               any_smaller(pod.requests(), *before.flat().allocatable, *after.flat().allocatable);
    }

    FitFilter filter_;
    ConfiguredResources resources_;
    AllocationScore score_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::NodeResourcesFit)
