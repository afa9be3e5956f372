#include "core/events/event_body.hpp"

#include <fmt/format.h>

#include "core/model/text/json_text.hpp"

namespace berth::events {
namespace {

std::string quoted(std::string_view text) {
    std::string out;
    model::append_json_string(text, out);
    return out;
}

std::string series_json(const Series& series) {
    return fmt::format(R"({{"count":{},"lastObservedTime":"{}"}})", series.count,
                       base::format_micro_time(series.last));
}

}  // namespace

std::string event_body(const access::EventRecord& event, const EventName& name,
                       const std::string& host, const Series& series) {
    const access::ObjectName& about = event.regarding;
    std::string body = fmt::format(
        R"({{"apiVersion":"events.k8s.io/v1","kind":"Event",)"
        R"("metadata":{{"name":{},"namespace":{}}},"eventTime":"{}",)"
        R"("reportingController":{},"reportingInstance":{},"action":{},"reason":{},)"
        R"("regarding":{{"apiVersion":{},"kind":{},"namespace":{},"name":{},"uid":{}}},)"
        R"("note":{},"type":"{}")",
        quoted(name.name), quoted(name.namespace_name), base::format_micro_time(event.time),
        quoted(event.reporting_controller),
        quoted(fmt::format("{}-{}", event.reporting_controller, host)), quoted(event.action),
        quoted(event.reason), quoted(about.api_version), quoted(about.kind),
        quoted(about.namespace_name), quoted(about.name), quoted(event.regarding_uid),
        quoted(event.note), event.warning ? "Warning" : "Normal");
    if (series.count != 0) {
        body += fmt::format(R"(,"series":{})", series_json(series));
    }
    return body + "}";
}

std::string series_body(const Series& series) {
    return fmt::format(R"({{"series":{}}})", series_json(series));
}

}  // namespace berth::events
