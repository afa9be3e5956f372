// The args of NodeResourcesBalancedAllocation.
//
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2.
#pragma once

#include <vector>

#include <berth/sdk/args/errors.h>

#include "plugins/intree/resource_spec.hpp"

namespace berth::intree {

struct NodeResourcesBalancedAllocationArgs {
    std::vector<ResourceSpec> resources = default_resources();

    static constexpr auto describe() {
        using Args = NodeResourcesBalancedAllocationArgs;
        return berth::fields(berth::field<&Args::resources>.zero_is_unset().summary(
            "whose utilizations are to be alike; each of weight 1"));
    }

    void validate(berth::Errors& errors) const;
};

}  // namespace berth::intree
