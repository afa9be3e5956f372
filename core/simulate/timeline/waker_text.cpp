#include "core/simulate/timeline/waker_text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace berth::simulate {
namespace {

using Registration = framework::EventRegistration;

std::string resource_text(const Registration& registration) {
    switch (registration.resource) {
        case BERTH_RESOURCE_ASSIGNED_POD: return "a pod with a node";
        case BERTH_RESOURCE_UNSCHEDULED_POD: return "another waiting pod";
        case BERTH_RESOURCE_TARGET_POD: return "the pod itself";
        case BERTH_RESOURCE_POD: return "a pod, itself or another,";
        case BERTH_RESOURCE_NODE: return "a node";
        case BERTH_RESOURCE_PERSISTENT_VOLUME: return "a PersistentVolume";
        case BERTH_RESOURCE_PERSISTENT_VOLUME_CLAIM: return "a PersistentVolumeClaim";
        case BERTH_RESOURCE_STORAGE_CLASS: return "a StorageClass";
        case BERTH_RESOURCE_CSI_NODE: return "a CSINode";
        case BERTH_RESOURCE_CSI_DRIVER: return "a CSIDriver";
        case BERTH_RESOURCE_CSI_STORAGE_CAPACITY: return "a CSIStorageCapacity";
        case BERTH_RESOURCE_VOLUME_ATTACHMENT: return "a VolumeAttachment";
        case BERTH_RESOURCE_RESOURCE_CLAIM: return "a ResourceClaim";
        case BERTH_RESOURCE_RESOURCE_SLICE: return "a ResourceSlice";
        case BERTH_RESOURCE_DEVICE_CLASS: return "a DeviceClass";
        case BERTH_RESOURCE_POD_GROUP: return "a PodGroup";
        case BERTH_RESOURCE_COMPOSITE_POD_GROUP: return "a CompositePodGroup";
        case BERTH_RESOURCE_CUSTOM: return fmt::format("an object of {}", registration.custom);
        case BERTH_RESOURCE_ANY: return "any object";
        default: return "an object";
    }
}

struct Part {
    std::uint64_t action;
    std::string_view text;
};
constexpr Part kParts[] = {
    {BERTH_ACTION_UPDATE_NODE_ALLOCATABLE, "allocatable resources"},
    {BERTH_ACTION_UPDATE_NODE_LABEL, "labels"},
    {BERTH_ACTION_UPDATE_NODE_TAINT, "taints"},
    {BERTH_ACTION_UPDATE_NODE_CONDITION, "conditions"},
    {BERTH_ACTION_UPDATE_NODE_ANNOTATION, "annotations"},
    {BERTH_ACTION_UPDATE_NODE_DECLARED_FEATURE, "declared features"},
    {BERTH_ACTION_UPDATE_POD_LABEL, "labels"},
    {BERTH_ACTION_UPDATE_POD_SCALE_DOWN, "requests downwards"},
    {BERTH_ACTION_UPDATE_POD_SCALE_UP, "requests upwards"},
    {BERTH_ACTION_UPDATE_POD_TOLERATION, "tolerations"},
    {BERTH_ACTION_UPDATE_POD_GENERATED_CLAIM, "generated claims"},
    {BERTH_ACTION_UPDATE_NODE_PREEMPTION_POLICY, "preemption policy"},
    {BERTH_ACTION_UPDATE_OTHER, "other fields"},
};

// "a", "a or b", "a, b or c"
std::string any_of(const std::vector<std::string>& words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        out += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
        out += words[i];
    }
    return out;
}

std::string action_text(std::uint64_t actions) {
    std::vector<std::string> words;
    if ((actions & BERTH_ACTION_ADD) != 0) {
        words.emplace_back("is added");
    }
    if ((actions & BERTH_ACTION_DELETE) != 0) {
        words.emplace_back("is deleted");
    }
    if ((actions & BERTH_ACTION_UPDATE) == BERTH_ACTION_UPDATE) {
        words.emplace_back("changes");
        return any_of(words);
    }
    if ((actions & BERTH_ACTION_UPDATE_POD_GATES_ELIMINATED) != 0) {
        words.emplace_back("loses its last scheduling gate");
    }
    std::vector<std::string> fields;
    for (const Part& part : kParts) {
        if ((actions & part.action) != 0 &&
            std::find(fields.begin(), fields.end(), part.text) == fields.end()) {
            fields.emplace_back(part.text);
        }
    }
    if (!fields.empty()) {
        words.push_back("changes its " + any_of(fields));
    }
    return any_of(words);
}

}  // namespace

std::vector<std::string> event_texts(std::span<const Registration* const> registrations) {
    std::vector<std::pair<std::string, std::uint64_t>> merged;
    for (const Registration* registration : registrations) {
        std::string resource = resource_text(*registration);
        const auto known = std::find_if(merged.begin(), merged.end(),
                                        [&](const auto& one) { return one.first == resource; });
        if (known != merged.end()) {
            known->second |= registration->actions;
        } else {
            merged.emplace_back(std::move(resource), registration->actions);
        }
    }
    std::vector<std::string> out;
    for (const auto& [resource, actions] : merged) {
        out.push_back(resource + ' ' + action_text(actions));
    }
    return out;
}

std::vector<Waker> wakers_of(const queue::PodState& state) {
    if (state.part != queue::Part::kUnschedulable && state.part != queue::Part::kGated) {
        return {};
    }
    std::vector<Waker> out;
    for (const std::string_view plugin : state.plugins) {
        if (!state.gating_plugin.empty() && plugin != state.gating_plugin) {
            continue;
        }
        std::vector<const Registration*> registrations;
        for (const queue::PodState::Waker& waker : state.wakers) {
            if (waker.plugin == plugin) {
                registrations.push_back(waker.registration);
            }
        }
        out.push_back({std::string(plugin), event_texts(registrations)});
    }
    return out;
}

}  // namespace berth::simulate
