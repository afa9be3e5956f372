// NodeResourcesBalancedAllocation: prefers nodes whose resources are used more evenly with the pod.
//
// kube-scheduler: pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go, v1.37.2.
#include <algorithm>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/node_resources_balanced_allocation/args.hpp"
#include "plugins/intree/node_resources_balanced_allocation/balanced_score.hpp"
#include "plugins/intree/resource_columns.hpp"

namespace berth::intree {
namespace {

class NodeResourcesBalancedAllocation
    : public berth::Plugin<NodeResourcesBalancedAllocation, NodeResourcesBalancedAllocationArgs> {
public:
    static constexpr auto name = "NodeResourcesBalancedAllocation";
    static constexpr auto summary = "prefers nodes whose resources are used evenly";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN;
    static constexpr bool node_local = true;

    struct State {
        static constexpr bool shared = true;
        std::vector<ResourceColumns> scoring;
    };

    NodeResourcesBalancedAllocation(const NodeResourcesBalancedAllocationArgs& args,
                                    berth::Host& host)
        : resources_(args.resources, host, UsedReading::kRequested) {}

    // Pods that ask for nothing would pile up on one node (#129138).
    berth::Verdict pre_score(const berth::Pod& pod, const berth::Nodes& nodes,
                             berth::Call& call) const {
        if (resources_.is_best_effort(pod.placed_requests())) {
            return berth::Verdict::skip();
        }
        State& state = call.emplace<State>();
        resources_.columns(pod.placed_requests(), nodes.columns(), call, state.scoring);
        return berth::Verdict::success();
    }

    void score(const berth::Pod& pod, const berth::Nodes& nodes, berth::Scores scores,
               const berth::Call& call) const {
        if (const State* state = call.find_state<State>()) {
            balanced_scores(state->scoring, nodes, scores);
            return;
        }
        // PreScore is not enabled in this profile.
        std::fill(scores.begin(), scores.end(), 0);
        if (!resources_.is_best_effort(pod.placed_requests())) {
            std::vector<ResourceColumns> scoring;
            resources_.columns(pod.placed_requests(), nodes.columns(), call, scoring);
            balanced_scores(scoring, nodes, scores);
        }
    }

private:
    ConfiguredResources resources_;
};

}  // namespace
}  // namespace berth::intree

BERTH_EXPORT_PLUGINS(berth::intree::NodeResourcesBalancedAllocation)
