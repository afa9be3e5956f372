#include "core/model/text/json_text.hpp"
#include "core/simulate/timeline/print.hpp"

namespace berth::simulate {
namespace {

void field(std::string_view name, std::string_view value, std::string& out) {
    out += ',';
    model::append_json_string(name, out);
    out += ':';
    model::append_json_string(value, out);
}

void append(const Place& place, std::string& out) {
    model::append_json_string(place.pod, out);
    out += ":{\"state\":";
    model::append_json_string(to_text(place.state), out);
    if (!place.node.empty()) {
        field("node", place.node, out);
    }
    if (!place.nominated.empty()) {
        field("nominated", place.nominated, out);
    }
    if (place.attempts != 0) {
        out += ",\"attempts\":" + std::to_string(place.attempts);
    }
    if (!place.plugins.empty()) {
        out += ",\"plugins\":[";
        for (const std::string& plugin : place.plugins) {
            out += out.back() == '[' ? "" : ",";
            model::append_json_string(plugin, out);
        }
        out += ']';
    }
    out += '}';
}

}  // namespace

std::string to_json_line(std::size_t step, base::Duration time, std::span<const Place> places) {
    std::string out = "{\"step\":" + std::to_string(step);
    field("time", base::format_duration(time), out);
    out += ",\"pods\":{";
    for (const Place& place : places) {
        out += out.back() == '{' ? "" : ",";
        append(place, out);
    }
    out += "}}";
    return out;
}

}  // namespace berth::simulate
