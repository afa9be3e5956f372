#include "core/settings/args/decode_document.hpp"

#include <string>

#include <fmt/format.h>

#include "core/settings/args/value_decoder.hpp"
#include "core/settings/decode/document.hpp"
#include "core/settings/decode/object_reader.hpp"

namespace berth::settings {

namespace {

// What the file says it is.
void check_word(const model::Value& root, std::string_view field, std::string_view wanted,
                Report& report) {
    if (wanted.empty()) {
        return;
    }
    const model::Value* const found = root.find(field);
    if (found == nullptr || found->is_null() || (found->is_string() && found->text().empty())) {
        report.error(field, fmt::format("missing: expected {}", wanted));
    } else if (!found->is_string() || found->text() != wanted) {
        report.error(field, fmt::format("expected {}, found {}", wanted,
                                        found->is_string() ? quoted(found->text())
                                                           : model::describe(found->kind())));
    }
}

// What begins with a brace is JSON for Kubernetes, never YAML's flow style.
bool is_broken_json(std::string_view text, std::string_view file, Report& report) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{') {
        return false;
    }
    const model::Parsed parsed = model::parse_json(text, file);
    for (const base::Error& error : parsed.errors) {
        report.errors.push_back(error);
        report.errors.back().text += ": a file that begins with { is read as JSON";
    }
    return !parsed.errors.empty();
}

}  // namespace

std::shared_ptr<const Args> decode_document(std::string_view text, std::string_view file,
                                            const DocumentType& type, base::SymbolTable* symbols,
                                            Report& report) {
    if (is_broken_json(text, file, report)) {
        return nullptr;
    }
    model::Parsed parsed;
    const auto document = first_document(
        text, file, type.kind.empty() ? std::string_view("document") : type.kind, parsed, report);
    if (document == nullptr) {
        return nullptr;
    }
    report.keep_root(*document);  // the plugin looks at the args when this has returned
    const model::Value& root = document->root;
    if (!root.is_object()) {
        report.error("", wrong_type("an object", root));
        return nullptr;
    }
    check_word(root, "apiVersion", type.api_version, report);
    check_word(root, "kind", type.kind, report);
    report_duplicates(*document, report);
    auto args = std::make_shared<Args>();
    ValueDecoder decoder(*args, BERTH_CONFIG_V1, symbols, report);
    const auto* value = decoder.object(type.schema, &root, "", true);
    if (!report.errors.empty()) {
        return nullptr;
    }
    std::string json;
    append_json(*value, json);
    auto& view = args->mutable_view();
    view.struct_size = sizeof view;
    view.version = BERTH_CONFIG_V1;
    view.root = value;
    view.json = args->keep(json);
    view.file = args->keep(file);
    return args;
}

}  // namespace berth::settings
