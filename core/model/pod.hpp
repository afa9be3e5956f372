// Pod: one pod as the scheduler knows it; a shared, immutable object of a few hundred bytes plus
// a PodSpec that all pods of one template share. A changed pod is a changed copy.
//
// Made by decoding (decode.hpp), defaults (defaults.hpp) and finish(), or as a copy of another.
// Immutable: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/object_meta.hpp"
#include "core/model/pod_spec.hpp"

namespace berth::model {

enum class PodPhase : std::uint8_t { kUnset, kPending, kRunning, kSucceeded, kFailed, kUnknown };
enum class ConditionStatus : std::uint8_t { kTrue, kFalse, kUnknown };

[[nodiscard]] std::string_view to_string(PodPhase phase);  // kUnset: ""
[[nodiscard]] std::string_view to_string(ConditionStatus status);

struct PodCondition {
    base::Symbol type = base::Symbol::kNone;
    ConditionStatus status = ConditionStatus::kUnknown;
    base::Symbol reason = base::Symbol::kNone;
    std::string message;
    base::Time last_transition;  // 0: not set
    std::int64_t observed_generation = 0;
    friend bool operator==(const PodCondition&, const PodCondition&) = default;
};

struct ContainerResourceStatus {
    std::string name;
    std::optional<ResourceList> allocated;          // allocatedResources
    std::optional<ResourceRequirements> resources;  // what is actuated
    std::optional<ResourceList> actuated_requests;  // resources.requests, where it is there
    friend bool operator==(const ContainerResourceStatus&,
                           const ContainerResourceStatus&) = default;
};

// status.resourceClaimStatuses: the claim made for a pod's claim entry.
struct PodResourceClaimStatus {
    std::string name;
    std::string resource_claim_name;
    friend bool operator==(const PodResourceClaimStatus&, const PodResourceClaimStatus&) = default;
};

// The parts of a status that few pods have.
struct PodResourceStatus {
    std::vector<ContainerResourceStatus> containers;  // init containers' after the others
    std::optional<ResourceList> allocated;            // pod-level allocatedResources
    std::optional<ResourceRequirements> resources;    // pod-level resources
    std::optional<ResourceList> actuated_requests;    // resources.requests, where it is there
    std::vector<PodResourceClaimStatus> claims;
    std::string extended_resource_claim_name;
    friend bool operator==(const PodResourceStatus&, const PodResourceStatus&) = default;
};

struct PodStatus {
    PodPhase phase = PodPhase::kUnset;
    std::string nominated_node_name;
    std::optional<base::Time> start_time;
    std::vector<PodCondition> conditions;
    std::shared_ptr<const PodResourceStatus> resources;  // null: none of it
    // By content, also of `resources`.
    friend bool operator==(const PodStatus& a, const PodStatus& b);
};

struct Pod {
    ObjectMeta meta;
    std::shared_ptr<const PodSpec> spec;  // never null once finished
    std::string node_name;                // spec.nodeName; "": not placed
    PodStatus status;
    // Never null once finished; the spec's own, unless the status has a say.
    std::shared_ptr<const PodTotals> totals;

    [[nodiscard]] std::int32_t priority() const { return spec->priority.value_or(0); }
    [[nodiscard]] bool is_terminating() const { return meta.deletion.has_value(); }
    // In phase Succeeded or Failed: the scheduler does not see it.
    [[nodiscard]] bool is_finished() const {
        return status.phase == PodPhase::kSucceeded || status.phase == PodPhase::kFailed;
    }
    // Null if there is none.
    [[nodiscard]] const PodCondition* find_condition(base::Symbol type) const;
};

using PodPtr = std::shared_ptr<const Pod>;

}  // namespace berth::model
