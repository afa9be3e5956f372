// What may make a refused pod schedulable: registrations of events, each with an optional hint.
//
//   berth::Events events() const {
//       return {berth::on(berth::Resource::node, berth::Action::add).hint<&Mine::after_node>(),
//               berth::on(berth::Resource::assigned_pod, berth::Action::remove)};
//   }
//   bool after_node(const Pod& pod, const Event& event) const;   // true: wake this pod
//
// No events(): every event wakes. An empty list: none does. A hint that throws wakes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <berth/ext/events.h>
#include <berth/sdk/view/node.h>

namespace berth {

enum class Resource : std::uint32_t {
    assigned_pod = BERTH_RESOURCE_ASSIGNED_POD,
    unscheduled_pod = BERTH_RESOURCE_UNSCHEDULED_POD,
    target_pod = BERTH_RESOURCE_TARGET_POD,
    pod = BERTH_RESOURCE_POD,
    node = BERTH_RESOURCE_NODE,
    persistent_volume = BERTH_RESOURCE_PERSISTENT_VOLUME,
    persistent_volume_claim = BERTH_RESOURCE_PERSISTENT_VOLUME_CLAIM,
    storage_class = BERTH_RESOURCE_STORAGE_CLASS,
    csi_node = BERTH_RESOURCE_CSI_NODE,
    csi_driver = BERTH_RESOURCE_CSI_DRIVER,
    csi_storage_capacity = BERTH_RESOURCE_CSI_STORAGE_CAPACITY,
    volume_attachment = BERTH_RESOURCE_VOLUME_ATTACHMENT,
    resource_claim = BERTH_RESOURCE_RESOURCE_CLAIM,
    resource_slice = BERTH_RESOURCE_RESOURCE_SLICE,
    device_class = BERTH_RESOURCE_DEVICE_CLASS,
    custom = BERTH_RESOURCE_CUSTOM,
    any = BERTH_RESOURCE_ANY,
};

// Bits; combine with |.
enum class Action : std::uint64_t {
    add = BERTH_ACTION_ADD,
    remove = BERTH_ACTION_DELETE,
    update_node_allocatable = BERTH_ACTION_UPDATE_NODE_ALLOCATABLE,
    update_node_label = BERTH_ACTION_UPDATE_NODE_LABEL,
    update_node_taint = BERTH_ACTION_UPDATE_NODE_TAINT,
    update_node_condition = BERTH_ACTION_UPDATE_NODE_CONDITION,
    update_node_annotation = BERTH_ACTION_UPDATE_NODE_ANNOTATION,
    update_node_declared_feature = BERTH_ACTION_UPDATE_NODE_DECLARED_FEATURE,
    update_pod_label = BERTH_ACTION_UPDATE_POD_LABEL,
    update_pod_scale_down = BERTH_ACTION_UPDATE_POD_SCALE_DOWN,
    update_pod_scale_up = BERTH_ACTION_UPDATE_POD_SCALE_UP,
    update_pod_toleration = BERTH_ACTION_UPDATE_POD_TOLERATION,
    update_pod_gates_eliminated = BERTH_ACTION_UPDATE_POD_GATES_ELIMINATED,
    update_pod_generated_claim = BERTH_ACTION_UPDATE_POD_GENERATED_CLAIM,
    update_other = BERTH_ACTION_UPDATE_OTHER,
    update = BERTH_ACTION_UPDATE,
    all = BERTH_ACTION_ALL,
};
constexpr Action operator|(Action a, Action b) noexcept {
    return Action{static_cast<std::uint64_t>(a) | static_cast<std::uint64_t>(b)};
}

// An event that happened; valid for the call.
class Event {
public:
    explicit Event(const berth_event* raw) noexcept : raw_(raw) {}
    const berth_event* raw() const noexcept { return raw_; }
    Resource resource() const noexcept { return Resource{raw_->resource}; }
    bool is(Action action) const noexcept {
        return (raw_->actions & static_cast<std::uint64_t>(action)) != 0;
    }
    std::optional<Pod> old_pod() const noexcept { return maybe<Pod>(raw_->old_pod); }
    std::optional<Pod> new_pod() const noexcept { return maybe<Pod>(raw_->new_pod); }
    std::optional<Node> old_node() const noexcept { return maybe<Node>(raw_->old_node); }
    std::optional<Node> new_node() const noexcept { return maybe<Node>(raw_->new_node); }
    // Of other resources; View is the struct of the resource's kind. Null: was not, is no more.
    template <class View>
    const View* old_object() const noexcept {
        return static_cast<const View*>(raw_->old_object);
    }
    template <class View>
    const View* new_object() const noexcept {
        return static_cast<const View*>(raw_->new_object);
    }

private:
    template <class View, class Raw>
    static std::optional<View> maybe(const Raw* raw) noexcept {
        return raw == nullptr ? std::nullopt : std::optional<View>(View(raw));
    }
    const berth_event* raw_;
};

namespace detail {
template <class Member>
struct HintMember;
template <class T>
struct HintMember<bool (T::*)(const Pod&, const Event&) const> {
    using Class = T;
};
}  // namespace detail

struct Registration {
    using Hint = bool (*)(const void* plugin, const Pod& pod, const Event& event);

    // Asks `bool Member(const Pod&, const Event&) const` of the plugin's class whether to wake.
    template <auto Member>
    Registration hint() && {
        using Class = typename detail::HintMember<decltype(Member)>::Class;
        ask = [](const void* plugin, const Pod& pod, const Event& event) {
            return (static_cast<const Class*>(plugin)->*Member)(pod, event);
        };
        return std::move(*this);
    }

    Resource resource;
    Action actions;
    std::string custom{};
    Hint ask = nullptr;
};

using Events = std::vector<Registration>;

inline Registration on(Resource resource, Action actions) {
    return {resource, actions};
}
// A custom resource, "plural.version.group".
inline Registration on_custom(std::string resource, Action actions) {
    return {Resource::custom, actions, std::move(resource)};
}

}  // namespace berth
