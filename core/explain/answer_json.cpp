#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "core/explain/answer.hpp"

namespace berth::explain {
namespace {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

void text(Writer& writer, const std::string& value) {
    writer.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
}

void key(Writer& writer, const std::string& name) {
    writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
}

void field(Writer& writer, const char* name, const std::string& value) {
    if (!value.empty()) {
        writer.Key(name);
        text(writer, value);
    }
}

void list(Writer& writer, const char* name, const std::vector<std::string>& values) {
    if (values.empty()) {
        return;
    }
    writer.Key(name);
    writer.StartArray();
    for (const std::string& value : values) {
        text(writer, value);
    }
    writer.EndArray();
}

void rejection(Writer& writer, const Rejection& value) {
    writer.StartObject();
    writer.Key("plugin");
    text(writer, value.plugin);
    writer.Key("code");
    text(writer, value.code);
    list(writer, "reasons", value.reasons);
    writer.EndObject();
}

void score(Writer& writer, const NodeScore& value) {
    writer.StartObject();
    writer.Key("total");
    writer.Int64(value.total);
    writer.Key("plugins");
    writer.StartObject();
    for (const PluginScore& plugin : value.plugins) {
        key(writer, plugin.plugin);
        writer.StartObject();
        writer.Key("raw");
        writer.Int64(plugin.raw);
        writer.Key("weighted");
        writer.Int64(plugin.weighted);
        writer.EndObject();
    }
    writer.EndObject();
    writer.EndObject();
}

void candidate(Writer& writer, const Candidate& value) {
    writer.StartObject();
    list(writer, "victims", value.victims);
    writer.Key("pdbViolations");
    writer.Int64(value.pdb_violations);
    writer.EndObject();
}

// JSON as it is; a text that is none as a string.
void raw(Writer& writer, const std::string& json) {
    rapidjson::Document read;
    if (json.empty()) {
        writer.Null();
    } else if (read.Parse<rapidjson::kParseIterativeFlag>(json.c_str()).HasParseError()) {
        text(writer, json);
    } else {
        writer.RawValue(json.data(), json.size(), read.GetType());
    }
}

// The body stands under the verb: "patch": {…}.
void writes(Writer& writer, const std::vector<Write>& all) {
    if (all.empty()) {
        return;
    }
    writer.Key("writes");
    writer.StartArray();
    for (const Write& one : all) {
        writer.StartObject();
        field(writer, "plugin", one.plugin);
        field(writer, "about", one.about);
        key(writer, one.verb);
        raw(writer, one.body);
        writer.EndObject();
    }
    writer.EndArray();
}

template <typename T, typename WriteOne>
void by_node(Writer& writer, const char* name, const std::map<std::string, T>& values,
             const WriteOne& write) {
    if (values.empty()) {
        return;
    }
    writer.Key(name);
    writer.StartObject();
    for (const auto& [node, value] : values) {
        key(writer, node);
        write(writer, value);
    }
    writer.EndObject();
}

}  // namespace

std::string to_json_line(const Answer& answer) {
    rapidjson::StringBuffer out;
    Writer writer(out);
    writer.StartObject();
    field(writer, "pod", answer.pod);
    field(writer, "node", answer.node);
    list(writer, "best", answer.best);
    field(writer, "skipped", answer.skipped);
    if (answer.pre_filter) {
        writer.Key("preFilter");
        rejection(writer, *answer.pre_filter);
    }
    by_node(writer, "rejected", answer.rejected, rejection);
    by_node(writer, "scores", answer.scores, score);
    field(writer, "message", answer.message);
    list(writer, "unschedulablePlugins", answer.unschedulable_plugins);
    field(writer, "nominated", answer.nominated);
    list(writer, "nominees", answer.nominees);
    list(writer, "victims", answer.victims);
    by_node(writer, "candidates", answer.candidates, candidate);
    field(writer, "error", answer.error);
    writes(writer, answer.writes);
    writer.EndObject();
    return {out.GetString(), out.GetSize()};
}

}  // namespace berth::explain
