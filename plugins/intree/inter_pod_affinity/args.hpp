// The args of InterPodAffinity.
//
// staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go v1.37.2.
#pragma once

#include <cstdint>

#include <berth/sdk/args/field.h>

namespace berth::intree {

struct InterPodAffinityArgs {
    std::int32_t hard_pod_affinity_weight = 1;
    bool ignore_preferred_terms_of_existing_pods = false;

    static constexpr auto describe() {
        using Args = InterPodAffinityArgs;
        return berth::fields(
            berth::field<&Args::hard_pod_affinity_weight>.range(0, 100).summary(
                "score for a placed pod's required affinity to the new pod"),
            berth::field<&Args::ignore_preferred_terms_of_existing_pods>.since("v1").summary(
                "score by placed pods' preferred terms only if the pod has terms itself"));
    }
};

}  // namespace berth::intree
