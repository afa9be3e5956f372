// Which events may help a pod that InterPodAffinity refused.
//
// kube-scheduler: isSchedulableAfter… in
// pkg/scheduler/framework/plugins/interpodaffinity/plugin.go, v1.37.2. As there, namespace
// selectors are asked about a namespace without labels (#141953).
#pragma once

#include <berth/sdk.h>

namespace berth::intree {

[[nodiscard]] bool wakes_after_pod(const berth::Pod& pod, const berth::Event& event);
[[nodiscard]] bool wakes_after_node(const berth::Pod& pod, const berth::Event& event);

}  // namespace berth::intree
