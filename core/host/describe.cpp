#include "core/host/describe.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/time.hpp"
#include "core/host/text.hpp"
#include "core/settings/abi_view.hpp"
#include "core/settings/extension_point.hpp"

namespace berth::host {

namespace {

using settings::AbiList;

constexpr std::size_t kDeepest = 8;

std::string_view kind_name(std::uint32_t kind) {
    switch (kind) {
        case BERTH_KIND_BOOL: return "boolean";
        case BERTH_KIND_INT: return "integer";
        case BERTH_KIND_DOUBLE: return "number";
        case BERTH_KIND_STRING: return "string";
        case BERTH_KIND_DURATION: return "duration";
        case BERTH_KIND_QUANTITY: return "quantity";
        case BERTH_KIND_LIST: return "list";
        case BERTH_KIND_OBJECT: return "object";
        case BERTH_KIND_STRING_MAP: return "map of string";
        case BERTH_KIND_NODE_AFFINITY: return "node affinity";
        case BERTH_KIND_LABEL_SELECTOR: return "label selector";
        default: return "any";
    }
}

std::string type_of(const berth_field& field) {
    if (field.allowed.count != 0) {
        std::string type;
        for (const berth_str& text : AbiList<berth_str>(field.allowed)) {
            type += type.empty() ? "" : " | ";
            type += view_of(text);
        }
        return type;
    }
    if (field.kind == BERTH_KIND_LIST) {
        return fmt::format("list of {}", kind_name(field.element_kind));
    }
    return std::string(kind_name(field.kind));
}

std::string default_of(const berth_field& field) {
    if ((field.flags & (BERTH_FIELD_REQUIRED | BERTH_FIELD_OPTIONAL)) != 0) {
        return {};
    }
    for (const auto& versioned : AbiList<berth_versioned_default>(field.default_by_version)) {
        if ((versioned.versions & BERTH_CONFIG_V1) != 0) {
            return std::string(view_of(versioned.json));
        }
    }
    if (field.default_json.len != 0) {
        return std::string(view_of(field.default_json));
    }
    switch (field.kind) {
        case BERTH_KIND_BOOL: return "false";
        case BERTH_KIND_INT:
        case BERTH_KIND_DOUBLE: return "0";
        case BERTH_KIND_STRING: return "\"\"";
        case BERTH_KIND_DURATION: return "\"0s\"";
        case BERTH_KIND_QUANTITY: return "\"0\"";
        case BERTH_KIND_LIST: return "[]";
        default: return {};
    }
}

std::string versions_of(std::uint32_t versions) {
    if ((versions & BERTH_CONFIG_ALL) == BERTH_CONFIG_ALL || versions == 0) {
        return {};
    }
    constexpr std::pair<std::uint32_t, std::string_view> kNames[] = {
        {BERTH_CONFIG_V1BETA2, "v1beta2"},
        {BERTH_CONFIG_V1BETA3, "v1beta3"},
        {BERTH_CONFIG_V1, "v1"}};
    std::string text;
    for (const auto& [bit, name] : kNames) {
        if ((versions & bit) != 0) {
            text += text.empty() ? "" : ", ";
            text += name;
        }
    }
    return text;
}

std::string range_of(const berth_field& field) {
    const bool from = (field.flags & BERTH_FIELD_HAS_MIN) != 0;
    const bool to = (field.flags & BERTH_FIELD_HAS_MAX) != 0;
    if (!from && !to) {
        return {};
    }
    const auto bound = [&](std::int64_t integer, double number) {
        switch (field.kind) {
            case BERTH_KIND_DOUBLE: return fmt::format("{}", number);
            case BERTH_KIND_DURATION: return base::format_duration(base::Duration(integer));
            default: return fmt::format("{}", integer);
        }
    };
    const bool above = (field.flags & BERTH_FIELD_ABOVE_MIN) != 0;
    const std::string low = bound(field.minimum, field.number_minimum);
    const std::string high = bound(field.maximum, field.number_maximum);
    if (!to) {
        return fmt::format("{} {}", above ? "above" : "at least", low);
    }
    return !from ? fmt::format("at most {}", high)
                 : fmt::format("{}{} … {}", above ? "above " : "", low, high);
}

void describe_fields(const berth_args_schema& schema, const std::string& prefix, std::size_t depth,
                     std::vector<ArgDescription>& out) {
    for (const auto& field : AbiList<berth_field>(schema.fields)) {
        const std::string name = prefix + std::string(view_of(field.name));
        out.push_back({.name = name,
                       .type = type_of(field),
                       .default_value = default_of(field),
                       .versions = versions_of(field.versions),
                       .range = range_of(field),
                       .required = (field.flags & BERTH_FIELD_REQUIRED) != 0,
                       .summary = std::string(view_of(field.summary))});
        if (field.object != nullptr && depth < kDeepest) {
            describe_fields(*field.object, name + (field.kind == BERTH_KIND_LIST ? "[]." : "."),
                            depth + 1, out);
        }
    }
}

PluginDescription describe_one(const RegistryEntry& entry) {
    const berth_factory& factory = *entry.factory;
    PluginDescription plugin{.name = std::string(entry.name()),
                             .version = std::string(entry.image->version()),
                             .vendor = std::string(entry.image->vendor()),
                             .file = entry.image->file(),
                             .summary = std::string(view_of(factory.summary)),
                             .ready = entry.ready(),
                             .points = {},
                             .args = {}};
    for (const berth_str& id : AbiList<berth_str>(factory.points)) {
        if (const auto point = settings::point_of_table(view_of(id))) {
            plugin.points.emplace_back(field_name(*point));
        }
    }
    if (factory.args != nullptr && (factory.flags & BERTH_FACTORY_NO_ARGS_KIND) == 0) {
        describe_fields(*factory.args, {}, 0, plugin.args);
    }
    return plugin;
}

}  // namespace

std::vector<PluginDescription> describe(const Registry& registry) {
    std::vector<const RegistryEntry*> entries;
    for (std::size_t profile = 0; profile <= registry.profiles(); ++profile) {
        for (const RegistryEntry& entry : registry.table(profile)) {
            const bool known = std::any_of(entries.begin(), entries.end(), [&](const auto* other) {
                return other->factory == entry.factory;
            });
            // A name that some profile has in a built form is not shown as missing.
            const bool stale =
                !entry.ready() && registry.profiles() > 0 && profile == registry.profiles() &&
                std::any_of(entries.begin(), entries.end(),
                            [&](const auto* other) { return other->name() == entry.name(); });
            if (!known && !stale) {
                entries.push_back(&entry);
            }
        }
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto* a, const auto* b) { return a->name() < b->name(); });
    std::vector<PluginDescription> plugins;
    for (const RegistryEntry* entry : entries) {
        plugins.push_back(describe_one(*entry));
    }
    return plugins;
}

}  // namespace berth::host
