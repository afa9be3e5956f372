#include "core/model/decode/objects.hpp"
#include "core/model/decode/parts.hpp"

namespace berth::model {
namespace {

void read(const Cursor& at, RestartPolicy& out) {
    std::string text;
    model::read(at, text);
    out = text == "Always"      ? RestartPolicy::kAlways
          : text == "OnFailure" ? RestartPolicy::kOnFailure
          : text == "Never"     ? RestartPolicy::kNever
          : text.empty()        ? RestartPolicy::kUnset
                                : RestartPolicy::kOther;
}

void read(const Cursor& at, ContainerPort& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "name") {
            return take(field, out.name);
        }
        if (key == "containerPort") {
            return take(field, out.container_port);
        }
        if (key == "hostPort") {
            return take(field, out.host_port);
        }
        if (key == "protocol") {
            return take(field, out.protocol);
        }
        return key == "hostIP" && take(field, out.host_ip);
    });
}

void read_restart_rules(const Cursor& at, Container& out) {
    at.each_item([&](const Cursor& item) {
        if (item.value().is_null()) {
            return;
        }
        item.each_field([&](std::string_view key, const Cursor& field) {
            if (key != "action") {
                return false;
            }
            std::string action;
            model::read(field, action);
            out.restarts_all_containers =
                out.restarts_all_containers || action == "RestartAllContainers";
            return true;
        });
    });
}

void read_volume_mounts(const Cursor& at, Container& out) {
    at.each_item([&](const Cursor& item) {
        if (item.value().is_null()) {
            return;
        }
        item.each_field([&](std::string_view key, const Cursor& field) {
            if (key != "bindMountOptions") {
                return false;
            }
            std::vector<std::string> options;
            model::read(field, options);
            out.bind_mount_options = out.bind_mount_options || !options.empty();
            return true;
        });
    });
}

void read_ports(const Cursor& at, Container& out) {
    at.each_item([&](const Cursor& item) {
        ContainerPort& port = out.ports.emplace_back();
        if (!item.value().is_null()) {
            read(item, port);
        }
    });
}

void read(const Cursor& at, Container& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "name") {
            return take(field, out.name);
        }
        if (key == "image") {
            return take(field, out.image);
        }
        if (key == "resources") {
            return take(field, out.resources);
        }
        if (key == "restartPolicy") {
            read(field, out.restart_policy);
        } else if (key == "ports") {
            read_ports(field, out);
        } else if (key == "restartPolicyRules") {
            read_restart_rules(field, out);
        } else if (key == "volumeMounts") {
            read_volume_mounts(field, out);
        } else {
            return false;
        }
        return true;
    });
}

bool take_containers(const Cursor& at, std::vector<Container>& out) {
    out.clear();
    at.each_item([&](const Cursor& item) {
        Container& container = out.emplace_back();
        if (!item.value().is_null()) {
            read(item, container);
        }
    });
    return true;
}

bool take_volumes(const Cursor& at, std::vector<Volume>& out) {
    out.clear();
    at.each_item([&](const Cursor& item) {
        if (item.value().is_null()) {
            return;
        }
        Volume volume;
        item.each_field([&](std::string_view key, const Cursor& field) {
            if (key == "name") {
                return take(field, volume.name);
            }
            return read_volume_source(key, field, volume);
        });
        if (volume.kind != VolumeKind::kOther && volume.kind != VolumeKind::kHostPath &&
            volume.kind != VolumeKind::kNfs) {
            out.push_back(std::move(volume));
        }
    });
    return true;
}

// Lists of objects of which only the name counts.
bool take_names(const Cursor& at, std::vector<std::string>& out) {
    out.clear();
    at.each_item([&](const Cursor& item) {
        std::string& name = out.emplace_back();
        if (!item.value().is_null()) {
            item.each_field([&](std::string_view key, const Cursor& field) {
                return key == "name" && take(field, name);
            });
        }
    });
    return true;
}

bool take_resource_claims(const Cursor& at, std::vector<PodResourceClaim>& out) {
    out.clear();
    at.each_item([&](const Cursor& item) {
        PodResourceClaim& claim = out.emplace_back();
        if (item.value().is_null()) {
            return;
        }
        item.each_field([&](std::string_view key, const Cursor& field) {
            if (key == "name") {
                return take(field, claim.name);
            }
            if (key == "resourceClaimName") {
                return take(field, claim.resource_claim_name);
            }
            return key == "resourceClaimTemplateName" &&
                   take(field, claim.resource_claim_template_name);
        });
    });
    return true;
}

// The fields that say where the pod may go.
bool read_placement(std::string_view key, const Cursor& field, PodDraft& out) {
    PodSpec& spec = out.spec;
    if (key == "nodeName") {
        return take(field, out.pod.node_name);
    }
    if (key == "nodeSelector") {
        read_labels(field, spec.node_selector);
        return true;
    }
    if (key == "affinity") {
        return take(field, spec.affinity);
    }
    if (key == "topologySpreadConstraints") {
        return take(field, spec.topology_spread_constraints);
    }
    if (key == "tolerations") {
        return take(field, spec.tolerations);
    }
    if (key == "schedulingGates") {
        return take_names(field, spec.scheduling_gates);
    }
    if (key == "schedulerName") {
        return take(field, spec.scheduler_name);
    }
    if (key == "priority") {
        return take(field, spec.priority);
    }
    if (key == "priorityClassName") {
        return take(field, spec.priority_class_name);
    }
    if (key == "preemptionPolicy") {
        return take(field, spec.preemption_policy);
    }
    if (key == "schedulingGroup") {
        field.each_field([&](std::string_view name, const Cursor& inner) {
            return name == "podGroupName" && take(inner, spec.scheduling_group);
        });
        return true;
    }
    return false;
}

bool read_content(std::string_view key, const Cursor& field, PodSpec& spec) {
    if (key == "containers") {
        return take_containers(field, spec.containers);
    }
    if (key == "initContainers") {
        return take_containers(field, spec.init_containers);
    }
    if (key == "volumes") {
        return take_volumes(field, spec.volumes);
    }
    if (key == "overhead") {
        read_resources(field, spec.overhead);
        return true;
    }
    if (key == "resources") {
        return take(field, spec.resources);
    }
    if (key == "resourceClaims") {
        return take_resource_claims(field, spec.resource_claims);
    }
    if (key == "restartPolicy") {
        read(field, spec.restart_policy);
        return true;
    }
    if (key == "hostNetwork") {
        return take(field, spec.host_network);
    }
    if (key == "hostUsers") {
        return take(field, spec.host_users);
    }
    return key == "terminationGracePeriodSeconds" &&
           take(field, spec.termination_grace_period_seconds);
}

}  // namespace

void read_pod_spec(const Cursor& at, PodDraft& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        return read_placement(key, field, out) || read_content(key, field, out.spec);
    });
}

void read(const Cursor& at, PodDraft& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "metadata") {
            return take(field, out.pod.meta);
        }
        if (key == "spec") {
            read_pod_spec(field, out);
            return true;
        }
        if (key == "status") {
            read_pod_status(field, out.pod.status);
            return true;
        }
        return is_type_field(key);
    });
}

}  // namespace berth::model
