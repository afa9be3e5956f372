#include "core/host/reload/live_status.hpp"

#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidjson/document.h>

#include "core/model/text/json_writer.hpp"

namespace berth::host {
namespace {

std::string text_of(const rapidjson::Value& object, const char* name) {
    const auto found = object.FindMember(name);
    return found != object.MemberEnd() && found->value.IsString()
               ? std::string(found->value.GetString(), found->value.GetStringLength())
               : std::string();
}

std::uint64_t number_of(const rapidjson::Value& object, const char* name) {
    const auto found = object.FindMember(name);
    return found != object.MemberEnd() && found->value.IsUint64() ? found->value.GetUint64() : 0;
}

template <typename Use>
void for_each_object(const rapidjson::Value& object, const char* name, Use&& use) {
    const auto found = object.FindMember(name);
    if (found == object.MemberEnd() || !found->value.IsArray()) {
        return;
    }
    for (const rapidjson::Value& item : found->value.GetArray()) {
        if (item.IsObject()) {
            use(item);
        }
    }
}

void write_row(model::JsonWriter& json, const LibraryRow& row) {
    json.begin_object()
        .field("path", row.path)
        .field("sha256", row.sha256)
        .field("state", row.state)
        .field("runningSha256", row.running_sha256)
        .field("problem", row.problem)
        .list("plugins", row.plugins)
        .end_object();
}

LibraryRow read_row(const rapidjson::Value& item) {
    LibraryRow row{.path = text_of(item, "path"),
                   .sha256 = text_of(item, "sha256"),
                   .plugins = {},
                   .state = text_of(item, "state"),
                   .running_sha256 = text_of(item, "runningSha256"),
                   .problem = text_of(item, "problem")};
    const auto plugins = item.FindMember("plugins");
    if (plugins != item.MemberEnd() && plugins->value.IsArray()) {
        for (const rapidjson::Value& name : plugins->value.GetArray()) {
            if (name.IsString()) {
                row.plugins.emplace_back(name.GetString(), name.GetStringLength());
            }
        }
    }
    return row;
}

}  // namespace

std::string to_json(const LiveStatus& status) {
    model::JsonWriter json(model::JsonWriter::Style::kIndented);
    json.begin_object()
        .field("generation", status.generation)
        .field("since", base::format_time(status.since))
        .field("config", status.config)
        .field("configProblem", status.config_problem)
        .field("generationsInUse", status.generations_in_use)
        .field("imagesResident", status.images_resident)
        .field("misbehaviours", status.misbehaviours)
        .field("lastPauseMicroseconds", status.last_pause_us)
        .field("longestPauseMicroseconds", status.longest_pause_us)
        .key("libraries")
        .begin_array();
    for (const LibraryRow& row : status.libraries) {
        write_row(json, row);
    }
    json.end_array().key("reloads").begin_array();
    for (const auto& [key, count] : status.reloads) {
        json.begin_object()
            .field("result", key.first)
            .field("step", key.second)
            .field("count", count)
            .end_object();
    }
    return std::move(json.end_array().end_object()).take() + "\n";
}

base::Result<LiveStatus> parse_live_status(const std::string& json) {
    rapidjson::Document document;
    document.Parse(json.data(), json.size());
    if (document.HasParseError() || !document.IsObject()) {
        return base::fail(base::ErrorCode::kInvalid, "is no status of a running host");
    }
    LiveStatus status;
    status.generation = number_of(document, "generation");
    if (const auto since = base::parse_time(text_of(document, "since"))) {
        status.since = *since;
    }
    status.config = text_of(document, "config");
    status.config_problem = text_of(document, "configProblem");
    status.generations_in_use = number_of(document, "generationsInUse");
    status.images_resident = number_of(document, "imagesResident");
    status.misbehaviours = number_of(document, "misbehaviours");
    status.last_pause_us = number_of(document, "lastPauseMicroseconds");
    status.longest_pause_us = number_of(document, "longestPauseMicroseconds");
    for_each_object(document, "libraries", [&](const rapidjson::Value& item) {
        status.libraries.push_back(read_row(item));
    });
    for_each_object(document, "reloads", [&](const rapidjson::Value& item) {
        status.reloads[{text_of(item, "result"), text_of(item, "step")}] = number_of(item, "count");
    });
    return status;
}

std::string print_live_status(const LiveStatus& status) {
    std::string out =
        fmt::format("generation {} since {}, configuration {}\n", status.generation,
                    base::format_time(status.since),
                    status.config.empty() ? std::string("of the defaults") : status.config);
    if (!status.config_problem.empty()) {
        out += fmt::format("  not applied: {}\n", status.config_problem);
    }
    out += fmt::format(
        "  {} generations in use, {} images that cannot be unmapped, {} cases of "
        "misbehaviour\n",
        status.generations_in_use, status.images_resident, status.misbehaviours);
    for (const LibraryRow& row : status.libraries) {
        out += fmt::format(
            "{}  {}\n  plugins: {}\n  file {}", row.path, row.state, fmt::join(row.plugins, ", "),
            row.sha256.empty() ? std::string("unreadable") : row.sha256.substr(0, 12));
        if (!row.running_sha256.empty()) {
            out += fmt::format(", running {}", row.running_sha256.substr(0, 12));
        }
        out += "\n";
        if (!row.problem.empty()) {
            out += fmt::format("  {}\n", row.problem);
        }
    }
    return out;
}

std::string live_metrics(const LiveStatus& status) {
    std::string out = "# TYPE berth_plugin_reload_total counter\n";
    for (const auto& [key, count] : status.reloads) {
        out += fmt::format("berth_plugin_reload_total{{result=\"{}\",step=\"{}\"}} {}\n", key.first,
                           key.second, count);
    }
    const auto add = [&](const char* kind, const char* name, double value) {
        out +=
            fmt::format("# TYPE berth_plugin_{} {}\nberth_plugin_{} {}\n", name, kind, name, value);
    };
    add("counter", "misbehaviour_total", static_cast<double>(status.misbehaviours));
    add("gauge", "generation", static_cast<double>(status.generation));
    add("gauge", "generations_in_use", static_cast<double>(status.generations_in_use));
    add("gauge", "images_resident", static_cast<double>(status.images_resident));
    add("gauge", "reload_longest_pause_seconds",
        static_cast<double>(status.longest_pause_us) / 1e6);
    return out;
}

}  // namespace berth::host
