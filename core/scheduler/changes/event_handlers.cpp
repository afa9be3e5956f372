#include "core/scheduler/changes/event_handlers.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/log.hpp"
#include "core/framework/node_view.hpp"
#include "core/queue/pod_change.hpp"
#include "core/scheduler/changes/node_changes.hpp"

namespace berth::scheduler {
namespace {

using access::Change;
using access::ChangeType;
using framework::ClusterEvent;
using framework::PodInfoRef;
using model::Node;
using model::ObjectKind;
using model::Pod;
using model::Ptr;

ClusterEvent pod_event(std::uint64_t action, std::string_view label, PodInfoRef old_pod,
                       PodInfoRef new_pod) {
    ClusterEvent event;
    event.resource = BERTH_RESOURCE_ASSIGNED_POD;
    event.actions = action;
    event.label = label;
    event.old_pod = std::move(old_pod);
    event.new_pod = std::move(new_pod);
    return event;
}

void warn(std::string_view what, const framework::PodInfo& pod, cache::Outcome outcome) {
    BERTH_LOG(base::Severity::kWarning, "cache: {} pod {}/{}: {}", what, pod.namespace_name(),
              pod.name(), cache::to_text(outcome));
}

// Kinds whose events plugins may register; pods and nodes are handled apart. An object's kind has
// the number of its events.
struct Resource {
    std::uint32_t resource;
    std::array<std::string_view, 3> labels;  // added, modified, deleted
};

constexpr Resource kResources[] = {
    {BERTH_RESOURCE_PERSISTENT_VOLUME,
     {"PersistentVolumeAdd", "PersistentVolumeUpdate", "PersistentVolumeDelete"}},
    {BERTH_RESOURCE_PERSISTENT_VOLUME_CLAIM,
     {"PersistentVolumeClaimAdd", "PersistentVolumeClaimUpdate", "PersistentVolumeClaimDelete"}},
    {BERTH_RESOURCE_STORAGE_CLASS,
     {"storage.k8s.io/StorageClassAdd", "storage.k8s.io/StorageClassUpdate",
      "storage.k8s.io/StorageClassDelete"}},
    {BERTH_RESOURCE_CSI_NODE,
     {"storage.k8s.io/CSINodeAdd", "storage.k8s.io/CSINodeUpdate", "storage.k8s.io/CSINodeDelete"}},
    {BERTH_RESOURCE_CSI_DRIVER,
     {"storage.k8s.io/CSIDriverAdd", "storage.k8s.io/CSIDriverUpdate",
      "storage.k8s.io/CSIDriverDelete"}},
    {BERTH_RESOURCE_CSI_STORAGE_CAPACITY,
     {"storage.k8s.io/CSIStorageCapacityAdd", "storage.k8s.io/CSIStorageCapacityUpdate",
      "storage.k8s.io/CSIStorageCapacityDelete"}},
    {BERTH_RESOURCE_VOLUME_ATTACHMENT,
     {"storage.k8s.io/VolumeAttachmentAdd", "storage.k8s.io/VolumeAttachmentUpdate",
      "storage.k8s.io/VolumeAttachmentDelete"}},
    {BERTH_RESOURCE_RESOURCE_CLAIM,
     {"resource.k8s.io/ResourceClaimAdd", "resource.k8s.io/ResourceClaimUpdate",
      "resource.k8s.io/ResourceClaimDelete"}},
    {BERTH_RESOURCE_RESOURCE_SLICE,
     {"resource.k8s.io/ResourceSliceAdd", "resource.k8s.io/ResourceSliceUpdate",
      "resource.k8s.io/ResourceSliceDelete"}},
    {BERTH_RESOURCE_DEVICE_CLASS,
     {"resource.k8s.io/DeviceClassAdd", "resource.k8s.io/DeviceClassUpdate",
      "resource.k8s.io/DeviceClassDelete"}},
};

const Resource* resource_of(const model::Object& object) {
    const std::uint32_t number = host::kind_number(object);
    const auto* const at =
        std::find_if(std::begin(kResources), std::end(kResources),
                     [number](const Resource& one) { return one.resource == number; });
    return at == std::end(kResources) ? nullptr : at;
}

constexpr std::uint64_t kActions[] = {BERTH_ACTION_ADD, BERTH_ACTION_UPDATE, BERTH_ACTION_DELETE};

}  // namespace

ClusterEvent assigned_pod_added(PodInfoRef pod) {
    return pod_event(BERTH_ACTION_ADD, "AssignedPodAdd", nullptr, std::move(pod));
}

ClusterEvent assigned_pod_deleted(PodInfoRef pod) {
    return pod_event(BERTH_ACTION_DELETE, "AssignedPodDelete", std::move(pod), nullptr);
}

EventHandlers::EventHandlers(cache::Cache& cache, index::HostIndex& index,
                             queue::SchedulingQueue& queue, framework::PodViews& views,
                             const base::SymbolTable& symbols, PodIndex& waiting,
                             host::ObjectCache& objects, RejectWaiting reject_waiting)
    : cache_(cache),
      index_(index),
      queue_(queue),
      views_(views),
      symbols_(symbols),
      waiting_(waiting),
      objects_(objects),
      reject_waiting_(std::move(reject_waiting)) {}

void EventHandlers::on_change(const Change& change) {
    switch (model::kind_of(change.object)) {
        case ObjectKind::kPod: on_pod(change); break;
        case ObjectKind::kNode: on_node(change); break;
        case ObjectKind::kNamespace: on_namespace(change); break;
        default: on_other(change);
    }
}

// A pod in phase Succeeded or Failed does not exist for the scheduler.
void EventHandlers::on_pod(const Change& change) {
    const Ptr<Pod> pod = model::as<Pod>(change.object);
    const Ptr<Pod> old_pod = model::as<Pod>(change.old_object);
    const bool was =
        change.type != ChangeType::kAdded && !(old_pod != nullptr ? old_pod : pod)->is_finished();
    const bool is = change.type != ChangeType::kDeleted && !pod->is_finished();
    if (was && is) {
        update_pod(old_pod, pod);
    } else if (is) {
        add_pod(pod);
    } else if (was) {
        // Of one that has finished the watch tells what it was before.
        delete_pod(old_pod != nullptr ? old_pod : pod);
    }
}

void EventHandlers::add_pod(const Ptr<Pod>& pod) {
    PodInfoRef info = views_.make(pod);
    objects_.tell_pod(nullptr, &info->view);
    if (!pod->node_name.empty()) {
        add_assigned(std::move(info));
        return;
    }
    waiting_.put(info);
    queue_.add(std::move(info));
}

void EventHandlers::update_pod(const Ptr<Pod>& old_pod, const Ptr<Pod>& pod) {
    if (old_pod->meta.uid != pod->meta.uid) {
        // A pod of the same name in its place: the watch missed the deletion.
        delete_pod(old_pod);
        add_pod(pod);
        return;
    }
    const PodInfoRef before = info_of(old_pod);
    PodInfoRef info = views_.make(pod);
    objects_.tell_pod(&before->view, &info->view);
    if (!old_pod->node_name.empty()) {
        update_assigned(before, info);
    } else if (!pod->node_name.empty()) {
        waiting_.erase(*before);
        add_assigned(std::move(info));
        queue_.remove(*before);
    } else {
        update_waiting(before, info);
    }
}

void EventHandlers::delete_pod(const Ptr<Pod>& pod) {
    const PodInfoRef info = info_of(pod);
    objects_.tell_pod(&info->view, nullptr);
    if (!pod->node_name.empty()) {
        if (const auto outcome = cache_.remove_pod(pod->meta.uid, pod->node_name);
            !cache::changed(outcome)) {
            warn("removing", *info, outcome);
        }
        queue_.move_all(assigned_pod_deleted(info));
        return;
    }
    waiting_.erase(*info);
    queue_.remove(*info);
    if (cache_.is_assumed(pod->meta.uid)) {
        assumed_pod_is_going(pod->meta.uid);
    } else if (!pod->status.nominated_node_name.empty() && is_ours(*info)) {
        nomination_is_gone(info);
    }
}

// Does a profile have the pod's scheduler name?
bool EventHandlers::is_ours(const framework::PodInfo& pod) const {
    const berth_str& scheduler = pod.view.scheduler_name;
    return queue_.policy().profile({scheduler.ptr, scheduler.len}).has_value();
}

void EventHandlers::add_assigned(PodInfoRef pod) {
    if (const auto outcome = cache_.add_pod(pod); !cache::changed(outcome)) {
        warn("adding", *pod, outcome);
    } else if (outcome == cache::Outcome::kMoved) {
        warn("assumed elsewhere:", *pod, outcome);
    }
    queue_.move_all(assigned_pod_added(std::move(pod)));
}

void EventHandlers::update_assigned(const PodInfoRef& old_pod, const PodInfoRef& pod) {
    if (const auto outcome = cache_.update_pod(pod); !cache::changed(outcome)) {
        warn("updating", *pod, outcome);
    }
    for (const ClusterEvent& event : queue::pod_changes(old_pod, pod, false)) {
        queue_.move_all(event);
    }
}

void EventHandlers::update_waiting(const PodInfoRef& old_pod, const PodInfoRef& pod) {
    if (old_pod->pod->meta.resource_version == pod->pod->meta.resource_version) {
        return;  // the same again (#96071)
    }
    waiting_.put(pod);
    if (cache_.is_assumed(pod->uid())) {
        if (pod->pod->is_terminating() && !old_pod->pod->is_terminating()) {
            assumed_pod_is_going(pod->uid());
        }
        return;
    }
    if (!is_ours(*old_pod)) {
        return;
    }
    queue_.update(old_pod, pod);
    const std::string& nominated = old_pod->pod->status.nominated_node_name;
    if (!nominated.empty() && nominated != pod->pod->status.nominated_node_name) {
        nomination_is_gone(old_pod);
    }
}

void EventHandlers::assumed_pod_is_going(std::string_view uid) {
    const cache::PodRecord* record = cache_.find(uid);
    if (record == nullptr) {
        return;
    }
    const PodInfoRef assumed = record->pod;
    if (!reject_waiting_(uid)) {
        // In Bind: that goes on and fails, but the room is free now.
        if (const auto outcome = cache_.forget(uid); !cache::changed(outcome)) {
            warn("forgetting", *assumed, outcome);
        }
    }
    queue_.move_all(assigned_pod_deleted(assumed));
}

// Pods of lower or equal priority counted the nominated pod as placed (#126700).
void EventHandlers::nomination_is_gone(const PodInfoRef& pod) {
    queue_.move_all(assigned_pod_deleted(pod), {.highest_priority = pod->view.priority});
}

PodInfoRef EventHandlers::info_of(const Ptr<Pod>& pod) {
    PodInfoRef known;
    if (pod->node_name.empty()) {
        known = waiting_.find(base::number(pod->meta.namespace_name), pod->meta.name);
    } else if (const cache::PodRecord* record = cache_.find(pod->meta.uid); record != nullptr) {
        known = record->pod;
    }
    return known != nullptr && known->pod == pod ? known : views_.make(pod);
}

void EventHandlers::on_node(const Change& change) {
    const Ptr<Node> node = model::as<Node>(change.object);
    // Pods in flight may be asked about the event later: it keeps its views.
    const auto view = std::make_shared<framework::NodeView>(node, symbols_);
    ClusterEvent event;
    event.resource = BERTH_RESOURCE_NODE;
    event.keep_alive = view;
    if (change.type == ChangeType::kAdded) {
        event.actions = BERTH_ACTION_ADD;
        event.label = "NodeAdd";
        event.new_node = &view->view;
        objects_.tell_node(nullptr, event.new_node);
        cache_.add_node(node);
        queue_.move_all(event);
    } else if (change.type == ChangeType::kDeleted) {
        event.actions = BERTH_ACTION_DELETE;
        event.label = "NodeDelete";
        event.old_node = &view->view;
        objects_.tell_node(event.old_node, nullptr);
        queue_.move_all(event);
        if (const auto outcome = cache_.remove_node(node->meta.name); !cache::changed(outcome)) {
            BERTH_LOG(base::Severity::kWarning, "cache: removing node {}: {}", node->meta.name,
                      cache::to_text(outcome));
        }
    } else {
        const Ptr<Node> old_node = model::as<Node>(change.old_object);
        const auto old_view = std::make_shared<framework::NodeView>(old_node, symbols_);
        event.keep_alive =
            std::make_shared<std::pair<std::shared_ptr<const framework::NodeView>,
                                       std::shared_ptr<const framework::NodeView>>>(old_view, view);
        event.old_node = &old_view->view;
        event.new_node = &view->view;
        objects_.tell_node(event.old_node, event.new_node);
        cache_.update_node(node);
        for (const NodeChange& what : node_changes(*old_node, *node)) {
            event.actions = what.action;
            event.label = what.label;
            queue_.move_all(event);
        }
    }
}

// Wakes nobody but plugins that ask for it: kube-scheduler has no event of namespaces.
void EventHandlers::on_namespace(const Change& change) {
    const Ptr<model::Namespace> object = model::as<model::Namespace>(change.object);
    if (change.type == ChangeType::kDeleted) {
        index_.remove_namespace(*object);
    } else {
        index_.set_namespace(*object);
    }
    on_other(change);
}

void EventHandlers::on_other(const Change& change) {
    // Keeps the views, and the label of an event whose kind has no number.
    struct Kept {
        host::ChangedViews views;
        std::string label;
    };
    auto kept = std::make_shared<Kept>();
    kept->views = objects_.apply(change);
    const auto type = static_cast<std::size_t>(change.type);
    ClusterEvent event;
    event.actions = kActions[type];
    if (const Resource* known = resource_of(change.object); known != nullptr) {
        event.resource = known->resource;
        event.label = known->labels[type];
    } else if (!kept->views.custom.empty()) {
        constexpr std::array<std::string_view, 3> kEndings{"Add", "Update", "Delete"};
        event.resource = BERTH_RESOURCE_CUSTOM;
        event.custom = kept->views.custom;
        kept->label = event.custom + std::string(kEndings[type]);
        event.label = kept->label;
    } else {
        return;
    }
    event.old_object = kept->views.old_view ? kept->views.old_view->view : nullptr;
    event.new_object = kept->views.new_view ? kept->views.new_view->view : nullptr;
    event.keep_alive = std::move(kept);
    queue_.move_all(event);
}

}  // namespace berth::scheduler
