#include "core/settings/merge/extender_resources.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/model/tree.hpp"
#include "core/settings/args/decode_args.hpp"

namespace berth::settings {

namespace {

constexpr std::string_view kPlugin = "NodeResourcesFit";
constexpr std::string_view kField = "ignoredResources";

std::vector<model::Value> ignored_names(const Configuration& configuration) {
    std::vector<model::Value> out;
    for (const Extender& extender : configuration.extenders) {
        for (const ManagedResource& resource : extender.managed_resources) {
            if (resource.ignored_by_scheduler) {
                out.push_back(model::Value::make_string(resource.name));
            }
        }
    }
    return out;
}

// The members but for the field, and the field with its new value.
std::vector<model::Member> with_field(const model::Value& args, const model::Value& value) {
    std::vector<model::Member> out;
    for (const model::Member& member : args.members()) {
        if (member.key != kField) {
            out.push_back(member);
        }
    }
    out.push_back({.key = kField, .line = 0, .column = 0, .value = value});
    return out;
}

}  // namespace

void ignore_extender_resources(Configuration& configuration, std::size_t number,
                               const PluginCatalog& catalog, base::SymbolTable* symbols,
                               Report& report) {
    const std::vector<model::Value> names = ignored_names(configuration);
    Profile& profile = configuration.profiles[number];
    const auto use = std::find_if(profile.uses.begin(), profile.uses.end(),
                                  [](const PluginUse& one) { return one.name == kPlugin; });
    const berth_factory* const factory = catalog.find(number, kPlugin);
    if (names.empty() || use == profile.uses.end() || use->args == nullptr || factory == nullptr) {
        return;
    }
    const model::Parsed parsed = model::parse_json(use->args->json(), configuration.file);
    if (parsed.documents.empty()) {
        return;
    }
    const std::vector<model::Member> members =
        with_field(parsed.documents.front().root, model::Value::make_array(names));
    const model::Value written = model::Value::make_object(members);
    const std::string path = fmt::format("profiles[{}]", number);
    use->args =
        decode_args(*factory, configuration.version,
                    {&written, path, configuration.file, profile.scheduler_name}, symbols, report);
}

}  // namespace berth::settings
