// The resource claims that a pod names, and what can be wrong with them.
//
// kube-scheduler: foreachPodResourceClaim of dynamicresources/dynamicresources.go v1.37.2, and
// k8s.io/dynamic-resource-allocation/resourceclaim v0.37.2. Scheduling thread.
#pragma once

#include <string>
#include <vector>

#include <berth/sdk.h>
#include <berth/sdk/view/json_view.h>

namespace berth::intree {

struct PodResourceClaims {
    std::vector<const berth_json_object*> claims;
    std::string problem;  // not empty: the pod has to wait
};

[[nodiscard]] PodResourceClaims resource_claims(const berth::Pod& pod,
                                                const berth::Objects& objects);

// A device class that a request of the claim asks for and that does not exist, or a request of an
// unknown form; empty: none.
[[nodiscard]] std::string request_problem(const berth_json_object& claim,
                                          const berth::Objects& objects);

}  // namespace berth::intree
