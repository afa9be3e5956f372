#include <fmt/format.h>

#include "core/model/encode/parts.hpp"

namespace berth::model {
namespace {

void write_number(Writer& out, std::string_view key, const std::optional<IntOrPercent>& value) {
    if (value && value->percent) {
        out.text(key, fmt::format("{}%", value->value));
    } else if (value) {
        out.number(key, value->value);
    }
}

void write_optional(Writer& out, std::string_view key, const std::optional<std::string>& text) {
    if (text) {
        out.text(key, *text);
    }
}

void write_class(Writer& out, const StorageClass& storage_class) {
    out.field("provisioner", storage_class.provisioner);
    out.field("volumeBindingMode", storage_class.volume_binding_mode);
    out.field("reclaimPolicy", storage_class.reclaim_policy);
    out.flag("allowVolumeExpansion", storage_class.allow_volume_expansion);
    if (!storage_class.parameters.empty()) {
        out.object("parameters", [&] {
            for (const auto& [key, value] : storage_class.parameters) {
                out.text(key, value);
            }
        });
    }
    out.list("allowedTopologies", storage_class.allowed_topologies, [&](const TopologyTerm& term) {
        out.list("matchLabelExpressions", term, [&](const TopologyLabel& label) {
            out.field("key", label.key);
            out.field("values", label.values);
        });
    });
}

}  // namespace

void write(Writer& out, const Node& node) {
    write(out, node.meta);
    out.object("spec", [&] {
        out.flag("unschedulable", node.unschedulable);
        out.list("taints", node.taints, [&](const Taint& taint) { write(out, taint); });
    });
    out.object("status", [&] {
        out.resources("capacity", node.capacity);
        out.resources("allocatable", node.allocatable);
        out.list("conditions", node.conditions, [&](const NodeCondition& condition) {
            out.field("type", condition.type);
            out.field("status", to_string(condition.status));
        });
        out.list("images", node.images, [&](const ContainerImage& image) {
            out.field("names", image.names);
            out.number_unless_zero("sizeBytes", image.size_bytes);
        });
        out.field("declaredFeatures", node.declared_features);
    });
}

void write(Writer& out, const Namespace& space) {
    write(out, space.meta);
}

void write(Writer& out, const PriorityClass& priority_class) {
    write(out, priority_class.meta);
    out.number("value", priority_class.value);
    out.flag("globalDefault", priority_class.global_default);
    out.field("preemptionPolicy", to_string(priority_class.preemption_policy));
}

void write(Writer& out, const PodDisruptionBudget& budget) {
    write(out, budget.meta);
    out.object("spec", [&] {
        write_selector(out, "selector", budget.selector);
        write_number(out, "minAvailable", budget.min_available);
        write_number(out, "maxUnavailable", budget.max_unavailable);
    });
    out.object("status", [&] { out.number("disruptionsAllowed", budget.disruptions_allowed); });
}

void write(Writer& out, const PersistentVolumeClaim& claim) {
    write(out, claim.meta);
    out.object("spec", [&] {
        out.field("accessModes", claim.access_modes);
        write_selector(out, "selector", claim.selector);
        if (!claim.requests.empty()) {
            out.object("resources", [&] { out.resources("requests", claim.requests); });
        }
        out.field("volumeName", claim.volume_name);
        write_optional(out, "storageClassName", claim.storage_class_name);
        out.field("volumeMode", claim.volume_mode);
        write_optional(out, "volumeAttributesClassName", claim.volume_attributes_class_name);
    });
    out.object("status", [&] {
        out.field("phase", claim.phase);
        out.resources("capacity", claim.capacity);
    });
}

void write(Writer& out, const PersistentVolume& volume) {
    write(out, volume.meta);
    out.object("spec", [&] {
        out.resources("capacity", volume.capacity);
        out.field("accessModes", volume.access_modes);
        if (volume.claim) {
            out.object("claimRef", [&] {
                out.field("namespace", volume.claim->namespace_name);
                out.field("name", volume.claim->name);
                out.field("uid", volume.claim->uid);
            });
        }
        out.field("persistentVolumeReclaimPolicy", volume.reclaim_policy);
        out.field("storageClassName", volume.storage_class_name);
        out.field("volumeMode", volume.volume_mode);
        write_optional(out, "volumeAttributesClassName", volume.volume_attributes_class_name);
        if (volume.node_affinity) {
            out.object("nodeAffinity",
                       [&] { out.object("required", [&] { write(out, *volume.node_affinity); }); });
        }
        write(out, volume.source);
    });
    out.object("status", [&] { out.field("phase", volume.phase); });
}

void write(Writer& out, const StorageClass& storage_class) {
    write(out, storage_class.meta);
    write_class(out, storage_class);
}

void write(Writer& out, const CsiNode& node) {
    write(out, node.meta);
    out.object("spec", [&] {
        out.list("drivers", node.drivers, [&](const CsiNodeDriver& driver) {
            out.field("name", driver.name);
            out.field("nodeID", driver.node_id);
            out.field("topologyKeys", driver.topology_keys);
            if (driver.allocatable_count) {
                out.object("allocatable", [&] { out.number("count", *driver.allocatable_count); });
            }
        });
    });
}

void write(Writer& out, const CsiDriver& driver) {
    write(out, driver.meta);
    out.object("spec", [&] {
        out.boolean("attachRequired", driver.attach_required);
        out.boolean("storageCapacity", driver.storage_capacity);
        out.flag("preventPodSchedulingIfMissing", driver.prevent_pod_scheduling_if_missing);
    });
}

void write(Writer& out, const CsiStorageCapacity& capacity) {
    write(out, capacity.meta);
    write_selector(out, "nodeTopology", capacity.node_topology);
    out.field("storageClassName", capacity.storage_class_name);
    if (capacity.capacity) {
        out.field("capacity", *capacity.capacity);
    }
    if (capacity.maximum_volume_size) {
        out.field("maximumVolumeSize", *capacity.maximum_volume_size);
    }
}

void write(Writer& out, const VolumeAttachment& attachment) {
    write(out, attachment.meta);
    out.object("spec", [&] {
        out.field("attacher", attachment.attacher);
        out.field("nodeName", attachment.node_name);
        out.object("source", [&] {
            out.field("persistentVolumeName", attachment.persistent_volume_name);
            if (attachment.inline_volume) {
                out.object("inlineVolumeSpec", [&] { write(out, *attachment.inline_volume); });
            }
        });
    });
    out.object("status", [&] { out.boolean("attached", attachment.attached); });
}

void write(Writer& out, const Service& service) {
    write(out, service.meta);
    out.object("spec", [&] { out.labels("selector", service.selector); });
}

void write(Writer& out, const Workload& workload) {
    write(out, workload.meta);
    out.object("spec", [&] {
        out.optional_number("replicas", workload.replicas);
        if (workload.kind == WorkloadKind::kReplicationController && workload.selector) {
            out.labels("selector", workload.selector->match_labels);
        } else {
            write_selector(out, "selector", workload.selector);
        }
        if (!workload.template_labels->empty()) {
            out.object("template", [&] {
                out.object("metadata",
                           [&] { out.labels("labels", workload.template_labels->labels()); });
            });
        }
    });
}

void write(Writer& out, const Lease& lease) {
    write(out, lease.meta);
    out.object("spec", [&] {
        write_optional(out, "holderIdentity", lease.holder_identity);
        out.optional_number("leaseDurationSeconds", lease.lease_duration_seconds);
        if (lease.acquire_time) {
            out.text("acquireTime", base::format_micro_time(*lease.acquire_time));
        }
        if (lease.renew_time) {
            out.text("renewTime", base::format_micro_time(*lease.renew_time));
        }
        out.optional_number("leaseTransitions", lease.lease_transitions);
    });
}

}  // namespace berth::model
