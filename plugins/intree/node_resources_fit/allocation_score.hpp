// The three scoring strategies of NodeResourcesFit over columns.
//
// Whole-number division as kube-scheduler's least_allocated.go, most_allocated.go and
// requested_to_capacity_ratio.go (pkg/scheduler/framework/plugins/noderesources, v1.37.2).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <berth/sdk/view/nodes.h>

#include "plugins/intree/node_resources_fit/args.hpp"
#include "plugins/intree/resource_columns.hpp"

namespace berth::intree {

class AllocationScore {
public:
    explicit AllocationScore(const ScoringStrategy& strategy);

    void score(std::span<const ResourceColumns> resources, const berth::Nodes& nodes,
               std::span<std::int64_t> scores) const;

private:
    [[nodiscard]] std::int64_t score_row(std::span<const ResourceColumns> resources,
                                         std::uint32_t row) const;
    [[nodiscard]] std::int64_t shape_score(std::int64_t requested, std::int64_t capacity) const;

    ScoringStrategyType type_;
    std::vector<std::pair<std::int64_t, std::int64_t>> shape_;  // utilization, score · 10
};

}  // namespace berth::intree
