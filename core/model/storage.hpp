// The storage kinds that volume plugins read. Immutable: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/model/object_meta.hpp"
#include "core/model/resources.hpp"
#include "core/model/selector.hpp"
#include "core/model/volume.hpp"

namespace berth::model {

struct PersistentVolumeClaim {
    ObjectMeta meta;
    std::vector<std::string> access_modes;
    std::optional<LabelSelector> selector;
    ResourceList requests;  // spec.resources.requests
    std::string volume_name;
    std::optional<std::string> storage_class_name;
    std::string volume_mode;  // Filesystem, Block; "" before defaults
    std::string phase;        // Pending, Bound, Lost
    ResourceList capacity;    // of status
    std::optional<std::string> volume_attributes_class_name;
};

struct ClaimReference {
    std::string namespace_name;
    std::string name;
    std::string uid;
    friend bool operator==(const ClaimReference&, const ClaimReference&) = default;
};

struct PersistentVolume {
    ObjectMeta meta;
    ResourceList capacity;
    std::vector<std::string> access_modes;
    std::optional<ClaimReference> claim;
    std::string reclaim_policy;
    std::string storage_class_name;
    std::string volume_mode;
    std::optional<NodeSelector> node_affinity;  // spec.nodeAffinity.required
    Volume source;
    std::string phase;  // Pending, Available, Bound, Released, Failed
    std::optional<std::string> volume_attributes_class_name;
};

struct TopologyLabel {
    base::Symbol key = base::Symbol::kNone;
    std::vector<std::string> values;
    friend bool operator==(const TopologyLabel&, const TopologyLabel&) = default;
};
using TopologyTerm = std::vector<TopologyLabel>;  // all must hold

struct StorageClass {
    ObjectMeta meta;
    std::string provisioner;
    std::string volume_binding_mode;  // Immediate, WaitForFirstConsumer; "" before defaults
    std::string reclaim_policy;
    std::vector<TopologyTerm> allowed_topologies;  // alternatives
    std::vector<std::pair<std::string, std::string>> parameters;
    bool allow_volume_expansion = false;
};

struct CsiNodeDriver {
    std::string name;
    std::string node_id;
    std::vector<std::string> topology_keys;
    std::optional<std::int32_t> allocatable_count;
    friend bool operator==(const CsiNodeDriver&, const CsiNodeDriver&) = default;
};

struct CsiNode {
    ObjectMeta meta;  // the name is the node's
    std::vector<CsiNodeDriver> drivers;
};

struct CsiDriver {
    ObjectMeta meta;
    bool attach_required = true;
    bool storage_capacity = false;
    bool prevent_pod_scheduling_if_missing = false;
};

struct CsiStorageCapacity {
    ObjectMeta meta;
    std::optional<LabelSelector> node_topology;
    std::string storage_class_name;
    std::optional<Quantity> capacity;
    std::optional<Quantity> maximum_volume_size;
};

struct VolumeAttachment {
    ObjectMeta meta;
    std::string attacher;
    std::string node_name;
    std::string persistent_volume_name;   // of source; "": inline
    std::optional<Volume> inline_volume;  // source.inlineVolumeSpec
    bool attached = false;
};

}  // namespace berth::model
