#include <algorithm>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "core/settings/check/plugin_advice.hpp"
#include "core/settings/check/validate.hpp"
#include "core/settings/merge/default_plugins.hpp"
#include "core/settings/merge/merge_plugins.hpp"

namespace berth::settings {

namespace {

std::string invalid_in_v1(std::string_view name) {
    return invalid_value(
        quoted(name),
        fmt::format("was invalid in version \"v1\" (KubeSchedulerConfiguration is version {}): {}",
                    quoted(api_version(Version::kV1)), plugin_advice(name, {})));
}

// multiPoint and the placement points are not looked at here, as in kube-scheduler; such names
// fail there as plugins that do not exist.
void validate_invalid_names(const Profile& profile, const std::string& path, Report& report) {
    for (const ExtensionPoint point : all_extension_points()) {
        if (point == ExtensionPoint::kPlacementGenerate ||
            point == ExtensionPoint::kPlacementScore) {
            continue;
        }
        const auto& enabled = profile.plugins.points[point].enabled;
        for (std::size_t i = 0; i < enabled.size(); ++i) {
            if (is_invalid_in_v1(enabled[i].name)) {
                report.error(
                    indexed(fmt::format("{}.plugins.{}.enabled", path, field_name(point)), i),
                    invalid_in_v1(enabled[i].name));
            }
        }
    }
}

void validate_plugin_config(const Profile& profile, Version version, const std::string& path,
                            Report& report) {
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < profile.plugin_config.size(); ++i) {
        const auto& name = profile.plugin_config[i].name;
        const auto at = indexed(path + ".pluginConfig", i);
        if (!seen.insert(name).second) {
            report.error(at, fmt::format("Duplicate value: {}", quoted(name)));
        }
        if (version == Version::kV1 && is_invalid_in_v1(name)) {
            report.error(at, invalid_in_v1(name));
        }
    }
}

bool same_entries(const std::vector<Plugin>& a, const std::vector<Plugin>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Plugin& x, const Plugin& y) {
        return x.name == y.name && x.weight == y.weight;
    });
}

std::string args_text(const Profile& profile, std::string_view plugin) {
    for (const auto& config : profile.plugin_config) {
        if (config.name == plugin) {
            return config.args == nullptr ? model::to_json(config.raw)
                                          : std::string(config.args->json());
        }
    }
    return {};
}

std::string first_queue_sort(const Profile& profile) {
    const auto& enabled = profile.plugins.points[ExtensionPoint::kQueueSort].enabled;
    return enabled.empty() ? std::string() : enabled.front().name;
}

// Names that a profile disables although nothing of that name would run there.
void warn_disabled(const Profile& profile, Version version, const std::string& path,
                   std::string_view set_name, const PluginSet& written,
                   const std::vector<std::string_view>& known, Report& report) {
    const auto defaults = default_plugins(version);
    const auto names = enabled_names(defaults);
    const auto own = enabled_names(profile.written);
    for (std::size_t i = 0; i < written.disabled.size(); ++i) {
        const auto& name = written.disabled[i].name;
        if (name == "*" || std::binary_search(names.begin(), names.end(), name) ||
            std::binary_search(own.begin(), own.end(), name) || is_folded(name)) {
            continue;
        }
        const bool later = std::any_of(later_plugins().begin(), later_plugins().end(),
                                       [&](const LaterPlugin& one) { return one.name == name; });
        if (!later) {
            report.warning(indexed(fmt::format("{}.plugins.{}.disabled", path, set_name), i),
                           fmt::format("disables {}, which is not on: {}", quoted(name),
                                       plugin_advice(name, known)));
        }
    }
}

void warn_folded(const PluginSet& written, const std::string& path, std::string_view set_name,
                 Report& report) {
    for (std::size_t i = 0; i < written.enabled.size(); ++i) {
        const auto& name = written.enabled[i].name;
        if (is_folded(name)) {
            report.warning(indexed(fmt::format("{}.plugins.{}.enabled", path, set_name), i),
                           fmt::format("{} has no effect: {}", name, plugin_advice(name, {})));
        }
    }
}

}  // namespace

void validate_profile(const Configuration& configuration, std::size_t number, Report& report) {
    const auto& profile = configuration.profiles[number];
    const auto path = indexed("profiles", number);
    if (profile.scheduler_name.empty()) {
        report.error(path + ".schedulerName", required_value(""));
    }
    if (const auto percentage = profile.percentage_of_nodes_to_score;
        percentage && (*percentage < 0 || *percentage > 100)) {
        report.error(path + ".percentageOfNodesToScore",
                     invalid_value(std::to_string(*percentage), "not in valid range [0-100]"));
    }
    if (configuration.version == Version::kV1) {
        validate_invalid_names(profile, path, report);
    }
    validate_plugin_config(profile, configuration.version, path, report);
}

void validate_across_profiles(const Configuration& configuration, Report& report) {
    const auto& profiles = configuration.profiles;
    std::map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const auto [first, fresh] = seen.emplace(profiles[i].scheduler_name, i);
        if (!fresh) {
            report.error(indexed("profiles", i) + ".schedulerName",
                         fmt::format("Duplicate value: {}: profiles[{}] has it already",
                                     quoted(profiles[i].scheduler_name), first->second));
        }
    }
    const auto& canon = profiles.front().plugins.points[ExtensionPoint::kQueueSort];
    if (canon.enabled.size() > 1) {
        report.error("profiles[0].plugins.queueSort.Enabled",
                     invalid_value(std::to_string(canon.enabled.size()),
                                   "only one queue sort plugin can be enabled"));
    }
    const auto sort = first_queue_sort(profiles.front());
    for (std::size_t i = 1; i < profiles.size(); ++i) {
        const auto& set = profiles[i].plugins.points[ExtensionPoint::kQueueSort];
        if (!same_entries(canon.enabled, set.enabled) ||
            !same_entries(canon.disabled, set.disabled)) {
            report.error(indexed("profiles", i) + ".plugins.queueSort",
                         "Invalid value: must be the same for all profiles");
        }
        if (!sort.empty() && args_text(profiles.front(), sort) != args_text(profiles[i], sort)) {
            report.error(indexed("profiles", i) + ".pluginConfig.args",
                         "Invalid value: queueSort must be the same for all profiles");
        }
    }
}

void check_common_queue_sort(const Configuration& configuration, Report& report) {
    const auto& profiles = configuration.profiles;
    const auto& first = profiles.front().expanded[ExtensionPoint::kQueueSort];
    for (std::size_t i = 1; i < profiles.size(); ++i) {
        const auto& own = profiles[i].expanded[ExtensionPoint::kQueueSort];
        if (!first.empty() && !own.empty() && own.front().name != first.front().name) {
            report.start_error(indexed("profiles", i) + ".plugins.queueSort",
                               fmt::format("different queue sort plugins for profile {}: {}, "
                                           "first: {}",
                                           quoted(profiles[i].scheduler_name),
                                           quoted(own.front().name), quoted(first.front().name)));
        }
    }
}

void warn_profile(const Configuration& configuration, std::size_t number,
                  const PluginCatalog& catalog, Report& report) {
    const auto& profile = configuration.profiles[number];
    const auto path = indexed("profiles", number);
    const auto known = catalog.names(number);
    for (const ExtensionPoint point : all_extension_points()) {
        const auto& written = profile.written.points[point];
        warn_disabled(profile, configuration.version, path, field_name(point), written, known,
                      report);
        if (configuration.version != Version::kV1) {
            warn_folded(written, path, field_name(point), report);
        }
    }
    const auto& multi_point = profile.written.multi_point;
    warn_disabled(profile, configuration.version, path, "multiPoint", multi_point, known, report);
    if (configuration.version == Version::kV1Beta2 &&
        !(multi_point.enabled.empty() && multi_point.disabled.empty())) {
        report.warning(path + ".plugins.multiPoint",
                       "multiPoint has no effect in a v1beta2 file: name the extension points, or "
                       "change apiVersion to kubescheduler.config.k8s.io/v1");
    }
}

}  // namespace berth::settings
