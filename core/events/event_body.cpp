#include "core/events/event_body.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/model/text/json_writer.hpp"

namespace berth::events {
namespace {

using model::JsonWriter;

void write_reference(JsonWriter& json, std::string_view key, const access::ObjectName& about,
                     std::string_view uid) {
    json.key(key)
        .begin_object()
        .field("apiVersion", about.api_version)
        .field("kind", about.kind)
        .field("namespace", about.namespace_name)
        .field("name", about.name)
        .field("uid", uid)
        .end_object();
}

void write_series(JsonWriter& json, const Series& series) {
    json.key("series")
        .begin_object()
        .field("count", series.count)
        .field("lastObservedTime", base::format_micro_time(series.last))
        .end_object();
}

}  // namespace

std::string event_body(const access::EventRecord& event, const EventName& name,
                       const std::string& host, const Series& series) {
    JsonWriter json;
    json.begin_object()
        .field("apiVersion", "events.k8s.io/v1")
        .field("kind", "Event")
        .key("metadata")
        .begin_object()
        .field("name", name.name)
        .field("namespace", name.namespace_name)
        .end_object()
        .field("eventTime", base::format_micro_time(event.time))
        .field("reportingController", event.reporting_controller)
        .field("reportingInstance", fmt::format("{}-{}", event.reporting_controller, host))
        .field("action", event.action)
        .field("reason", event.reason);
    write_reference(json, "regarding", event.regarding, event.regarding_uid);
    json.field("note", event.note).field("type", event.warning ? "Warning" : "Normal");
    if (!event.related.kind.empty()) {
        write_reference(json, "related", event.related, event.related_uid);
    }
    if (series.count != 0) {
        write_series(json, series);
    }
    return std::move(json.end_object()).take();
}

std::string series_body(const Series& series) {
    JsonWriter json;
    json.begin_object();
    write_series(json, series);
    return std::move(json.end_object()).take();
}

}  // namespace berth::events
