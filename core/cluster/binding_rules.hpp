// What kube-apiserver checks and writes when a pod is bound or its status patched. Pure functions.
#pragma once

#include "core/access/cluster.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/model/pod.hpp"

namespace berth::cluster {

// What the binding storage refuses (pkg/registry/core/pod/storage/storage.go, v1.37.2).
[[nodiscard]] base::Status may_bind(const model::Pod& pod, const access::Binding& binding);

// Puts the condition in the place of the one of its type; the time of the last transition moves
// only where the condition's status changes.
void set_condition(model::PodStatus& status, model::PodCondition condition, base::Time now);

}  // namespace berth::cluster
