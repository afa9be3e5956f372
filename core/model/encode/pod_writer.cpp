#include <array>

#include "core/model/encode/parts.hpp"

namespace berth::model {
namespace {

std::string_view restart_text(RestartPolicy policy) {
    constexpr std::array<std::string_view, 5> kTexts{"", "Always", "OnFailure", "Never", ""};
    return kTexts.at(static_cast<std::size_t>(policy));
}

void write(Writer& out, const ResourceRequirements& resources) {
    out.resources("requests", resources.requests);
    out.resources("limits", resources.limits);
}

void write(Writer& out, const Container& container) {
    out.field("name", container.name);
    out.field("image", container.image);
    if (container.resources != ResourceRequirements()) {
        out.object("resources", [&] { write(out, container.resources); });
    }
    out.field("restartPolicy", restart_text(container.restart_policy));
    if (container.restarts_all_containers) {
        const std::vector<std::string_view> actions{"RestartAllContainers"};
        out.list("restartPolicyRules", actions,
                 [&](std::string_view action) { out.field("action", action); });
    }
    out.list("ports", container.ports, [&](const ContainerPort& port) {
        out.field("name", port.name);
        out.number("containerPort", port.container_port);
        out.number_unless_zero("hostPort", port.host_port);
        out.field("protocol", port.protocol);
        out.field("hostIP", port.host_ip);
    });
}

void write_placement(Writer& out, const PodSpec& spec) {
    out.labels("nodeSelector", spec.node_selector);
    if (spec.affinity) {
        out.object("affinity", [&] { model::write(out, *spec.affinity); });
    }
    out.list("topologySpreadConstraints", spec.topology_spread_constraints,
             [&](const TopologySpreadConstraint& c) { model::write(out, c); });
    out.list("tolerations", spec.tolerations, [&](const Toleration& t) { model::write(out, t); });
    out.list("schedulingGates", spec.scheduling_gates,
             [&](const std::string& gate) { out.field("name", gate); });
    out.field("schedulerName", spec.scheduler_name);
    out.field("priorityClassName", spec.priority_class_name);
    out.optional_number("priority", spec.priority);
    out.field("preemptionPolicy", to_string(spec.preemption_policy));
    if (!spec.scheduling_group.empty()) {
        out.object("schedulingGroup", [&] { out.field("podGroupName", spec.scheduling_group); });
    }
}

void write_content(Writer& out, const PodSpec& spec) {
    out.list("containers", spec.containers, [&](const Container& c) { write(out, c); });
    out.list("initContainers", spec.init_containers, [&](const Container& c) { write(out, c); });
    out.list("volumes", spec.volumes, [&](const Volume& volume) {
        out.field("name", volume.name);
        model::write(out, volume);
    });
    out.list("resourceClaims", spec.resource_claims, [&](const PodResourceClaim& claim) {
        out.field("name", claim.name);
        out.field("resourceClaimName", claim.resource_claim_name);
        out.field("resourceClaimTemplateName", claim.resource_claim_template_name);
    });
    out.resources("overhead", spec.overhead);
    if (spec.resources) {
        out.object("resources", [&] { write(out, *spec.resources); });
    }
    out.field("restartPolicy", restart_text(spec.restart_policy));
    out.flag("hostNetwork", spec.host_network);
    if (spec.host_users) {
        out.boolean("hostUsers", *spec.host_users);
    }
    out.optional_number("terminationGracePeriodSeconds", spec.termination_grace_period_seconds);
}

void write_resource_status(Writer& out, const PodResourceStatus& status) {
    out.list("containerStatuses", status.containers, [&](const ContainerResourceStatus& container) {
        out.field("name", container.name);
        if (container.allocated) {
            out.resources("allocatedResources", *container.allocated);
        }
        if (container.resources) {
            out.object("resources", [&] { write(out, *container.resources); });
        }
    });
    if (status.allocated) {
        out.resources("allocatedResources", *status.allocated);
    }
    if (status.resources) {
        out.object("resources", [&] { write(out, *status.resources); });
    }
    out.list("resourceClaimStatuses", status.claims, [&](const PodResourceClaimStatus& claim) {
        out.field("name", claim.name);
        out.field("resourceClaimName", claim.resource_claim_name);
    });
    if (!status.extended_resource_claim_name.empty()) {
        out.object("extendedResourceClaimStatus",
                   [&] { out.field("resourceClaimName", status.extended_resource_claim_name); });
    }
}

void write(Writer& out, const PodStatus& status) {
    out.field("phase", to_string(status.phase));
    out.field("nominatedNodeName", status.nominated_node_name);
    if (status.start_time) {
        out.time("startTime", *status.start_time);
    }
    out.list("conditions", status.conditions, [&](const PodCondition& condition) {
        out.field("type", condition.type);
        out.field("status", to_string(condition.status));
        out.field("reason", condition.reason);
        out.field("message", condition.message);
        if (condition.last_transition != base::Time()) {
            out.time("lastTransitionTime", condition.last_transition);
        }
        out.number_unless_zero("observedGeneration", condition.observed_generation);
    });
    if (status.resources) {
        write_resource_status(out, *status.resources);
    }
}

}  // namespace

void write(Writer& out, const Pod& pod) {
    write(out, pod.meta);
    out.object("spec", [&] {
        out.field("nodeName", pod.node_name);
        write_placement(out, *pod.spec);
        write_content(out, *pod.spec);
    });
    out.object("status", [&] { write(out, pod.status); });
}

}  // namespace berth::model
