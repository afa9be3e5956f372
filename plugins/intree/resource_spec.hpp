// ResourceSpec: a resource that a scoring plugin looks at, and its weight among the others.
//
// Part of the args of NodeResourcesFit and NodeResourcesBalancedAllocation:
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <berth/sdk/args/field.h>

namespace berth::intree {

struct ResourceSpec {
    std::string name;
    std::int64_t weight = 1;

    static constexpr auto describe() {
        return berth::fields(berth::field<&ResourceSpec::name>.summary("the resource"),
                             berth::field<&ResourceSpec::weight>.zero_is_unset().summary(
                                 "its weight, 0 counts as 1"));
    }
};

inline std::vector<ResourceSpec> default_resources() {
    return {{"cpu", 1}, {"memory", 1}};
}

}  // namespace berth::intree
