#include "core/settings/extension_point.hpp"

namespace berth::settings {

namespace {

struct Names {
    std::string_view field;
    std::string_view interface;
    std::string_view table;
};

constexpr std::array<Names, kExtensionPoints> kNames{{
    {"preEnqueue", "PreEnqueuePlugin", "berth.pre-enqueue"},
    {"queueSort", "QueueSortPlugin", "berth.queue-sort"},
    {"preFilter", "PreFilterPlugin", "berth.pre-filter"},
    {"filter", "FilterPlugin", "berth.filter"},
    {"postFilter", "PostFilterPlugin", "berth.post-filter"},
    {"preScore", "PreScorePlugin", "berth.pre-score"},
    {"score", "ScorePlugin", "berth.score"},
    {"reserve", "ReservePlugin", "berth.reserve"},
    {"permit", "PermitPlugin", "berth.permit"},
    {"preBind", "PreBindPlugin", "berth.pre-bind"},
    {"bind", "BindPlugin", "berth.bind"},
    {"postBind", "PostBindPlugin", "berth.post-bind"},
    {"placementGenerate", "PlacementGeneratePlugin", "berth.placement-generate"},
    {"placementScore", "PlacementScorePlugin", "berth.placement-score"},
    {"podGroupPostFilter", "PodGroupPostFilterPlugin", "berth.pod-group-post-filter"},
}};

constexpr std::array<ExtensionPoint, kExtensionPoints> make_all() {
    std::array<ExtensionPoint, kExtensionPoints> all{};
    for (std::size_t i = 0; i < kExtensionPoints; ++i) {
        all[i] = static_cast<ExtensionPoint>(i);
    }
    return all;
}
constexpr auto kAll = make_all();

const Names& names(ExtensionPoint point) {
    return kNames[static_cast<std::size_t>(point)];
}

}  // namespace

const std::array<ExtensionPoint, kExtensionPoints>& all_extension_points() {
    return kAll;
}

std::string_view field_name(ExtensionPoint point) {
    return names(point).field;
}

std::string_view interface_name(ExtensionPoint point) {
    return names(point).interface;
}

std::string_view table_name(ExtensionPoint point) {
    return names(point).table;
}

std::optional<ExtensionPoint> point_of_table(std::string_view id) {
    const auto stem = id.substr(0, id.find('/'));
    for (const ExtensionPoint point : kAll) {
        if (table_name(point) == stem) {
            return point;
        }
    }
    return std::nullopt;
}

}  // namespace berth::settings
