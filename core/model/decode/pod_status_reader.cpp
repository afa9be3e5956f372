#include <algorithm>

#include "core/model/decode/objects.hpp"
#include "core/model/decode/parts.hpp"

namespace berth::model {
namespace {

void read(const Cursor& at, PodPhase& out) {
    std::string text;
    model::read(at, text);
    out = PodPhase::kUnknown;
    for (const PodPhase phase : {PodPhase::kUnset, PodPhase::kPending, PodPhase::kRunning,
                                 PodPhase::kSucceeded, PodPhase::kFailed}) {
        if (to_string(phase) == text) {
            out = phase;
        }
    }
}

void read(const Cursor& at, PodCondition& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "type") {
            return take(field, out.type);
        }
        if (key == "status") {
            return take(field, out.status);
        }
        if (key == "reason") {
            return take(field, out.reason);
        }
        if (key == "message") {
            return take(field, out.message);
        }
        if (key == "lastTransitionTime") {
            return take(field, out.last_transition);
        }
        return key == "observedGeneration" && take(field, out.observed_generation);
    });
}

// The requests of a resources object, where they are there.
void read_actuated(const Cursor& at, std::optional<ResourceRequirements>& resources,
                   std::optional<ResourceList>& requests) {
    model::read(at, resources.emplace());
    const Value* written = at.value().find("requests");
    if (written != nullptr && !written->is_null()) {
        requests = resources->requests;
    }
}

void read(const Cursor& at, ContainerResourceStatus& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "name") {
            return take(field, out.name);
        }
        if (key == "allocatedResources") {
            read_resources(field, out.allocated);
            return true;
        }
        if (key == "resources") {
            read_actuated(field, out.resources, out.actuated_requests);
            return true;
        }
        return false;
    });
}

void read_container_statuses(const Cursor& at, std::vector<ContainerResourceStatus>& out) {
    at.each_item([&](const Cursor& item) {
        ContainerResourceStatus status;
        if (!item.value().is_null()) {
            read(item, status);
        }
        if (status.allocated || status.resources) {
            out.push_back(std::move(status));
        }
    });
}

void read_claim_statuses(const Cursor& at, std::vector<PodResourceClaimStatus>& out) {
    at.each_item([&](const Cursor& item) {
        PodResourceClaimStatus& status = out.emplace_back();
        if (item.value().is_null()) {
            return;
        }
        item.each_field([&](std::string_view key, const Cursor& field) {
            if (key == "name") {
                return take(field, status.name);
            }
            return key == "resourceClaimName" && take(field, status.resource_claim_name);
        });
    });
}

bool read_resource_field(std::string_view key, const Cursor& field, PodResourceStatus& out,
                         std::vector<ContainerResourceStatus>& init) {
    if (key == "containerStatuses") {
        read_container_statuses(field, out.containers);
    } else if (key == "initContainerStatuses") {
        read_container_statuses(field, init);
    } else if (key == "allocatedResources") {
        read_resources(field, out.allocated);
    } else if (key == "resources") {
        read_actuated(field, out.resources, out.actuated_requests);
    } else if (key == "resourceClaimStatuses") {
        read_claim_statuses(field, out.claims);
    } else if (key == "extendedResourceClaimStatus") {
        field.each_field([&](std::string_view name, const Cursor& inner) {
            return name == "resourceClaimName" && take(inner, out.extended_resource_claim_name);
        });
    } else {
        return false;
    }
    return true;
}

void read_conditions(const Cursor& at, std::vector<PodCondition>& out) {
    at.each_item([&](const Cursor& item) {
        PodCondition& condition = out.emplace_back();
        if (!item.value().is_null()) {
            read(item, condition);
        }
    });
    out.shrink_to_fit();
}

}  // namespace

void read_pod_status(const Cursor& at, PodStatus& out) {
    PodResourceStatus resources;
    std::vector<ContainerResourceStatus> init;
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "phase") {
            read(field, out.phase);
            return true;
        }
        if (key == "nominatedNodeName") {
            return take(field, out.nominated_node_name);
        }
        if (key == "startTime") {
            return take(field, out.start_time);
        }
        if (key == "conditions") {
            read_conditions(field, out.conditions);
            return true;
        }
        return read_resource_field(key, field, resources, init);
    });
    std::move(init.begin(), init.end(), std::back_inserter(resources.containers));
    if (resources != PodResourceStatus()) {
        out.resources = std::make_shared<const PodResourceStatus>(std::move(resources));
    }
}

}  // namespace berth::model
