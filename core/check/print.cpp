#include "core/check/print.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace berth::check {
namespace {

std::string_view word(Result result) {
    switch (result) {
        case Result::kPassed: return "passed";
        case Result::kFailed: return "failed";
        case Result::kSkipped: return "skipped";
    }
    return "";
}

double seconds(base::Duration time) {
    return std::chrono::duration<double>(time).count();
}

std::string all_counts(const Report& report) {
    return fmt::format("{}: {} passed, {} failed, {} not applicable", report.file, report.passed,
                       report.failed, report.skipped);
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\n': out += "&#10;"; break;
            default: out += static_cast<unsigned char>(c) < 0x20 ? '?' : c; break;
        }
    }
    return out;
}

}  // namespace

std::string to_text(const Report& report, bool all) {
    std::string out;
    for (const Row& row : report.rows) {
        const bool failed = row.outcome.result == Result::kFailed;
        if (!all && !failed) {
            continue;
        }
        const std::string who = row.plugin.empty() ? "" : row.plugin + " ";
        out += fmt::format("{:8}{}{}: {}\n", failed ? "FAILED" : word(row.outcome.result), who,
                           row.name, row.purpose);
        if (!row.outcome.text.empty()) {
            out += fmt::format("        {}\n", row.outcome.text);
        }
    }
    return out + all_counts(report) + "\n";
}

std::string to_json(const Report& report) {
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> json(buffer);
    const auto text = [&](const char* key, std::string_view value) {
        json.Key(key);
        json.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
    };
    json.StartObject();
    text("file", report.file);
    json.Key("tests");
    json.StartArray();
    for (const Row& row : report.rows) {
        json.StartObject();
        if (!row.plugin.empty()) {
            text("plugin", row.plugin);
        }
        text("name", row.name);
        text("purpose", row.purpose);
        text("result", word(row.outcome.result));
        if (!row.outcome.text.empty()) {
            text("text", row.outcome.text);
        }
        json.Key("seconds");
        json.Double(seconds(row.time));
        json.EndObject();
    }
    json.EndArray();
    const std::pair<const char*, std::size_t> counts[] = {
        {"passed", report.passed}, {"failed", report.failed}, {"skipped", report.skipped}};
    for (const auto& [key, value] : counts) {
        json.Key(key);
        json.Uint64(value);
    }
    json.EndObject();
    return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

std::string to_junit(const Report& report) {
    std::string out = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"berth plugin check\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
        report.rows.size(), report.failed, report.skipped);
    std::string_view open = "-";  // no plugin is named so
    for (const Row& row : report.rows) {
        if (row.plugin != open) {
            out +=
                fmt::format("{}  <testsuite name=\"{}\">\n", open == "-" ? "" : "  </testsuite>\n",
                            escaped(row.plugin.empty() ? report.file : row.plugin));
            open = row.plugin;
        }
        out += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">",
                           escaped(row.plugin.empty() ? "file" : row.plugin), escaped(row.name),
                           seconds(row.time));
        if (row.outcome.result == Result::kFailed) {
            out += fmt::format("<failure message=\"{}\"/>", escaped(row.outcome.text));
        } else if (row.outcome.result == Result::kSkipped) {
            out += fmt::format("<skipped message=\"{}\"/>", escaped(row.outcome.text));
        }
        out += "</testcase>\n";
    }
    return out + (open == "-" ? "" : "  </testsuite>\n") + "</testsuites>\n";
}

}  // namespace berth::check
