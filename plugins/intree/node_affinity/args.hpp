// The args of NodeAffinity.
//
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2.
#pragma once

#include <berth/sdk/args/field.h>
#include <berth/sdk/match/owned.h>

namespace berth::intree {

struct NodeAffinityArgs {
    berth::NodeAffinity added_affinity;

    static constexpr auto describe() {
        return berth::fields(berth::field<&NodeAffinityArgs::added_affinity>.summary(
            "holds for all pods of the profile, besides their own"));
    }
};

}  // namespace berth::intree
