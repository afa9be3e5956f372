// The args of DefaultPreemption: how many nodes a dry run looks at.
//
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2.
#pragma once

#include <cstdint>

#include <berth/sdk/args/errors.h>
#include <berth/sdk/args/field.h>

namespace berth::intree {

struct DefaultPreemptionArgs {
    std::int32_t min_candidate_nodes_percentage = 10;
    std::int32_t min_candidate_nodes_absolute = 100;

    static constexpr auto describe() {
        using Args = DefaultPreemptionArgs;
        return berth::fields(
            berth::field<&Args::min_candidate_nodes_percentage>.range(0, 100).summary(
                "candidates to find at least, in percent of the nodes"),
            berth::field<&Args::min_candidate_nodes_absolute>.min(0).summary(
                "candidates to find at least"));
    }

    void validate(berth::Errors& errors) const {
        if (min_candidate_nodes_percentage == 0 && min_candidate_nodes_absolute == 0) {
            errors.add("minCandidateNodesPercentage",
                       "Invalid value: 0: cannot be zero at the same time as "
                       "minCandidateNodesAbsolute");
            errors.add("minCandidateNodesAbsolute",
                       "Invalid value: 0: cannot be zero at the same time as "
                       "minCandidateNodesPercentage");
        }
    }
};

}  // namespace berth::intree
