#include "core/settings/decode/document.hpp"

#include <string>

#include <fmt/format.h>

#include "core/settings/decode/object_reader.hpp"

namespace berth::settings {

namespace {

constexpr std::string_view kGroup = "kubescheduler.config.k8s.io";
constexpr std::string_view kKind = "KubeSchedulerConfiguration";
constexpr std::string_view kKnown =
    "kubescheduler.config.k8s.io/v1 (or v1beta3, v1beta2 of older files)";

// sigs.k8s.io/yaml reads the first document only: "---\n---\nkind: …" is nothing.
bool first_document_is_empty(std::string_view text) {
    int markers = 0;
    while (!text.empty()) {
        const auto end = text.find('\n');
        auto line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
            line.remove_suffix(1);
        }
        const auto first = line.find_first_not_of(' ');
        if (first == std::string_view::npos || line[first] == '#' || line[0] == '%') {
            continue;
        }
        if (line != "---") {
            return markers > 1;
        }
        ++markers;
    }
    return true;
}

std::string_view text_of(const model::Value& object, std::string_view name) {
    const auto* value = object.find(name);
    return value == nullptr ? std::string_view() : value->text();
}

// Install bundles carry the configuration as a text inside a ConfigMap.
std::string advice_for_bundle(const model::Parsed& parsed) {
    for (const auto& document : parsed.documents) {
        const auto* data = document.root.find("data");
        if (text_of(document.root, "kind") != "ConfigMap" || data == nullptr) {
            continue;
        }
        for (const auto& member : data->members()) {
            if (member.value.text().find(kKind) != std::string_view::npos) {
                const auto* metadata = document.root.find("metadata");
                return fmt::format(
                    "; the configuration is the text of data.{} in ConfigMap {} (line {}): save "
                    "that text as a file of its own",
                    member.key, metadata == nullptr ? "" : text_of(*metadata, "name"), member.line);
            }
        }
    }
    return {};
}

std::string wrong_kind(std::string_view kind, std::string_view version,
                       const model::Parsed& parsed) {
    std::string text = fmt::format("expected kind {}, found {}", kKind, kind);
    if (!version.empty()) {
        text += fmt::format(" of {}", version);
    }
    if (kind == "Policy") {
        return text +
               "; scheduler policies ended with Kubernetes 1.22: predicates and priorities "
               "are plugins of a profile now";
    }
    return text + advice_for_bundle(parsed);
}

std::string wrong_version(std::string_view version) {
    const auto slash = version.find('/');
    const auto group = version.substr(0, slash);
    const auto name = slash == std::string_view::npos ? "" : version.substr(slash + 1);
    if (group != kGroup) {
        return fmt::format("expected {}, found {}", kKnown, quoted(version));
    }
    if (name == "v1beta1" || name == "v1alpha1" || name == "v1alpha2") {
        return fmt::format(
            "{} was removed in Kubernetes {}: change it to "
            "kubescheduler.config.k8s.io/v1; of v1beta1's plugins, NodeResourcesLeastAllocated and "
            "NodeResourcesMostAllocated are NodeResourcesFit with args.scoringStrategy now, and "
            "NodeLabel, ServiceAffinity, SelectorSpread and NodePreferAvoidPods are gone",
            quoted(version), name == "v1beta1" ? "1.23" : "1.20");
    }
    const bool template_word = name.find_first_of("{}$<%") != std::string_view::npos ||
                               name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 0;
    return fmt::format(
        "{} is not a version{}: expected {}", quoted(version),
        template_word ? "; it looks like a word of a template that nobody filled in" : "", kKnown);
}

std::optional<Version> version_of(std::string_view text) {
    for (const Version version : {Version::kV1Beta2, Version::kV1Beta3, Version::kV1}) {
        if (text == api_version(version)) {
            return version;
        }
    }
    return std::nullopt;
}

}  // namespace

void report_duplicates(const model::Document& document, Report& report) {
    for (const auto& duplicate : document.duplicates) {
        report.error_at({duplicate.line, duplicate.column}, joined(duplicate.path, duplicate.key),
                        fmt::format("duplicate key {}: it was set in line {} already",
                                    quoted(duplicate.key), duplicate.first_line));
    }
}

namespace {

bool is_indented_by_tab(std::string_view text, std::uint32_t line) {
    for (std::uint32_t at = 1; at < line; ++at) {
        const auto end = text.find('\n');
        if (end == std::string_view::npos) {
            return false;
        }
        text.remove_prefix(end + 1);
    }
    const auto first = text.find_first_not_of(' ');
    return line != 0 && first != std::string_view::npos && text[first] == '\t';
}

// Errors of later documents do not matter: nobody reads them.
bool report_parse_errors(const model::Parsed& parsed, std::string_view text, Report& report) {
    const auto first_line = parsed.documents.empty() ? 0 : parsed.documents.front().root.line();
    for (const auto& error : parsed.errors) {
        if (parsed.documents.empty() || error.line <= first_line) {
            report.errors.push_back(error);
            if (is_indented_by_tab(text, error.line)) {
                report.errors.back().text += ": the line begins with a tab, YAML wants spaces";
            }
        }
    }
    return report.errors.empty();
}

std::optional<Version> check_type(const model::Parsed& parsed, Report& report) {
    const auto& root = parsed.documents.front().root;
    if (!root.is_object()) {
        report.error("", wrong_type(fmt::format("a {}", kKind), root));
        return std::nullopt;
    }
    const auto kind = text_of(root, "kind");
    const auto version = text_of(root, "apiVersion");
    if (kind.empty()) {
        report.error("kind", fmt::format("missing: expected {}", kKind));
    } else if (kind != kKind) {
        report.error("kind", wrong_kind(kind, version, parsed));
        return std::nullopt;
    }
    if (version.empty()) {
        report.error("apiVersion", fmt::format("missing: expected {}", kKnown));
        return std::nullopt;
    }
    const auto known = version_of(version);
    if (!known) {
        report.error("apiVersion", wrong_version(version));
    }
    return known;
}

}  // namespace

std::shared_ptr<const model::Document> first_document(std::string_view text, std::string_view file,
                                                      std::string_view expected,
                                                      model::Parsed& parsed, Report& report) {
    const bool empty = first_document_is_empty(text);
    parsed = model::parse_any(text, file);
    if (!report_parse_errors(parsed, text, report)) {
        return nullptr;
    }
    if (empty || parsed.documents.empty()) {
        report.error("", parsed.documents.empty()
                             ? fmt::format("the file is empty: expected a {}", expected)
                             : fmt::format("the first document is empty, and only the first is "
                                           "read: expected a {}",
                                           expected));
        return nullptr;
    }
    auto document = std::make_shared<model::Document>(std::move(parsed.documents.front()));
    parsed.documents.front() = *document;
    report.set_root(document->root);
    return document;
}

std::optional<ConfigurationDocument> open_document(std::string_view text, std::string_view file,
                                                   Report& report) {
    model::Parsed parsed;
    auto document = first_document(text, file, kKind, parsed, report);
    if (document == nullptr) {
        return std::nullopt;
    }
    const auto version = check_type(parsed, report);
    if (!version) {
        return std::nullopt;
    }
    if (parsed.documents.size() > 1) {
        report.warning(
            "", fmt::format("only the first of {} documents is read", parsed.documents.size()));
    }
    report_duplicates(*document, report);
    return ConfigurationDocument{std::move(document), *version};
}

}  // namespace berth::settings
