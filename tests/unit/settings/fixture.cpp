#include "tests/unit/settings/fixture.hpp"

#include <fmt/format.h>

#include "plugins/intree/catalog.hpp"

extern "C" const berth_entry* berth_entry_settings_probe(void);

namespace berth::settings::testing {

const PluginCatalog& catalog() {
    static const FactoryList kCatalog = [] {
        auto factories = intree::factories();
        factories.push_back(berth_entry_settings_probe()->factory(0));
        return FactoryList(std::move(factories));
    }();
    return kCatalog;
}

std::string file_of(std::string_view version, std::string_view rest) {
    return fmt::format(
        "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n{}", version,
        rest);
}

std::string v1(std::string_view rest) {
    return file_of("v1", rest);
}

std::string with_args(std::string_view plugin, std::string_view args) {
    return v1(
        fmt::format("profiles:\n- pluginConfig:\n  - name: {}\n    args: {}\n", plugin, args));
}

LoadResult load_text(std::string_view text) {
    return load(text, "f.yaml", catalog());
}

std::vector<std::string> lines(const base::Errors& errors) {
    std::vector<std::string> out;
    for (const auto& error : errors) {
        out.push_back(
            fmt::format("{}:{} {}: {}", error.line, error.column, error.field, error.text));
    }
    return out;
}

std::string only(const base::Errors& errors) {
    if (errors.size() == 1) {
        return errors.front().field + ": " + errors.front().text;
    }
    return fmt::format("{} errors: {}", errors.size(), fmt::join(lines(errors), " | "));
}

std::string order(const Profile& profile, ExtensionPoint point) {
    std::string out;
    for (const auto& plugin : profile.expanded[point]) {
        out += out.empty() ? "" : ", ";
        out += plugin.name;
        if (plugin.weight != 0) {
            out += fmt::format("*{}", plugin.weight);
        }
    }
    return out;
}

}  // namespace berth::settings::testing
