#include <fmt/format.h>

#include "core/settings/decode/decode.hpp"
#include "core/settings/decode/object_reader.hpp"

namespace berth::settings {

namespace {

void decode_entries(ObjectReader& parent, std::string_view name, std::vector<Plugin>& out,
                    Report& report) {
    parent.read_list(name, [&](const model::Value& item, std::string_view path) {
        Plugin plugin;
        plugin.position = static_cast<int>(out.size());
        ObjectReader reader(item, path, report);
        reader.read("name", plugin.name);
        reader.read("weight", plugin.weight);
        reader.done();
        out.push_back(std::move(plugin));
    });
}

void decode_set(ObjectReader& parent, std::string_view name, PluginSet& out, Report& report) {
    const auto* value = parent.take(name);
    if (value == nullptr) {
        return;
    }
    ObjectReader reader(*value, parent.path(name), report);
    decode_entries(reader, "enabled", out.enabled, report);
    decode_entries(reader, "disabled", out.disabled, report);
    reader.done();
}

void decode_plugins(ObjectReader& parent, Version version, Plugins& out, Report& report) {
    const auto* value = parent.take("plugins");
    if (value == nullptr) {
        return;
    }
    ObjectReader reader(*value, parent.path("plugins"), report);
    for (const ExtensionPoint point : all_extension_points()) {
        if (has_point(version, point)) {
            decode_set(reader, field_name(point), out.points[point], report);
        } else {
            reader.refuse(field_name(point), "only v1 has it");
        }
    }
    decode_set(reader, "multiPoint", out.multi_point, report);
    reader.done();
}

void decode_plugin_config(ObjectReader& parent, std::vector<PluginConfig>& out, Report& report) {
    parent.read_list("pluginConfig", [&](const model::Value& item, std::string_view path) {
        PluginConfig config;
        config.position = static_cast<int>(out.size());
        ObjectReader reader(item, path, report);
        reader.read("name", config.name);
        if (const auto* args = reader.take("args")) {
            config.raw = *args;
        }
        reader.done();
        out.push_back(std::move(config));
    });
}

bool is_sha256(std::string_view text) {
    constexpr std::size_t kDigits = 64;
    return text.size() == kDigits &&
           text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

void decode_libraries(ObjectReader& parent, std::vector<Library>& out, Report& report) {
    parent.read_list("pluginLibraries", [&](const model::Value& item, std::string_view path) {
        Library library;
        if (item.is_string()) {
            library.file = item.text();
        } else if (item.is_object()) {
            ObjectReader reader(item, path, report);
            reader.read("file", library.file);
            reader.read("sha256", library.sha256);
            reader.read("optional", library.optional);
            reader.done();
            if (!library.sha256.empty() && !is_sha256(library.sha256)) {
                report.error(joined(path, "sha256"),
                             fmt::format("expected 64 hexadecimal digits, found {}",
                                         quoted(library.sha256)));
            }
        } else {
            report.error(path, wrong_type("a file name or {file, sha256, optional}", item));
            return;
        }
        if (library.file.empty()) {
            report.error(path, "expected the file name of a shared object, found none");
        }
        out.push_back(std::move(library));
    });
}

}  // namespace

void decode_profile(const model::Value& value, std::string_view path, Version version,
                    Profile& profile, bool& named, Report& report) {
    ObjectReader reader(value, path, report);
    named = reader.has("schedulerName");
    reader.read("schedulerName", profile.scheduler_name);
    if (version == Version::kV1) {
        reader.read("percentageOfNodesToScore", profile.percentage_of_nodes_to_score);
    } else {
        reader.refuse("percentageOfNodesToScore",
                      "in a profile only v1 has it; before, it stands at the top");
    }
    decode_plugins(reader, version, profile.written, report);
    decode_plugin_config(reader, profile.plugin_config, report);
    decode_libraries(reader, profile.libraries, report);
    reader.done();
}

}  // namespace berth::settings
