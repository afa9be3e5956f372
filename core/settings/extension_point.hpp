// ExtensionPoint: where plugins act, with the names that the configuration and the ABI use.
//
// Order and field names: staging/src/k8s.io/kube-scheduler/config/v1/types.go (Plugins), v1.37.2.
// multiPoint is a field of the configuration, not a point. Plain values: any thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace berth::settings {

enum class ExtensionPoint : std::uint8_t {
    kPreEnqueue,
    kQueueSort,
    kPreFilter,
    kFilter,
    kPostFilter,
    kPreScore,
    kScore,
    kReserve,
    kPermit,
    kPreBind,
    kBind,
    kPostBind,
    kPlacementGenerate,
    kPlacementScore,
    kPodGroupPostFilter,
};
inline constexpr std::size_t kExtensionPoints = 15;

// All of them, in the order above.
[[nodiscard]] const std::array<ExtensionPoint, kExtensionPoints>& all_extension_points();

// "preEnqueue": the field of a profile's plugins.
[[nodiscard]] std::string_view field_name(ExtensionPoint point);
// "PreEnqueuePlugin": the interface, as kube-scheduler's errors name it.
[[nodiscard]] std::string_view interface_name(ExtensionPoint point);
// "berth.pre-enqueue": the table of the ABI without its revision.
[[nodiscard]] std::string_view table_name(ExtensionPoint point);
// The point of a table id such as "berth.filter/1"; nothing for tables that are no such point.
[[nodiscard]] std::optional<ExtensionPoint> point_of_table(std::string_view id);

// One value for each point.
template <typename T>
struct PerPoint {
    std::array<T, kExtensionPoints> values{};

    [[nodiscard]] T& operator[](ExtensionPoint point) {
        return values[static_cast<std::size_t>(point)];
    }
    [[nodiscard]] const T& operator[](ExtensionPoint point) const {
        return values[static_cast<std::size_t>(point)];
    }
};

}  // namespace berth::settings
