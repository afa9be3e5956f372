// The args of NodeResourceTopologyMatch: crane-scheduler's, scheduler-plugins', and which of the
// two kinds of NodeResourceTopology is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <berth/sdk.h>

#include "plugins/noderesourcetopology/numa_score.hpp"

namespace berth::numa {

enum class Source { kAuto, kCrane, kExporter, kBoth };
constexpr auto berth_names(Source) {
    return berth::names<Source>({{Source::kAuto, "auto"},
                                 {Source::kCrane, "topology.crane.io"},
                                 {Source::kExporter, "topology.node.k8s.io"},
                                 {Source::kBoth, "both"}});
}

constexpr auto berth_names(Strategy) {
    return berth::names<Strategy>({{Strategy::kLeastAllocated, "LeastAllocated"},
                                   {Strategy::kMostAllocated, "MostAllocated"},
                                   {Strategy::kBalancedAllocation, "BalancedAllocation"},
                                   {Strategy::kLeastNumaNodes, "LeastNUMANodes"}});
}

struct WeightedResource {
    std::string name;
    std::int64_t weight = 1;
    static constexpr auto describe() {
        return berth::fields(
            berth::field<&WeightedResource::name>.summary("a resource"),
            berth::field<&WeightedResource::weight>.summary("its share of the score; below 1: 1"));
    }
};

struct ScoringStrategy {
    Strategy type = Strategy::kLeastAllocated;
    std::vector<WeightedResource> resources;
    static constexpr auto describe() {
        return berth::fields(
            berth::field<&ScoringStrategy::type>.summary("how a zone is judged"),
            berth::field<&ScoringStrategy::resources>.summary("weights; others weigh 1"));
    }
};

struct MatchArgs {
    std::vector<std::string> topology_aware_resources{"cpu"};
    Source topology_source = Source::kAuto;
    std::optional<ScoringStrategy> scoring_strategy;
    std::optional<std::int64_t> cache_resync_period_seconds;
    std::optional<bool> discard_reserved_nodes;
    berth::Json cache;

    static constexpr auto describe() {
        return berth::fields(
            berth::field<&MatchArgs::topology_aware_resources>.zero_is_unset().summary(
                "what is counted by zone under topology.crane.io; without cpu nothing is"),
            berth::field<&MatchArgs::topology_source>.summary(
                "whose NodeResourceTopology is read; auto: by the other fields"),
            berth::field<&MatchArgs::scoring_strategy>.summary(
                "how nodes are scored under topology.node.k8s.io"),
            berth::field<&MatchArgs::cache_resync_period_seconds>.summary(
                "above 0: pods placed since a node's object changed count against all its zones"),
            berth::field<&MatchArgs::discard_reserved_nodes>.summary(
                "not supported: must be false"),
            berth::field<&MatchArgs::cache>.summary("of scheduler-plugins; has no effect here"));
    }

    void validate(berth::Errors& errors) const;

    [[nodiscard]] bool reads_crane() const;
    [[nodiscard]] bool reads_exporter() const;
};

}  // namespace berth::numa
