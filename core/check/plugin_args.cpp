#include "core/check/plugin_args.hpp"

#include <utility>
#include <vector>

#include <berth/ext/bind.h>
#include <berth/ext/queue_sort.h>
#include <fmt/format.h>

#include "core/check/test.hpp"
#include "core/host/text.hpp"
#include "core/settings/abi_view.hpp"

namespace berth::check {
namespace {

bool has_point(const berth_factory& factory, std::string_view id) {
    for (const berth_str& point : settings::AbiList<berth_str>(factory.points)) {
        if (host::view_of(point) == id) {
            return true;
        }
    }
    return false;
}

std::vector<const berth_factory*> factories(const Subject& subject, const berth_factory& first) {
    std::vector<const berth_factory*> out{&first};
    for (const berth_entry* entry : subject.settings.built_in) {
        for (std::uint32_t i = 0; i < entry->factory_count(); ++i) {
            out.push_back(entry->factory(i));
        }
    }
    return out;
}

}  // namespace

std::string configuration_text(const berth_factory& factory, std::string_view args_json,
                               std::string_view version, std::string_view library) {
    const std::string_view name = host::view_of(factory.name);
    std::string out = fmt::format(
        "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
        "profiles:\n- schedulerName: default-scheduler\n",
        version);
    if (!library.empty()) {
        out += fmt::format("  pluginLibraries: [\"{}\"]\n", library);
    }
    out += "  plugins:\n";
    out += fmt::format("    multiPoint: {{enabled: [{{name: {}}}]}}\n", name);
    constexpr std::pair<std::string_view, std::string_view> kAlone[] = {
        {BERTH_QUEUE_SORT_V1, "queueSort"}, {BERTH_BIND_V1, "bind"}};
    for (const auto& [id, point] : kAlone) {
        if (has_point(factory, id)) {
            out += fmt::format("    {}: {{disabled: [{{name: \"*\"}}], enabled: [{{name: {}}}]}}\n",
                               point, name);
        }
    }
    if (!args_json.empty()) {
        out += fmt::format("  pluginConfig: [{{name: {}, args: {}}}]\n", name, args_json);
    }
    return out;
}

PluginArgs::PluginArgs(const Subject& subject, const berth_factory& factory,
                       base::SymbolTable& symbols, std::string_view version) {
    step("the args");
    const settings::FactoryList catalog(factories(subject, factory));
    loaded_ = settings::load(configuration_text(factory, subject.settings.args_json, version, ""),
                             "args", catalog, settings::LoadOptions{.symbols = &symbols});
    if (!loaded_.errors.empty()) {
        fail(fmt::format("its args are refused: {}", loaded_.errors.front().message()));
    }
    raw_ = loaded_.configuration.profiles.front().args(host::view_of(factory.name));
}

}  // namespace berth::check
