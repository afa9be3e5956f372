// The args of PodTopologySpread: the constraints of pods that have none of their own.
//
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2, TopologySpreadConstraint
// of k8s.io/api/core/v1; the rules: ValidatePodTopologySpreadArgs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <berth/sdk/args/errors.h>
#include <berth/sdk/args/field.h>
#include <berth/sdk/args/names.h>
#include <berth/sdk/match/owned.h>

namespace berth::intree {

enum class SpreadDefaulting : std::uint8_t { kSystem, kList };
constexpr auto berth_names(SpreadDefaulting) {
    return berth::names<SpreadDefaulting>(
        {{SpreadDefaulting::kSystem, "System"}, {SpreadDefaulting::kList, "List"}});
}

struct DefaultSpreadConstraint {
    std::int32_t max_skew = 0;
    std::string topology_key;
    std::string when_unsatisfiable;
    berth::LabelSelector label_selector;  // never allowed: it is found for each pod
    std::optional<std::int32_t> min_domains;
    std::optional<std::string> node_affinity_policy;
    std::optional<std::string> node_taints_policy;
    std::vector<std::string> match_label_keys;

    static constexpr auto describe() {
        using Args = DefaultSpreadConstraint;
        return berth::fields(
            berth::field<&Args::max_skew>.above(0).summary("by how many pods domains may differ"),
            berth::field<&Args::topology_key>.summary("the label whose values are the domains"),
            berth::field<&Args::when_unsatisfiable>.summary("DoNotSchedule or ScheduleAnyway"),
            berth::field<&Args::label_selector>.summary("not allowed here"),
            berth::field<&Args::min_domains>.summary("domains that there should be at least"),
            berth::field<&Args::node_affinity_policy>.summary("Honor or Ignore"),
            berth::field<&Args::node_taints_policy>.summary("Honor or Ignore"),
            berth::field<&Args::match_label_keys>.summary("labels that pods must share"));
    }
};

struct PodTopologySpreadArgs {
    std::vector<DefaultSpreadConstraint> default_constraints;
    SpreadDefaulting defaulting_type = SpreadDefaulting::kSystem;

    static constexpr auto describe() {
        using Args = PodTopologySpreadArgs;
        return berth::fields(
            berth::field<&Args::default_constraints>.summary("with defaultingType List"),
            berth::field<&Args::defaulting_type>.zero_is_unset().summary(
                "System: spread over hosts and zones; List: defaultConstraints"));
    }

    void validate(berth::Errors& errors) const;
};

}  // namespace berth::intree
