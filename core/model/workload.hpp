// The other kinds that scheduling reads: namespaces, priority classes, disruption budgets, what
// selects pods (services and the controllers that own them), leases; and any further kind as text.
// Immutable: any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/object_meta.hpp"
#include "core/model/pod_spec.hpp"
#include "core/model/selector.hpp"

namespace berth::model {

struct Namespace {
    ObjectMeta meta;
};

struct PriorityClass {
    ObjectMeta meta;
    std::int32_t value = 0;
    bool global_default = false;
    PreemptionPolicy preemption_policy = PreemptionPolicy::kUnset;
};

// An amount of pods: a number, or a percentage.
struct IntOrPercent {
    bool percent = false;
    std::int32_t value = 0;
    friend bool operator==(const IntOrPercent&, const IntOrPercent&) = default;
};

struct PodDisruptionBudget {
    ObjectMeta meta;
    std::optional<LabelSelector> selector;
    std::optional<IntOrPercent> min_available;
    std::optional<IntOrPercent> max_unavailable;
    std::int32_t disruptions_allowed = 0;     // of status
    std::vector<std::string> disrupted_pods;  // names, sorted
};

// Its selector is a map of labels; an absent one selects nothing, an empty one all pods.
struct Service {
    ObjectMeta meta;
    std::vector<Label> selector;
    bool has_selector = false;
};

enum class WorkloadKind : std::uint8_t {
    kReplicationController,
    kReplicaSet,
    kStatefulSet,
    kDeployment,
};

[[nodiscard]] std::string_view to_string(WorkloadKind kind);

// A controller that owns pods.
struct Workload {
    WorkloadKind kind = WorkloadKind::kReplicaSet;
    ObjectMeta meta;
    std::optional<LabelSelector> selector;
    LabelSetPtr template_labels = no_labels();
    std::optional<std::int32_t> replicas;
};

struct Lease {
    ObjectMeta meta;
    std::optional<std::string> holder_identity;
    std::optional<std::int32_t> lease_duration_seconds;
    std::optional<base::Time> acquire_time;
    std::optional<base::Time> renew_time;
    std::optional<std::int32_t> lease_transitions;
};

// Any kind that berth has no struct for (plugins may ask for it).
struct Unknown {
    std::string api_version;  // group/version
    std::string kind;
    ObjectMeta meta;
    std::string json;  // the whole object, keys sorted
};

}  // namespace berth::model
