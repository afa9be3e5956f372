#include "core/host/reload/probe.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <rapidjson/document.h>

#include "core/base/child_process.hpp"
#include "core/host/crash/crash_file.hpp"
#include "core/host/files/state_file.hpp"
#include "core/model/text/json_writer.hpp"

namespace berth::host {
namespace {

constexpr base::Duration kGrace = std::chrono::seconds(2);  // the child's own alarm comes first

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    }
    return lines;
}

std::optional<std::string_view> after(std::string_view line, std::string_view prefix) {
    return line.compare(0, prefix.size(), prefix) == 0 ? std::optional(line.substr(prefix.size()))
                                                       : std::nullopt;
}

// What ended the child; empty: it ended well.
std::string end_of(const base::ChildOutcome& outcome, base::Duration limit) {
    if (!outcome.started) {
        return fmt::format("it could not be tried: {}", outcome.problem);
    }
    bool done = false;
    std::optional<Crash> crash;
    for (const std::string_view line : lines_of(outcome.output)) {
        done = done || line == kProbeDone;
        if (auto one = parse_crash(line)) {
            crash = std::move(one);
        }
    }
    if (crash) {
        return crash->signal == "hang"
                   ? fmt::format("it did not return within {}: {}", base::format_duration(limit),
                                 crash->text().substr(crash->text().find("in ")))
                   : fmt::format("it crashed: {}", crash->text());
    }
    if (outcome.timed_out) {
        return fmt::format("it did not end within {}", base::format_duration(limit));
    }
    if (outcome.signal != 0) {
        return fmt::format("it crashed: {}", base::signal_name(outcome.signal));
    }
    return done ? std::string()
                : fmt::format("it ended the process with status {}", outcome.status);
}

// Reads what a child said of files[first…]; returns how many of them it came to.
std::size_t take_scan(const base::ChildOutcome& outcome, std::vector<ScannedFile>& all,
                      std::size_t first) {
    std::size_t at = first;
    std::size_t begun = 0;
    for (const std::string_view line : lines_of(outcome.output)) {
        if (const auto number = after(line, kProbeAt)) {
            std::size_t position = 0;
            std::from_chars(number->data(), number->data() + number->size(), position);
            at = std::min(first + position, all.size() - 1);
            begun = at - first + 1;
        } else if (const auto plugin = after(line, kProbePlugin)) {
            all[at].plugins.emplace_back(*plugin);
        } else if (const auto error = after(line, kProbeError)) {
            all[at].refusal = *error;
        }
    }
    return begun;
}

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

}  // namespace

std::vector<ScannedFile> scan(const std::vector<std::string>& files, const ProbeOptions& options) {
    std::vector<ScannedFile> all;
    for (const std::string& file : files) {
        all.push_back({file, {}, {}});
    }
    std::size_t first = 0;
    while (first < files.size()) {
        std::vector<std::string> command{options.program, "plugin", "scan"};
        command.insert(command.end(), files.begin() + static_cast<std::ptrdiff_t>(first),
                       files.end());
        const base::ChildOutcome outcome =
            base::run_child({.command = command, .limit = options.time});
        const std::size_t begun = take_scan(outcome, all, first);
        const std::string end = end_of(outcome, options.time);
        if (end.empty()) {
            break;
        }
        // The one that it was at is to blame; the others get another child.
        const std::size_t bad = first + std::max<std::size_t>(begun, 1) - 1;
        all[bad].plugins.clear();
        all[bad].refusal = "not loaded: when it was opened to see what it offers, " + end;
        first = bad + 1;
    }
    return all;
}

std::string to_json(const ProbeSpec& spec) {
    model::JsonWriter json;
    json.begin_object()
        .field("configName", spec.config_name)
        .field("config", spec.config)
        .field("objects", spec.objects)
        .field("memory", spec.memory)
        .field("seconds", spec.seconds)
        .list("directories", spec.directories)
        .key("libraries")
        .begin_array();
    for (const ProbeSpec::Library& library : spec.libraries) {
        json.begin_object()
            .field("path", library.path)
            .field("opened", library.opened)
            .field("sha256", library.sha256)
            .end_object();
    }
    return std::move(json.end_array().end_object()).take();
}

base::Result<ProbeSpec> parse_spec(const std::string& json) {
    rapidjson::Document document;
    document.Parse(json.data(), json.size());
    if (document.HasParseError() || !document.IsObject()) {
        return base::fail(base::ErrorCode::kInvalid, "is no specification of a probe");
    }
    ProbeSpec spec;
    spec.config_name = text_of(document, "configName");
    spec.config = text_of(document, "config");
    spec.objects = text_of(document, "objects");
    spec.memory = number_of(document, "memory");
    spec.seconds = static_cast<std::uint32_t>(number_of(document, "seconds"));
    if (const auto found = document.FindMember("directories");
        found != document.MemberEnd() && found->value.IsArray()) {
        for (const rapidjson::Value& item : found->value.GetArray()) {
            if (item.IsString()) {
                spec.directories.emplace_back(item.GetString(), item.GetStringLength());
            }
        }
    }
    if (const auto found = document.FindMember("libraries");
        found != document.MemberEnd() && found->value.IsArray()) {
        for (const rapidjson::Value& item : found->value.GetArray()) {
            if (item.IsObject()) {
                spec.libraries.push_back(
                    {text_of(item, "path"), text_of(item, "opened"), text_of(item, "sha256")});
            }
        }
    }
    return spec;
}

base::Errors probe(const ProbeSpec& given, const std::string& folder, const ProbeOptions& options) {
    ProbeSpec spec = given;
    spec.memory = options.memory;
    spec.seconds = static_cast<std::uint32_t>(
        std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(options.time).count()));
    const std::string file = folder + "/probe.json";
    if (base::Status written = write_state_file(file, to_json(spec)); !written) {
        return {written.error()};
    }
    const base::ChildOutcome outcome = base::run_child(
        {.command = {options.program, "plugin", "probe", file}, .limit = options.time + kGrace});
    unlink(file.c_str());
    base::Errors errors;
    for (const std::string_view line : lines_of(outcome.output)) {
        if (const auto text = after(line, kProbeError)) {
            base::Error error;
            error.text = *text;
            errors.push_back(std::move(error));
        }
    }
    if (const std::string end = end_of(outcome, options.time); !end.empty()) {
        base::Error error;
        error.text = "tried in a process of its own, " + end;
        errors.push_back(std::move(error));
    }
    return errors;
}

}  // namespace berth::host
