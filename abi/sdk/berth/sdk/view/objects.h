// API objects as a plugin reads them: the views of berth/objects.h and berth/storage_objects.h,
// what they begin with, and which of them are asked for.
#pragma once

#include <cstdint>
#include <string_view>

#include <berth/host/objects.h>
#include <berth/sdk/view/labels.h>

namespace berth {

// The number of the kind that a view shows; 0 for berth_workload and berth_json_object, whose
// numbers are given.
template <class View>
inline constexpr std::uint32_t object_kind = 0;
template <>
inline constexpr std::uint32_t object_kind<berth_persistent_volume> =
    BERTH_OBJECT_PERSISTENT_VOLUME;
template <>
inline constexpr std::uint32_t object_kind<berth_persistent_volume_claim> =
    BERTH_OBJECT_PERSISTENT_VOLUME_CLAIM;
template <>
inline constexpr std::uint32_t object_kind<berth_storage_class> = BERTH_OBJECT_STORAGE_CLASS;
template <>
inline constexpr std::uint32_t object_kind<berth_csi_node> = BERTH_OBJECT_CSI_NODE;
template <>
inline constexpr std::uint32_t object_kind<berth_csi_driver> = BERTH_OBJECT_CSI_DRIVER;
template <>
inline constexpr std::uint32_t object_kind<berth_csi_storage_capacity> =
    BERTH_OBJECT_CSI_STORAGE_CAPACITY;
template <>
inline constexpr std::uint32_t object_kind<berth_volume_attachment> =
    BERTH_OBJECT_VOLUME_ATTACHMENT;
template <>
inline constexpr std::uint32_t object_kind<berth_namespace> = BERTH_OBJECT_NAMESPACE;
template <>
inline constexpr std::uint32_t object_kind<berth_priority_class> = BERTH_OBJECT_PRIORITY_CLASS;
template <>
inline constexpr std::uint32_t object_kind<berth_pod_disruption_budget> =
    BERTH_OBJECT_POD_DISRUPTION_BUDGET;
template <>
inline constexpr std::uint32_t object_kind<berth_service> = BERTH_OBJECT_SERVICE;

struct ObjectQuery {
    std::string_view namespace_name{};  // empty: all
    std::uint32_t index = BERTH_INDEX_NONE;
    std::string_view value{};                  // of the index
    const berth_selector* selector = nullptr;  // null: all
};

struct PodQuery {
    std::uint32_t flags = 0;  // BERTH_PODS_…
    std::string_view namespace_name{};
    const berth_selector* selector = nullptr;
    std::string_view claim{};
};

// What every view begins with.
template <class View>
concept ViewOfObject = requires(const View& view) { view.meta->namespace_symbol; };

template <ViewOfObject View>
Labels labels_of(const View& view) noexcept {
    return Labels(view.meta->labels);
}
template <ViewOfObject View>
Labels annotations_of(const View& view) noexcept {
    return Labels(view.meta->annotations);
}
template <ViewOfObject View>
std::string_view object_name(const View& view) noexcept {
    return text(view.meta->name);
}
template <ViewOfObject View>
std::string_view object_namespace(const View& view) noexcept {
    return text(view.meta->namespace_name);
}

// An object whose kind is known, as the view of that kind; null stays null.
template <class View>
const View* as_view(const void* object) noexcept {
    return static_cast<const View*>(object);
}

}  // namespace berth
