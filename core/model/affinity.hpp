// Affinity and spread: where a pod wants to be, by node labels and by other pods.
// Part of PodSpec; immutable: any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/model/selector.hpp"

namespace berth::model {

struct PreferredSchedulingTerm {
    std::int32_t weight = 0;
    NodeSelectorTerm preference;
    friend bool operator==(const PreferredSchedulingTerm&,
                           const PreferredSchedulingTerm&) = default;
};

struct NodeAffinity {
    std::optional<NodeSelector> required;
    std::vector<PreferredSchedulingTerm> preferred;
    friend bool operator==(const NodeAffinity&, const NodeAffinity&) = default;
};

// match_label_keys and mismatch_label_keys are merged into label_selector by the defaults.
struct PodAffinityTerm {
    std::optional<LabelSelector> label_selector;  // absent matches no pod
    std::vector<base::Symbol> namespaces;
    std::optional<LabelSelector> namespace_selector;  // absent selects no namespace, empty all
    base::Symbol topology_key = base::Symbol::kNone;
    std::vector<base::Symbol> match_label_keys;
    std::vector<base::Symbol> mismatch_label_keys;
    friend bool operator==(const PodAffinityTerm&, const PodAffinityTerm&) = default;
};

struct WeightedPodAffinityTerm {
    std::int32_t weight = 0;
    PodAffinityTerm term;
    friend bool operator==(const WeightedPodAffinityTerm&,
                           const WeightedPodAffinityTerm&) = default;
};

// Both of podAffinity and podAntiAffinity.
struct PodAffinity {
    std::vector<PodAffinityTerm> required;
    std::vector<WeightedPodAffinityTerm> preferred;
    friend bool operator==(const PodAffinity&, const PodAffinity&) = default;
};

struct Affinity {
    std::optional<NodeAffinity> node;
    std::optional<PodAffinity> pod;
    std::optional<PodAffinity> pod_anti;
    friend bool operator==(const Affinity&, const Affinity&) = default;
};

enum class UnsatisfiableAction : std::uint8_t { kDoNotSchedule, kScheduleAnyway, kOther };
enum class NodeInclusionPolicy : std::uint8_t { kUnset, kHonor, kIgnore };

struct TopologySpreadConstraint {
    std::int32_t max_skew = 0;
    base::Symbol topology_key = base::Symbol::kNone;
    UnsatisfiableAction when_unsatisfiable = UnsatisfiableAction::kOther;
    std::optional<LabelSelector> label_selector;
    std::optional<std::int32_t> min_domains;
    NodeInclusionPolicy node_affinity_policy = NodeInclusionPolicy::kUnset;  // as Honor
    NodeInclusionPolicy node_taints_policy = NodeInclusionPolicy::kUnset;    // as Ignore
    std::vector<base::Symbol> match_label_keys;
    friend bool operator==(const TopologySpreadConstraint&,
                           const TopologySpreadConstraint&) = default;
};

}  // namespace berth::model
