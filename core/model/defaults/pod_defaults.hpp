// The defaults of a pod, step by step. Internal to core/model's defaults.
#pragma once

#include "core/model/decode.hpp"

namespace berth::model {

// Requests and capacities up to thousandths (SetDefaults_ResourceList).
void round_up(ResourceList& list);
void round_up(ResourceRequirements& resources);

// SetDefaults_Pod and SetDefaults_PodSpec (pkg/apis/core/v1/defaults.go).
void fill_pod_fields(PodDraft& draft, const base::SymbolTable& symbols);
// The DefaultTolerationSeconds admission plugin.
void tolerate_dead_nodes(PodSpec& spec);
// podStrategy.PrepareForCreate: label keys into selectors, fields of disabled features dropped,
// pod-level requests completed (pkg/registry/core/pod/strategy.go, pkg/api/pod/util.go).
void prepare_for_create(PodDraft& draft, const base::SymbolTable& symbols);

}  // namespace berth::model
