// PodSpec: what a pod asks for, everything of spec but the node. Pods made from one template share
// one PodSpec (Pools::specs), and with it the resource totals that only depend on it.
//
// Holds what kube-scheduler v1.37.2's default plugins read. Immutable once finished: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/model/affinity.hpp"
#include "core/model/pod_totals.hpp"
#include "core/model/resources.hpp"
#include "core/model/toleration.hpp"
#include "core/model/volume.hpp"

namespace berth::model {

enum class RestartPolicy : std::uint8_t { kUnset, kAlways, kOnFailure, kNever, kOther };
enum class PreemptionPolicy : std::uint8_t { kUnset, kPreemptLowerPriority, kNever, kOther };

struct ContainerPort {
    std::string name;
    std::int32_t container_port = 0;
    std::int32_t host_port = 0;  // 0: none
    std::string protocol;        // TCP, UDP, SCTP; "" before defaults
    std::string host_ip;
    friend bool operator==(const ContainerPort&, const ContainerPort&) = default;
};

struct Container {
    std::string name;
    std::string image;
    ResourceRequirements resources;
    std::vector<ContainerPort> ports;
    RestartPolicy restart_policy = RestartPolicy::kUnset;  // kAlways makes an init a sidecar
    bool restarts_all_containers = false;  // a restartPolicyRule has action RestartAllContainers
    bool bind_mount_options = false;       // a volumeMount has bindMountOptions
    friend bool operator==(const Container&, const Container&) = default;
};

struct PodResourceClaim {
    std::string name;
    std::string resource_claim_name;  // "": made from the template
    std::string resource_claim_template_name;
    friend bool operator==(const PodResourceClaim&, const PodResourceClaim&) = default;
};

struct PodSpec {
    std::vector<Container> containers;
    std::vector<Container> init_containers;
    std::vector<Volume> volumes;
    std::vector<Label> node_selector;  // by the keys' texts
    std::optional<Affinity> affinity;
    std::vector<TopologySpreadConstraint> topology_spread_constraints;
    std::vector<Toleration> tolerations;
    std::vector<std::string> scheduling_gates;
    std::vector<PodResourceClaim> resource_claims;
    ResourceList overhead;
    std::optional<ResourceRequirements> resources;  // pod-level
    std::string scheduler_name;
    std::string priority_class_name;
    std::string scheduling_group;  // schedulingGroup.podGroupName
    std::optional<std::int32_t> priority;
    PreemptionPolicy preemption_policy = PreemptionPolicy::kUnset;
    RestartPolicy restart_policy = RestartPolicy::kUnset;
    bool host_network = false;
    std::optional<bool> host_users;
    std::optional<std::int64_t> termination_grace_period_seconds;

    // Computed from the above by finish(); not compared, not printed.
    PodTotals totals;

    // Compares everything but the totals.
    [[nodiscard]] bool equals(const PodSpec& other) const;
    friend bool operator==(const PodSpec& a, const PodSpec& b) { return a.equals(b); }
};

[[nodiscard]] std::uint64_t content_hash(const PodSpec& spec);

}  // namespace berth::model
