#include "core/cmd/config_command.hpp"

#include <memory>
#include <ostream>
#include <utility>

#include <fmt/format.h>

#include "core/base/text_file.hpp"
#include "core/base/text_table.hpp"
#include "core/model/text/json_text.hpp"

namespace berth::cmd {

namespace {

struct Findings {
    base::Errors errors;
    base::Errors warnings;
};

void append(base::Errors& to, const base::Errors& from) {
    to.insert(to.end(), from.begin(), from.end());
}

// A configuration, and the plugins whose schemas its args refer to.
struct Loaded {
    std::shared_ptr<const settings::PluginCatalog> catalog;  // declared first: it goes last
    settings::LoadResult result;
};

base::Result<Loaded> load_file(const std::string& file, const OpenCatalog& open,
                               base::Errors& problems) {
    const bool standard_input = file == "-";
    const auto text = base::read_text_file(standard_input ? "/dev/stdin" : file);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto name = standard_input ? std::string("standard input") : file;
    auto opened = open(settings::plugin_sources(*text, name));
    append(problems, opened.problems);
    settings::LoadResult result = settings::load(*text, name, *opened.catalog);
    return Loaded{std::move(opened.catalog), std::move(result)};
}

Findings examine(const std::string& file, const OpenCatalog& open) {
    Findings findings;
    const auto loaded = load_file(file, open, findings.errors);
    if (!loaded) {
        findings.errors.push_back(loaded.error());
        return findings;
    }
    const settings::LoadResult& result = loaded->result;
    append(findings.errors, result.errors);
    append(findings.warnings, result.warnings);
    if (result.configuration.version == settings::Version::kV1) {
        append(findings.errors, result.start_errors);
        return findings;
    }
    for (auto error : result.start_errors) {
        error.text += " (so no scheduler starts with this file)";
        findings.warnings.push_back(std::move(error));
    }
    return findings;
}

void append_member(std::string& json, std::string_view name, std::string_view text) {
    json += json.back() == '{' ? "\"" : ",\"";
    json += name;
    json += "\":";
    model::append_json_string(text, json);
}

void append_list(std::string& json, const base::Errors& errors) {
    json += '[';
    for (const auto& error : errors) {
        json += json.back() == '[' ? "\n  {" : ",\n  {";
        append_member(json, "file", error.file);
        json += fmt::format(",\"line\":{},\"column\":{}", error.line, error.column);
        append_member(json, "field", error.field);
        append_member(json, "message", error.text);
        json += '}';
    }
    json += ']';
}

void write_text(const Findings& findings, std::ostream& out) {
    for (const auto& error : findings.errors) {
        out << base::printable(error.message()) << '\n';
    }
    for (const auto& warning : findings.warnings) {
        out << "warning: " << base::printable(warning.message()) << '\n';
    }
}

}  // namespace

int config_check(const std::vector<std::string>& files, const OpenCatalog& open,
                 ConfigOutput output, std::ostream& out, std::ostream& err) {
    Findings all;
    for (const auto& file : files) {
        const auto findings = examine(file, open);
        if (output == ConfigOutput::kText) {
            write_text(findings, findings.errors.empty() ? out : err);
            if (findings.errors.empty()) {
                out << file << ": valid\n";
            }
        }
        append(all.errors, findings.errors);
        append(all.warnings, findings.warnings);
    }
    if (output == ConfigOutput::kJson) {
        std::string json = "{\"errors\":";
        append_list(json, all.errors);
        json += ",\n \"warnings\":";
        append_list(json, all.warnings);
        out << json << "}\n";
    }
    return all.errors.empty() ? 0 : 1;
}

int config_print(const std::string& file, const OpenCatalog& open, settings::Stage stage,
                 settings::Format format, std::ostream& out, std::ostream& err) {
    Findings findings;
    const auto loaded = load_file(file, open, findings.errors);
    if (!loaded) {
        err << base::printable(loaded.error().message()) << '\n';
        return 1;
    }
    const settings::LoadResult& result = loaded->result;
    append(findings.errors, result.errors);
    if (stage == settings::Stage::kMerged) {
        append(findings.errors, result.start_errors);
    } else {
        append(findings.warnings, result.start_errors);
    }
    append(findings.warnings, result.warnings);
    write_text(findings, err);
    if (!findings.errors.empty()) {
        return 1;
    }
    const auto text = settings::print(result.configuration, stage, format);
    out << text << (text.empty() || text.back() != '\n' ? "\n" : "");
    return 0;
}

}  // namespace berth::cmd
