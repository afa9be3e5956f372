#include "core/simulate/timeline/scenario.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/model/tree.hpp"

namespace berth::simulate {
namespace {

using model::Member;
using model::Value;

constexpr base::Duration kLongestWait = std::chrono::hours(24 * 365 * 10);

constexpr std::array<std::pair<std::string_view, Action>, 5> kActions{{
    {"apply", Action::kApply},
    {"delete", Action::kDelete},
    {"schedule", Action::kSchedule},
    {"pop", Action::kPop},
    {"advance", Action::kAdvance},
}};

std::optional<Action> action_of(std::string_view key) {
    for (const auto& [word, action] : kActions) {
        if (word == key) {
            return action;
        }
    }
    return {};
}

class Reader {
public:
    Reader(std::string_view file, model::Pools& pools, ReadScenario& out)
        : file_(file), pools_(pools), out_(out) {}

    void read(const model::Document& document) {
        for (const model::DuplicateKey& twice : document.duplicates) {
            fail(twice.line, twice.column, twice.path,
                 fmt::format("the key {} is there twice, first in line {}", twice.key,
                             twice.first_line));
        }
        const Value& root = document.root;
        if (!root.is_object()) {
            expected(root, "", "an object with the key steps");
            return;
        }
        for (const Member& member : root.members()) {
            if (member.key != "steps") {
                fail(member.line, member.column, std::string(member.key),
                     "unknown; a scenario has steps and nothing else");
            }
        }
        const Value* steps = root.find("steps");
        if (steps == nullptr || !steps->is_array()) {
            expected(steps == nullptr ? root : *steps, "steps", "a list of steps");
            return;
        }
        for (std::size_t i = 0; i < steps->items().size(); ++i) {
            read_step(steps->items()[i], fmt::format("steps[{}]", i));
        }
    }

private:
    void fail(std::uint32_t line, std::uint32_t column, std::string field, std::string text) {
        base::Error error;
        error.file = file_;
        error.line = line;
        error.column = column;
        error.field = std::move(field);
        error.text = std::move(text);
        out_.errors.push_back(std::move(error));
    }
    void fail(const Value& at, std::string field, std::string text) {
        fail(at.line(), at.column(), std::move(field), std::move(text));
    }
    void expected(const Value& at, std::string field, std::string_view what) {
        fail(at, std::move(field), fmt::format("expected {}, found {}", what, describe(at.kind())));
    }

    void read_step(const Value& value, const std::string& path) {
        if (!value.is_object() || value.members().size() != 1) {
            fail(value, path,
                 value.is_object()
                     ? fmt::format("expected one action, found {}", value.members().size())
                     : fmt::format("expected a step such as \"schedule: 0\", found {}",
                                   describe(value.kind())));
            return;
        }
        const Member& member = value.members().front();
        const std::optional<Action> action = action_of(member.key);
        if (!action) {
            fail(member.line, member.column, path,
                 fmt::format("unknown action {}; there are apply, delete, schedule, pop, advance",
                             member.key));
            return;
        }
        Step step;
        step.action = *action;
        step.line = member.line;
        const std::string field = fmt::format("{}.{}", path, member.key);
        switch (*action) {
            case Action::kApply: read_objects(member.value, field, step); break;
            case Action::kDelete: read_names(member.value, field, step); break;
            case Action::kSchedule: read_cycles(member.value, field, 0, step); break;
            case Action::kPop: read_cycles(member.value, field, 1, step); break;
            case Action::kAdvance: read_duration(member.value, field, step); break;
        }
        out_.scenario.steps.push_back(std::move(step));
    }

    void read_objects(const Value& value, const std::string& field, Step& step) {
        if (!value.is_array()) {
            expected(value, field, "a list of objects");
            return;
        }
        for (const Value& item : value.items()) {
            model::Decoded decoded;
            model::decode_tree(item, file_, pools_, decoded);
            for (model::Draft& draft : decoded.objects) {
                std::string title = fmt::format("{} {}", model::kind_name(draft),
                                                full_name(model::meta_of(draft), pools_.symbols));
                step.objects.push_back({std::move(draft), std::move(title), item.line()});
            }
            out_.errors.insert(out_.errors.end(), std::make_move_iterator(decoded.errors.begin()),
                               std::make_move_iterator(decoded.errors.end()));
            for (base::Error& warning : decoded.warnings) {
                out_.warnings.push_back(std::move(warning));
            }
            out_.unknown_fields += decoded.unknown_fields;
        }
    }

    void read_names(const Value& value, const std::string& field, Step& step) {
        if (!value.is_array()) {
            expected(value, field, "a list of {kind, namespace, name}");
            return;
        }
        for (std::size_t i = 0; i < value.items().size(); ++i) {
            read_name(value.items()[i], fmt::format("{}[{}]", field, i), step);
        }
    }

    void read_name(const Value& value, const std::string& field, Step& step) {
        if (!value.is_object()) {
            expected(value, field, "{kind, namespace, name}");
            return;
        }
        access::ObjectName name;
        const std::array<std::pair<std::string_view, std::string*>, 4> parts{{
            {"apiVersion", &name.api_version},
            {"kind", &name.kind},
            {"namespace", &name.namespace_name},
            {"name", &name.name},
        }};
        for (const Member& member : value.members()) {
            const std::string path = fmt::format("{}.{}", field, member.key);
            const auto* part = std::find_if(parts.begin(), parts.end(), [&](const auto& one) {
                return one.first == member.key;
            });
            if (part == parts.end()) {
                fail(member.line, member.column, path,
                     "unknown; a name has apiVersion, kind, namespace, name");
            } else if (!member.value.is_string()) {
                expected(member.value, path, "a string");
            } else {
                *part->second = member.value.text();
            }
        }
        if (complete(value, field, name)) {
            std::string title = fmt::format("{} {}{}{}", name.kind, name.namespace_name,
                                            name.namespace_name.empty() ? "" : "/", name.name);
            step.names.push_back({std::move(name), std::move(title), value.line()});
        }
    }

    // What the API server would know of the kind.
    bool complete(const Value& value, const std::string& field, access::ObjectName& name) {
        if (name.kind.empty() || name.name.empty()) {
            fail(value, field,
                 name.kind.empty() ? "expected a kind, found none" : "expected a name, found none");
            return false;
        }
        const std::string_view known = model::api_version_of(name.kind);
        if (!known.empty()) {
            name.api_version = known;
        } else if (name.api_version.empty()) {
            fail(value, field + ".kind",
                 fmt::format("{} is no kind that berth knows; of another one apiVersion is needed "
                             "too",
                             name.kind));
            return false;
        }
        if (model::is_namespaced(name.kind) && name.namespace_name.empty()) {
            name.namespace_name = "default";
        }
        return true;
    }

    void read_cycles(const Value& value, const std::string& field, std::int64_t least, Step& step) {
        const std::int64_t number = value.as_int();
        if (!value.is_int() || number < least ||
            number > std::numeric_limits<std::int32_t>::max()) {
            fail(value, field,
                 fmt::format("expected a number of cycles from {}, found {}", least,
                             value.is_number() ? value.text() : describe(value.kind())));
            return;
        }
        step.cycles = static_cast<std::uint32_t>(number);
    }

    void read_duration(const Value& value, const std::string& field, Step& step) {
        if (!value.is_string()) {
            expected(value, field, "a duration such as \"5s\"");
            return;
        }
        auto duration = base::parse_duration(value.text());
        if (!duration) {
            fail(value, field, std::move(duration.error().text));
            return;
        }
        if (*duration <= base::Duration::zero() || *duration > kLongestWait - advanced_) {
            fail(value, field,
                 *duration <= base::Duration::zero()
                     ? fmt::format("expected a duration above 0, found {}", value.text())
                     : "all steps together may move the clock by ten years at most");
            return;
        }
        advanced_ += *duration;
        step.duration = *duration;
    }

    std::string_view file_;
    model::Pools& pools_;
    ReadScenario& out_;
    base::Duration advanced_{0};
};

}  // namespace

std::string_view to_text(Action action) {
    return kActions.at(static_cast<std::size_t>(action)).first;
}

ReadScenario read_scenario(std::string_view text, std::string_view file, model::Pools& pools) {
    ReadScenario out;
    out.scenario.file = file;
    model::Parsed parsed = model::parse_any(text, file);
    out.errors = std::move(parsed.errors);
    if (out.errors.empty() && parsed.documents.size() != 1) {
        base::Error error;
        error.file = file;
        error.text =
            fmt::format("expected one document with steps, found {}", parsed.documents.size());
        out.errors.push_back(std::move(error));
    }
    for (const model::Document& document : parsed.documents) {
        Reader(file, pools, out).read(document);
    }
    return out;
}

}  // namespace berth::simulate
