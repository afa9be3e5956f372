#include "core/extender/wire.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/model/encode.hpp"
#include "core/model/text/json_writer.hpp"
#include "core/model/tree.hpp"

namespace berth::extender {

namespace {

using framework::ExtenderNodes;
using framework::FailedNode;
using model::Kind;
using model::Value;

bool same_letter(char a, char b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; };
    return lower(a) == lower(b);
}

// Null: there is none, or it is null.
const Value* member(const Value& object, std::string_view key) {
    const Value* found = object.find(key);
    for (const model::Member& one : object.members()) {
        if (found == nullptr &&
            std::equal(one.key.begin(), one.key.end(), key.begin(), key.end(), same_letter)) {
            found = &one.value;
        }
    }
    return found == nullptr || found->is_null() ? nullptr : found;
}

std::string_view text_of(const Value& object, std::string_view key) {
    const Value* found = member(object, key);
    return found == nullptr ? std::string_view() : found->text();
}

tl::unexpected<base::Error> unreadable(std::string_view what, const Value& value, Kind wanted) {
    return base::fail(base::ErrorCode::kInvalid,
                      fmt::format("reading the answer: {}: expected {}, found {}", what,
                                  describe(wanted), describe(value.kind())));
}

base::Result<model::Document> read(std::string_view body, Kind wanted) {
    model::Parsed parsed = model::parse_json(body, "");
    if (!parsed.errors.empty()) {
        return base::fail(base::wrap(std::move(parsed.errors.front()), "reading the answer"));
    }
    if (parsed.documents.empty()) {
        model::Document nothing;
        return nothing;
    }
    if (parsed.documents.front().root.kind() != wanted) {
        return unreadable("the body", parsed.documents.front().root, wanted);
    }
    return std::move(parsed.documents.front());
}

base::Status read_failed(const Value& result, std::string_view key, bool unresolvable,
                         std::set<std::string_view>& seen, std::vector<FailedNode>& out) {
    const Value* nodes = member(result, key);
    if (nodes == nullptr) {
        return {};
    }
    if (!nodes->is_object()) {
        return unreadable(key, *nodes, Kind::kObject);
    }
    for (const model::Member& node : nodes->members()) {
        if (!node.value.is_string() && !node.value.is_null()) {
            return unreadable(key, node.value, Kind::kString);
        }
        if (seen.insert(node.key).second) {
            out.push_back({std::string(node.key), std::string(node.value.text()), unresolvable});
        }
    }
    return {};
}

base::Result<std::vector<std::string_view>> listed_names(const Value& names) {
    std::vector<std::string_view> out;
    if (!names.is_array()) {
        return unreadable("NodeNames", names, Kind::kArray);
    }
    for (const Value& name : names.items()) {
        if (!name.is_string()) {
            return unreadable("NodeNames", name, Kind::kString);
        }
        out.push_back(name.text());
    }
    return out;
}

base::Result<std::vector<std::string_view>> names_of_objects(const Value& nodes) {
    std::vector<std::string_view> out;
    const Value* items = member(nodes, "items");
    if (items == nullptr) {
        return out;
    }
    if (!items->is_array()) {
        return unreadable("Nodes.items", *items, Kind::kArray);
    }
    for (const Value& node : items->items()) {
        const Value* metadata = member(node, "metadata");
        out.push_back(metadata == nullptr ? std::string_view() : text_of(*metadata, "name"));
    }
    return out;
}

base::Result<std::vector<std::string_view>> names_that_stay(const Value& result, bool by_name) {
    const Value* names = by_name ? member(result, "NodeNames") : nullptr;
    if (names != nullptr) {
        return listed_names(*names);
    }
    const Value* nodes = member(result, "Nodes");
    if (nodes != nullptr) {
        return names_of_objects(*nodes);
    }
    return std::vector<std::string_view>{};
}

base::Result<std::vector<std::size_t>> positions_of(const std::vector<std::string_view>& names,
                                                    const ExtenderNodes& nodes,
                                                    std::string_view extender) {
    std::map<std::string_view, std::size_t> known;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        known.emplace(nodes.name(i), i);
    }
    std::vector<std::size_t> out;
    for (const std::string_view name : names) {
        const auto found = known.find(name);
        if (found == known.end()) {
            return base::fail(
                base::ErrorCode::kInvalid,
                fmt::format("extender \"{}\" claims a filtered node \"{}\" which is not found in "
                            "the input node list",
                            extender, name));
        }
        out.push_back(found->second);
    }
    return out;
}

base::Status said_error(const Value& result) {
    const std::string_view text = text_of(result, "Error");
    if (!text.empty()) {
        return base::fail(base::ErrorCode::kUnavailable, std::string(text));
    }
    return {};
}

}  // namespace

std::string extender_args(const framework::PodInfo& pod, const ExtenderNodes& nodes, bool by_name,
                          const base::SymbolTable& symbols) {
    model::JsonWriter json;
    json.begin_object().key("Pod").raw(model::encode_json(*pod.pod, symbols)).key("Nodes");
    if (by_name) {
        json.null().key("NodeNames").begin_array();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            json.value(nodes.name(i));
        }
        json.end_array();
    } else {
        json.begin_object().key("metadata").raw("{}").key("items").begin_array();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            json.raw(model::encode_json(nodes.object(i), symbols));
        }
        json.end_array().end_object().key("NodeNames").null();
    }
    json.end_object();
    return std::move(json).take();
}

std::string binding_args(const framework::PodInfo& pod, std::string_view node) {
    model::JsonWriter json;
    json.begin_object()
        .field("PodName", pod.name())
        .field("PodNamespace", pod.namespace_name())
        .field("PodUID", pod.uid())
        .field("Node", node)
        .end_object();
    return std::move(json).take();
}

base::Result<framework::ExtenderFilterAnswer> filter_result(std::string_view body,
                                                            const ExtenderNodes& nodes,
                                                            bool by_name,
                                                            std::string_view extender) {
    const auto document = read(body, Kind::kObject);
    if (!document) {
        return base::fail(document.error());
    }
    const Value& result = document->root;
    if (const auto status = said_error(result); !status) {
        return base::fail(status.error());
    }
    framework::ExtenderFilterAnswer answer;
    const auto names = names_that_stay(result, by_name);
    if (!names) {
        return base::fail(names.error());
    }
    auto positions = positions_of(*names, nodes, extender);
    if (!positions) {
        return base::fail(std::move(positions.error()));
    }
    answer.positions = std::move(*positions);
    std::set<std::string_view> seen;  // what is in both maps is unresolvable
    for (const bool unresolvable : {true, false}) {
        const std::string_view key = unresolvable ? "FailedAndUnresolvableNodes" : "FailedNodes";
        if (const auto status = read_failed(result, key, unresolvable, seen, answer.failed);
            !status) {
            return base::fail(status.error());
        }
    }
    return answer;
}

base::Result<framework::HostPriorities> priorities_result(std::string_view body) {
    const auto document = read(body, Kind::kArray);
    if (!document) {
        return base::fail(document.error());
    }
    framework::HostPriorities out;
    for (const Value& one : document->root.items()) {
        const Value* score = member(one, "Score");
        if (score != nullptr && !score->is_int()) {
            return unreadable("Score", *score, Kind::kInt);
        }
        out.push_back({std::string(text_of(one, "Host")), score == nullptr ? 0 : score->as_int()});
    }
    return out;
}

base::Status binding_result(std::string_view body) {
    const auto document = read(body, Kind::kObject);
    if (!document) {
        return base::fail(document.error());
    }
    return said_error(document->root);
}

}  // namespace berth::extender
