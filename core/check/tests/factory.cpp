// What the factory says of the plugin, and whether its tables are what it says.
#include <algorithm>
#include <set>

#include <berth/draft/draft.h>
#include <fmt/format.h>

#include "core/check/cycle.hpp"
#include "core/check/instance.hpp"
#include "core/framework/plugin_instance.hpp"
#include "core/host/tables.hpp"
#include "core/host/text.hpp"
#include "core/model/tree.hpp"
#include "core/settings/abi_view.hpp"

namespace berth::check::tests {
namespace {

// Every id of a table that this berth knows.
constexpr std::string_view kKnown[] = {
    BERTH_PRE_ENQUEUE_V1, BERTH_QUEUE_SORT_V1,   BERTH_PRE_FILTER_V1, BERTH_FILTER_V1,
    BERTH_POST_FILTER_V1, BERTH_PRE_SCORE_V1,    BERTH_SCORE_V1,      BERTH_RESERVE_V1,
    BERTH_PERMIT_V1,      BERTH_PRE_BIND_V1,     BERTH_BIND_V1,       BERTH_POST_BIND_V1,
    BERTH_EVENTS_V1,      BERTH_SIGN_V1,         BERTH_EPOCH_V1,      BERTH_COLUMN_V1,
    BERTH_STATE_V1,       BERTH_DRAFT_TABLE_IDS,
};

std::set<std::string> listed(const berth_factory& factory) {
    std::set<std::string> out;
    for (const berth_str& id : settings::AbiList<berth_str>(factory.points)) {
        out.emplace(host::view_of(id));
    }
    return out;
}

void known_points(Subject& subject) {
    const Opened opened(subject, subject.small);
    for (const std::string& id : listed(*opened.factory)) {
        expect(
            std::count(std::begin(kKnown), std::end(kKnown), id) > 0,
            fmt::format("its factory lists the point \"{}\", which this berth does not know", id));
    }
}

void serves_what_it_lists(Subject& subject) {
    const Instance instance(subject, subject.small);
    const std::set<std::string> points = listed(*instance.opened().factory);
    for (const std::string_view id : kKnown) {
        const bool served = instance.table<void>(id) != nullptr;
        const bool promised = points.contains(std::string(id));
        expect(served == promised,
               fmt::format(
                   fmt::runtime(promised ? "{} is listed in the factory's points, but table is null"
                                         : "{} is served, but not listed in the factory's points"),
                   id));
    }
}

void whole_tables(Subject& subject) {
    const Instance made(subject, subject.small);
    framework::PluginInstance instance;
    instance.plugin = made.raw;
    const auto wrong = host::query_tables(instance, made.opened().library.has_drafts());
    instance.plugin = nullptr;
    expect(wrong.empty(), wrong.empty() ? "" : wrong.front());
}

void tables_stay(Subject& subject) {
    const Instance instance(subject, subject.small);
    for (const std::string_view id : kKnown) {
        expect(instance.table<void>(id) == instance.table<void>(id),
               fmt::format("{} was another table the second time", id));
    }
}

void nothing_for_unknown_ids(Subject& subject) {
    const Instance instance(subject, subject.small);
    for (const std::string_view id :
         {"berth.nothing/1", "berth.filter/2", "berth.filter/", "berth.filter", "", "x"}) {
        expect(instance.table<void>(id) == nullptr,
               fmt::format("table(\"{}\") is not null: no such point is known", id));
    }
}

void known_traits(Subject& subject) {
    const Instance instance(subject, subject.small);
    const auto* filter = instance.table<berth_filter_v1>(BERTH_FILTER_V1);
    const auto* score = instance.table<berth_score_v1>(BERTH_SCORE_V1);
    const std::uint32_t traits =
        (filter == nullptr ? 0 : filter->traits) | (score == nullptr ? 0 : score->traits);
    expect((traits & ~BERTH_TRAIT_NODE_LOCAL) == 0,
           fmt::format("traits are {:#x}, of which {:#x} mean nothing", traits,
                       traits & ~BERTH_TRAIT_NODE_LOCAL));
}

void check_schema(const berth_args_schema& schema, const std::string& path) {
    std::set<std::string> seen;
    for (const berth_field& field : settings::AbiList<berth_field>(schema.fields)) {
        const std::string name = path + std::string(host::view_of(field.name));
        step(fmt::format("the schema of {}", name));
        expect(field.name.len != 0, fmt::format("a field of \"{}\" has no name", path));
        expect(field.struct_size >= sizeof(berth_field),
               fmt::format("{}: struct_size is {}", name, field.struct_size));
        expect(field.kind > BERTH_KIND_NULL && field.kind <= BERTH_KIND_ANY,
               fmt::format("{}: kind {} is none", name, field.kind));
        expect(seen.insert(name).second, fmt::format("{}: is there twice", name));
        const bool nested =
            field.kind == BERTH_KIND_OBJECT ||
            (field.kind == BERTH_KIND_LIST && field.element_kind == BERTH_KIND_OBJECT);
        expect(!nested || field.object != nullptr, fmt::format("{}: has no schema", name));
        if (nested) {
            check_schema(*field.object, name + ".");
        }
    }
}

const berth_args_schema& schema_of(const Opened& opened) {
    if (opened.factory->args == nullptr) {
        not_applicable("the plugin takes no args");
    }
    return *opened.factory->args;
}

void whole_schema(Subject& subject) {
    const Opened opened(subject, subject.small);
    check_schema(schema_of(opened), "");
}

void check_default(const berth_field& field, const std::string& name) {
    const std::string_view json = host::view_of(field.default_json);
    if (json.empty()) {
        return;
    }
    const model::Parsed parsed = model::parse_json(json, name);
    expect(parsed.errors.empty() && (parsed.documents.size() == 1 || json == "null"),
           fmt::format("{}: the default {} is not JSON", name, json));
    if (parsed.documents.empty()) {
        return;
    }
    const model::Value& value = parsed.documents.front().root;
    const bool bounded = value.is_int() && field.kind == BERTH_KIND_INT;
    const bool low =
        bounded && (field.flags & BERTH_FIELD_HAS_MIN) != 0 && value.as_int() < field.minimum;
    const bool high =
        bounded && (field.flags & BERTH_FIELD_HAS_MAX) != 0 && value.as_int() > field.maximum;
    expect(!low && !high, fmt::format("{}: the default {} is not in [{}, {}]", name, json,
                                      field.minimum, field.maximum));
    if (field.allowed.count != 0 && value.is_string()) {
        bool allowed = false;
        for (const berth_str& text : settings::AbiList<berth_str>(field.allowed)) {
            allowed = allowed || host::view_of(text) == value.text();
        }
        expect(allowed, fmt::format("{}: the default {} is not one of the allowed", name, json));
    }
}

void good_defaults(Subject& subject) {
    const Opened opened(subject, subject.small);
    for (const berth_field& field : settings::AbiList<berth_field>(schema_of(opened).fields)) {
        check_default(field, std::string(host::view_of(field.name)));
    }
}

constexpr Test kTests[] = {
    {"factory/known-points", "lists extension points that this berth knows", known_points},
    {"factory/serves-what-it-lists", "its tables are those that the factory lists",
     serves_what_it_lists},
    {"factory/whole-tables", "its tables have their size and all functions", whole_tables},
    {"factory/tables-stay", "a table is the same at each call", tables_stay},
    {"factory/unknown-ids", "asked for a point that it does not know it returns null",
     nothing_for_unknown_ids},
    {"factory/known-traits", "no trait is set that means nothing", known_traits},
    {"factory/whole-schema", "the schema of its args can be read", whole_schema},
    {"factory/good-defaults", "defaults are JSON and keep to their own range", good_defaults},
};

}  // namespace

std::span<const Test> factory() {
    return kTests;
}

}  // namespace berth::check::tests
