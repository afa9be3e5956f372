#include "core/settings/merge/expand.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/settings/abi_view.hpp"
#include "core/settings/check/plugin_advice.hpp"
#include "core/settings/merge/default_plugins.hpp"

namespace berth::settings {

namespace {

using Names = std::set<std::string, std::less<>>;

class Expansion {
public:
    Expansion(std::size_t number, Version version, Profile& profile, const PluginCatalog& catalog,
              Report& report)
        : number_(number),
          version_(version),
          profile_(profile),
          catalog_(catalog),
          report_(report),
          path_(indexed("profiles", number)) {}

    void run() {
        check_multi_point_names();
        for (const ExtensionPoint point : all_extension_points()) {
            profile_.expanded[point] = version_ == Version::kV1Beta2 && !has_point(version_, point)
                                           ? used_elsewhere(point)
                                           : ordered(point, usable_explicit(point));
            if (version_ != Version::kV1) {
                add_later(point);
            }
            set_weights(point);
        }
        check_counts();
    }

private:
    [[nodiscard]] std::string entry(std::string_view set, const Plugin& plugin) const {
        const std::string at = fmt::format("{}.plugins.{}", path_, set);
        return plugin.position < 0
                   ? at
                   : indexed(at + ".enabled", static_cast<std::size_t>(plugin.position));
    }

    [[nodiscard]] static Origin origin(const Plugin& plugin) {
        return plugin.position < 0 ? Origin::kDefault : Origin::kNamed;
    }

    // EBSLimits and its like run nowhere. In v1beta files they are no error; in v1 files validation
    // has refused them already, but not at multiPoint and the placement points.
    [[nodiscard]] bool skipped(const Plugin& plugin) const {
        return version_ != Version::kV1 && is_folded(plugin.name);
    }

    [[nodiscard]] static bool is_placement(ExtensionPoint point) {
        return point == ExtensionPoint::kPlacementGenerate ||
               point == ExtensionPoint::kPlacementScore;
    }

    void unknown(std::string_view interface, std::string_view set, const Plugin& plugin) {
        ++unusable_[std::string(set)];
        report_.start_error(entry(set, plugin),
                            fmt::format("{} {} does not exist: {}", interface, quoted(plugin.name),
                                        plugin_advice(plugin.name, catalog_.names(number_))));
    }

    void check_multi_point_names() {
        for (const auto& plugin : profile_.plugins.multi_point.enabled) {
            if (!skipped(plugin) && catalog_.find(number_, plugin.name) == nullptr) {
                // The first interface that kube-scheduler looks at.
                unknown(interface_name(ExtensionPoint::kPreFilter), "multiPoint", plugin);
            }
        }
    }

    std::vector<RunsAt> usable_explicit(ExtensionPoint point) {
        std::vector<RunsAt> usable;
        Names seen;
        const auto set = field_name(point);
        for (const auto& plugin : profile_.plugins.points[point].enabled) {
            if (skipped(plugin) || (is_folded(plugin.name) && !is_placement(point))) {
                continue;
            }
            const auto* factory = catalog_.find(number_, plugin.name);
            if (factory == nullptr) {
                unknown(interface_name(point), set, plugin);
            } else if (!implements(*factory, point)) {
                report_.start_error(entry(set, plugin),
                                    fmt::format("plugin {} does not extend {} plugin",
                                                quoted(plugin.name), interface_name(point)));
            } else if (!seen.insert(plugin.name).second) {
                report_.start_error(
                    entry(set, plugin),
                    fmt::format("plugin {} already registered as {}", quoted(plugin.name),
                                quoted(interface_name(point))));
            } else {
                usable.push_back({plugin.name, plugin.weight, origin(plugin)});
            }
        }
        return usable;
    }

    // Explicit ones that are in multiPoint too, then the rest of multiPoint, then the other
    // explicit ones.
    std::vector<RunsAt> ordered(ExtensionPoint point, std::vector<RunsAt> explicit_ones) {
        const auto& set = profile_.plugins.points[point];
        const auto disabled = [&](std::string_view name) {
            return std::any_of(set.disabled.begin(), set.disabled.end(),
                               [&](const Plugin& plugin) { return plugin.name == name; });
        };
        if (disabled("*")) {
            return explicit_ones;
        }
        Names overriding;
        std::vector<RunsAt> expanded;
        Names seen;
        for (const auto& plugin : profile_.plugins.multi_point.enabled) {
            const auto* factory = catalog_.find(number_, plugin.name);
            if (skipped(plugin) || factory == nullptr || !implements(*factory, point) ||
                disabled(plugin.name)) {
                continue;
            }
            if (std::any_of(explicit_ones.begin(), explicit_ones.end(),
                            [&](const RunsAt& other) { return other.name == plugin.name; })) {
                overriding.insert(plugin.name);
            } else if (seen.insert(plugin.name).second) {
                expanded.push_back({plugin.name, plugin.weight, origin(plugin)});
            } else {
                twice_in_multi_point(point, plugin);
            }
        }
        std::stable_partition(
            explicit_ones.begin(), explicit_ones.end(),
            [&](const RunsAt& plugin) { return overriding.find(plugin.name) != overriding.end(); });
        explicit_ones.insert(explicit_ones.begin() + static_cast<std::ptrdiff_t>(overriding.size()),
                             expanded.begin(), expanded.end());
        return explicit_ones;
    }

    // v1beta2 cannot name the point, nor multiPoint: what runs elsewhere is there too.
    std::vector<RunsAt> used_elsewhere(ExtensionPoint point) {
        std::vector<RunsAt> used;
        Names seen;
        for (const auto& set : profile_.plugins.points.values) {
            for (const auto& plugin : set.enabled) {
                const auto* factory = catalog_.find(number_, plugin.name);
                if (factory != nullptr && implements(*factory, point) &&
                    seen.insert(plugin.name).second) {
                    used.push_back({plugin.name, 0, origin(plugin)});
                }
            }
        }
        return used;
    }

    void twice_in_multi_point(ExtensionPoint point, const Plugin& plugin) {
        if (twice_.insert(plugin.name).second) {
            report_.start_error(entry("multiPoint", plugin),
                                fmt::format("plugin {} already registered as {}",
                                            quoted(plugin.name), quoted(interface_name(point))));
        }
    }

    [[nodiscard]] bool written_off(ExtensionPoint point, std::string_view name) const {
        const auto names = [&](const PluginSet& set) {
            return std::any_of(set.disabled.begin(), set.disabled.end(), [&](const Plugin& plugin) {
                return plugin.name == name || plugin.name == "*";
            });
        };
        return names(profile_.written.points[point]) ||
               (version_ != Version::kV1Beta2 && names(profile_.written.multi_point));
    }

    void add_later(ExtensionPoint point) {
        auto& list = profile_.expanded[point];
        const auto at = [&](std::string_view name) {
            return std::find_if(list.begin(), list.end(),
                                [&](const RunsAt& plugin) { return plugin.name == name; });
        };
        for (const auto& later : later_plugins()) {
            const auto* factory = catalog_.find(number_, later.name);
            if (factory == nullptr || !implements(*factory, point) ||
                at(later.name) != list.end() || written_off(point, later.name)) {
                continue;
            }
            list.insert(later.first ? list.begin() : at(later.before),
                        {std::string(later.name), later.weight, Origin::kDefault});
        }
    }

    // The first of the point's own entry and multiPoint's decides; 0 counts as 1.
    void set_weights(ExtensionPoint point) {
        if (point != ExtensionPoint::kScore && point != ExtensionPoint::kPlacementScore) {
            for (auto& plugin : profile_.expanded[point]) {
                plugin.weight = 0;
            }
            return;
        }
        for (auto& plugin : profile_.expanded[point]) {
            if (plugin.weight == 0) {
                plugin.weight = 1;
            }
            if (plugin.weight < 0) {
                report_.start_error(
                    weight_path(point, plugin.name),
                    fmt::format("score plugins: total score of Score plugins could overflow: "
                                "expected a weight of at least 1, found {}",
                                plugin.weight));
            }
        }
    }

    [[nodiscard]] std::string weight_path(ExtensionPoint point, std::string_view name) const {
        for (const auto& plugin : profile_.plugins.points[point].enabled) {
            if (plugin.name == name) {
                return entry(field_name(point), plugin) + ".weight";
            }
        }
        for (const auto& plugin : profile_.plugins.multi_point.enabled) {
            if (plugin.name == name) {
                return entry("multiPoint", plugin) + ".weight";
            }
        }
        return path_;
    }

    // Without plugins that were reported already, another error would only confuse.
    [[nodiscard]] bool complete(ExtensionPoint point) const {
        return unusable_.find(field_name(point)) == unusable_.end() &&
               unusable_.find("multiPoint") == unusable_.end();
    }

    void check_counts() {
        const auto sorts = profile_.expanded[ExtensionPoint::kQueueSort].size();
        if (sorts > 1 || (sorts == 0 && complete(ExtensionPoint::kQueueSort))) {
            report_.start_error(path_ + ".plugins.queueSort",
                                fmt::format("only one queue sort plugin required for profile with "
                                            "scheduler name {}, but got {}",
                                            quoted(profile_.scheduler_name), sorts));
        }
        if (profile_.expanded[ExtensionPoint::kBind].empty() && complete(ExtensionPoint::kBind)) {
            report_.start_error(path_ + ".plugins.bind",
                                fmt::format("at least one bind plugin is needed for profile with "
                                            "scheduler name {}",
                                            quoted(profile_.scheduler_name)));
        }
        if (profile_.expanded[ExtensionPoint::kPlacementGenerate].size() > 1) {
            report_.start_error(path_ + ".plugins.placementGenerate",
                                fmt::format("at most one placement generate plugin is allowed for "
                                            "profile with scheduler name {}",
                                            quoted(profile_.scheduler_name)));
        }
    }

    std::size_t number_;
    Version version_;
    Profile& profile_;
    const PluginCatalog& catalog_;
    Report& report_;
    std::string path_;
    Names twice_;
    std::map<std::string, int, std::less<>> unusable_;  // by plugin set
};

}  // namespace

bool implements(const berth_factory& factory, ExtensionPoint point) {
    for (std::uint32_t i = 0; i < factory.points.count; ++i) {
        const auto* id = &AbiList<berth_str>(factory.points)[i];
        if (point_of_table({id->ptr, id->len}) == point) {
            return true;
        }
    }
    return false;
}

void expand(std::size_t number, Version version, Profile& profile, const PluginCatalog& catalog,
            Report& report) {
    Expansion(number, version, profile, catalog, report).run();
}

}  // namespace berth::settings
