#include <algorithm>

#include "core/model/decode/objects.hpp"
#include "core/model/decode/parts.hpp"

namespace berth::model {
namespace {

// Objects of the shape metadata, spec, status; `spec` and `status` get the fields' names.
template <typename T, typename Spec, typename Status>
void read_object(const Cursor& at, T& out, Spec&& spec, Status&& status) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "metadata") {
            return take(field, out.meta);
        }
        if (key == "spec" || key == "status") {
            field.each_field([&](std::string_view name, const Cursor& inner) {
                return key == "spec" ? spec(name, inner) : status(name, inner);
            });
            return true;
        }
        return is_type_field(key);
    });
}

bool nothing(std::string_view /*name*/, const Cursor& /*field*/) {
    return false;
}

void read_claim_reference(const Cursor& at, ClaimReference& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "namespace") {
            return take(field, out.namespace_name);
        }
        if (key == "name") {
            return take(field, out.name);
        }
        return key == "uid" && take(field, out.uid);
    });
}

bool read_volume_spec(std::string_view key, const Cursor& field, PersistentVolume& out) {
    if (key == "capacity") {
        read_resources(field, out.capacity);
        return true;
    }
    if (key == "accessModes") {
        return take(field, out.access_modes);
    }
    if (key == "claimRef") {
        read_claim_reference(field, out.claim.emplace());
        return true;
    }
    if (key == "persistentVolumeReclaimPolicy") {
        return take(field, out.reclaim_policy);
    }
    if (key == "storageClassName") {
        return take(field, out.storage_class_name);
    }
    if (key == "volumeMode") {
        return take(field, out.volume_mode);
    }
    if (key == "volumeAttributesClassName") {
        return take(field, out.volume_attributes_class_name);
    }
    if (key == "nodeAffinity") {
        field.each_field([&](std::string_view name, const Cursor& inner) {
            return name == "required" && take(inner, out.node_affinity);
        });
        return true;
    }
    return read_volume_source(key, field, out.source);
}

bool read_claim_spec(std::string_view key, const Cursor& field, PersistentVolumeClaim& out) {
    if (key == "accessModes") {
        return take(field, out.access_modes);
    }
    if (key == "selector") {
        return take(field, out.selector);
    }
    if (key == "resources") {
        field.each_field([&](std::string_view name, const Cursor& inner) {
            if (name == "requests") {
                read_resources(inner, out.requests);
            }
            return name == "requests";
        });
        return true;
    }
    if (key == "volumeName") {
        return take(field, out.volume_name);
    }
    if (key == "storageClassName") {
        return take(field, out.storage_class_name);
    }
    if (key == "volumeMode") {
        return take(field, out.volume_mode);
    }
    return key == "volumeAttributesClassName" && take(field, out.volume_attributes_class_name);
}

void read_topology_term(const Cursor& at, TopologyTerm& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key != "matchLabelExpressions") {
            return false;
        }
        field.each_item([&](const Cursor& item) {
            TopologyLabel& label = out.emplace_back();
            if (item.value().is_null()) {
                return;
            }
            item.each_field([&](std::string_view name, const Cursor& inner) {
                if (name == "key") {
                    return take(inner, label.key);
                }
                return name == "values" && take(inner, label.values);
            });
        });
        return true;
    });
}

void read_driver(const Cursor& at, CsiNodeDriver& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "name") {
            return take(field, out.name);
        }
        if (key == "nodeID") {
            return take(field, out.node_id);
        }
        if (key == "topologyKeys") {
            return take(field, out.topology_keys);
        }
        if (key == "allocatable") {
            field.each_field([&](std::string_view name, const Cursor& inner) {
                return name == "count" && take(inner, out.allocatable_count);
            });
            return true;
        }
        return false;
    });
}

void read_attachment_source(const Cursor& at, VolumeAttachment& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "persistentVolumeName") {
            return take(field, out.persistent_volume_name);
        }
        if (key == "inlineVolumeSpec") {
            Volume& volume = out.inline_volume.emplace();
            field.each_field([&](std::string_view name, const Cursor& inner) {
                return read_volume_source(name, inner, volume);
            });
            return true;
        }
        return false;
    });
}

void read_parameters(const Cursor& at, StorageClass& out) {
    at.each_entry([&](std::string_view key, const Cursor& entry) {
        std::string value;
        model::read(entry, value);
        out.parameters.emplace_back(key, std::move(value));
    });
    std::sort(out.parameters.begin(), out.parameters.end());
}

bool read_class_field(std::string_view key, const Cursor& field, StorageClass& out) {
    if (key == "provisioner") {
        return take(field, out.provisioner);
    }
    if (key == "volumeBindingMode") {
        return take(field, out.volume_binding_mode);
    }
    if (key == "reclaimPolicy") {
        return take(field, out.reclaim_policy);
    }
    if (key == "allowVolumeExpansion") {
        return take(field, out.allow_volume_expansion);
    }
    if (key == "parameters") {
        read_parameters(field, out);
        return true;
    }
    if (key == "allowedTopologies") {
        field.each_item([&](const Cursor& item) {
            TopologyTerm& term = out.allowed_topologies.emplace_back();
            if (!item.value().is_null()) {
                read_topology_term(item, term);
            }
        });
        return true;
    }
    return false;
}

}  // namespace

void read(const Cursor& at, PersistentVolumeClaim& out) {
    read_object(
        at, out,
        [&](std::string_view key, const Cursor& field) { return read_claim_spec(key, field, out); },
        [&](std::string_view key, const Cursor& field) {
            if (key == "capacity") {
                read_resources(field, out.capacity);
                return true;
            }
            return key == "phase" && take(field, out.phase);
        });
}

void read(const Cursor& at, PersistentVolume& out) {
    read_object(
        at, out,
        [&](std::string_view key, const Cursor& field) {
            return read_volume_spec(key, field, out);
        },
        [&](std::string_view key, const Cursor& field) {
            return key == "phase" && take(field, out.phase);
        });
}

void read(const Cursor& at, StorageClass& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "metadata") {
            return take(field, out.meta);
        }
        return is_type_field(key) || read_class_field(key, field, out);
    });
}

void read(const Cursor& at, CsiNode& out) {
    read_object(
        at, out,
        [&](std::string_view key, const Cursor& field) {
            if (key != "drivers") {
                return false;
            }
            field.each_item([&](const Cursor& item) {
                CsiNodeDriver& driver = out.drivers.emplace_back();
                if (!item.value().is_null()) {
                    read_driver(item, driver);
                }
            });
            return true;
        },
        nothing);
}

void read(const Cursor& at, CsiDriver& out) {
    read_object(
        at, out,
        [&](std::string_view key, const Cursor& field) {
            if (key == "attachRequired") {
                return take(field, out.attach_required);
            }
            if (key == "storageCapacity") {
                return take(field, out.storage_capacity);
            }
            return key == "preventPodSchedulingIfMissing" &&
                   take(field, out.prevent_pod_scheduling_if_missing);
        },
        nothing);
}

void read(const Cursor& at, CsiStorageCapacity& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "metadata") {
            return take(field, out.meta);
        }
        if (key == "nodeTopology") {
            return take(field, out.node_topology);
        }
        if (key == "storageClassName") {
            return take(field, out.storage_class_name);
        }
        if (key == "capacity") {
            return take(field, out.capacity);
        }
        if (key == "maximumVolumeSize") {
            return take(field, out.maximum_volume_size);
        }
        return is_type_field(key);
    });
}

void read(const Cursor& at, VolumeAttachment& out) {
    read_object(
        at, out,
        [&](std::string_view key, const Cursor& field) {
            if (key == "attacher") {
                return take(field, out.attacher);
            }
            if (key == "nodeName") {
                return take(field, out.node_name);
            }
            if (key == "source") {
                read_attachment_source(field, out);
                return true;
            }
            return false;
        },
        [&](std::string_view key, const Cursor& field) {
            return key == "attached" && take(field, out.attached);
        });
}

}  // namespace berth::model
