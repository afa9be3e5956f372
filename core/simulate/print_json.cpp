#include <cmath>
#include <string_view>

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "core/model/text/json_text.hpp"
#include "core/simulate/print.hpp"

namespace berth::simulate {
namespace {

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

void field(Writer& writer, std::string_view name, std::string_view value) {
    writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
    writer.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
}

void field(Writer& writer, std::string_view name, std::uint64_t value) {
    writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
    writer.Uint64(value);
}

void field(Writer& writer, std::string_view name, std::int32_t value) {
    writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
    writer.Int(value);
}

void pod(Writer& writer, const PodReport& report) {
    writer.StartObject();
    field(writer, "pod", report.pod);
    if (report.node.empty()) {
        field(writer, "message", report.message);
    } else {
        field(writer, "node", report.node);
    }
    field(writer, "priority", report.priority);
    field(writer, "attempts", report.attempts);
    field(writer, "evaluated", std::uint64_t{report.evaluated});
    field(writer, "feasible", std::uint64_t{report.feasible});
    writer.EndObject();
}

void pods(Writer& writer, const char* name, const std::vector<PodReport>& reports) {
    writer.Key(name);
    writer.StartArray();
    for (const PodReport& report : reports) {
        pod(writer, report);
    }
    writer.EndArray();
}

void resource(Writer& writer, const ResourceReport& report) {
    writer.StartObject();
    field(writer, "name", report.name);
    field(writer, "requested", report.requested_text());
    field(writer, "allocatable", report.allocatable_text());
    writer.Key("percent");
    writer.Double(std::round(report.percent() * 100) / 100);
    writer.EndObject();
}

void summary(Writer& writer, const Report& report) {
    writer.Key("summary");
    writer.StartObject();
    field(writer, "nodes", std::uint64_t{report.nodes});
    field(writer, "runningBefore", std::uint64_t{report.running_before});
    field(writer, "placed", std::uint64_t{report.placed.size()});
    field(writer, "pending", std::uint64_t{report.pending.size()});
    field(writer, "attempts", report.attempts);
    writer.Key("gaveUp");
    writer.Bool(report.ending == Ending::kGaveUp);
    writer.Key("resources");
    writer.StartArray();
    for (const ResourceReport& one : report.resources) {
        resource(writer, one);
    }
    writer.EndArray();
    writer.Key("pendingByMessage");
    writer.StartArray();
    for (const PendingGroup& group : report.pending_groups) {
        writer.StartObject();
        field(writer, "message", group.message);
        field(writer, "pods", std::uint64_t{group.pods});
        writer.EndObject();
    }
    writer.EndArray();
    writer.EndObject();
}

}  // namespace

std::string to_json(const Report& report, bool with_pods) {
    rapidjson::StringBuffer buffer;
    Writer writer(buffer);
    writer.StartObject();
    field(writer, "version", std::uint64_t{1});
    if (with_pods) {
        pods(writer, "placements", report.placed);
        pods(writer, "pending", report.pending);
    }
    summary(writer, report);
    writer.EndObject();
    return {buffer.GetString(), buffer.GetSize()};
}

std::string to_json_line(const Try& attempt) {
    std::string name(attempt.namespace_name);
    name += '/';
    name += attempt.pod;
    std::string out = "{\"pod\":";
    model::append_json_string(name, out);
    if (attempt.node.empty()) {
        out += ",\"message\":";
        model::append_json_string(attempt.message, out);
    } else {
        out += ",\"node\":";
        model::append_json_string(attempt.node, out);
        out += ",\"evaluated\":" + std::to_string(attempt.evaluated);
        out += ",\"feasible\":" + std::to_string(attempt.feasible);
    }
    out += '}';
    return out;
}

}  // namespace berth::simulate
