// The args of NodeResourcesFit: what its filter ignores and how it scores.
//
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2; the rules:
// ValidateNodeResourcesFitArgs of pkg/scheduler/apis/config/validation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <berth/sdk/args/errors.h>
#include <berth/sdk/args/field.h>
#include <berth/sdk/args/names.h>

#include "plugins/intree/resource_spec.hpp"
#include "plugins/intree/utilization_shape.hpp"

namespace berth::intree {

enum class ScoringStrategyType : std::uint8_t {
    kLeastAllocated,
    kMostAllocated,
    kRequestedToCapacityRatio,
};
constexpr auto berth_names(ScoringStrategyType) {
    using Type = ScoringStrategyType;
    return berth::names<Type>({{Type::kLeastAllocated, "LeastAllocated"},
                               {Type::kMostAllocated, "MostAllocated"},
                               {Type::kRequestedToCapacityRatio, "RequestedToCapacityRatio"}});
}

struct RequestedToCapacityRatio {
    UtilizationShape shape;

    static constexpr auto describe() {
        return berth::fields(
            berth::field<&RequestedToCapacityRatio::shape>.summary("points, rising"));
    }
};

struct ScoringStrategy {
    ScoringStrategyType type = ScoringStrategyType::kLeastAllocated;
    std::vector<ResourceSpec> resources = default_resources();
    std::optional<RequestedToCapacityRatio> requested_to_capacity_ratio;

    // A strategy that is written must name its type.
    static constexpr auto describe() {
        using Args = ScoringStrategy;
        return berth::fields(
            berth::field<&Args::type>.default_json("\"\"").summary("which nodes are preferred"),
            berth::field<&Args::resources>.zero_is_unset().summary("what counts, by weight"),
            berth::field<&Args::requested_to_capacity_ratio>.summary(
                "of type RequestedToCapacityRatio only"));
    }
};

struct NodeResourcesFitArgs {
    static constexpr std::string_view kDefaultStrategy = R"({"type":"LeastAllocated"})";

    std::vector<std::string> ignored_resources;
    std::vector<std::string> ignored_resource_groups;
    ScoringStrategy scoring_strategy;

    static constexpr auto describe() {
        using Args = NodeResourcesFitArgs;
        return berth::fields(
            berth::field<&Args::ignored_resources>.summary("resources that the filter ignores"),
            berth::field<&Args::ignored_resource_groups>.summary(
                "the same for all resources of a group: example.com"),
            berth::field<&Args::scoring_strategy>.default_json(kDefaultStrategy).summary("how nodes are scored"));
    }

    void validate(berth::Errors& errors) const;
};

}  // namespace berth::intree
