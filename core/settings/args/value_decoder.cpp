#include "core/settings/args/value_decoder.hpp"

#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "core/base/time.hpp"
#include "core/model/quantity.hpp"
#include "core/settings/abi_view.hpp"
#include "core/settings/args/kubernetes_values.hpp"
#include "core/settings/decode/object_reader.hpp"

namespace berth::settings {

namespace {

constexpr int kDeepestSchema = 64;  // a schema may contain itself
constexpr int kDeepest = static_cast<int>(model::kMaxDepth);

bool has_flag(const berth_field& field, std::uint32_t flag) {
    return (field.flags & flag) != 0;
}

// The kind's zero: what ZERO_IS_UNSET replaces.
bool is_zero(const berth_value& value) {
    switch (value.kind) {
        case BERTH_KIND_BOOL:
        case BERTH_KIND_INT:
        case BERTH_KIND_DURATION:
        case BERTH_KIND_QUANTITY: return value.integer == 0;
        case BERTH_KIND_DOUBLE: return value.number == 0;
        case BERTH_KIND_STRING: return value.text.len == 0;
        case BERTH_KIND_LIST: return value.items.count == 0;
        default: return false;
    }
}

std::string_view zero_json(std::uint32_t kind) {
    switch (kind) {
        case BERTH_KIND_BOOL: return "false";
        case BERTH_KIND_INT:
        case BERTH_KIND_DOUBLE: return "0";
        case BERTH_KIND_STRING: return "\"\"";
        case BERTH_KIND_DURATION: return "\"0s\"";
        case BERTH_KIND_QUANTITY: return "\"0\"";
        case BERTH_KIND_LIST: return "[]";
        case BERTH_KIND_OBJECT:
        case BERTH_KIND_STRING_MAP: return "{}";
        default: return {};
    }
}

bool exists_in(const berth_field& field, std::uint32_t version_bit) {
    return field.versions == 0 || (field.versions & version_bit) != 0;
}

}  // namespace

berth_value ValueDecoder::start(std::uint32_t kind, const model::Value* written) const {
    berth_value value{};
    value.struct_size = sizeof(berth_value);
    value.kind = kind;
    value.items.stride = sizeof(berth_value);
    value.members.stride = sizeof(berth_member);
    if (written != nullptr && !in_default_) {
        value.line = written->line();
        value.column = written->column();
    }
    return value;
}

const berth_value* ValueDecoder::null_value() {
    return keep(start(BERTH_KIND_NULL, nullptr));
}

const berth_value* ValueDecoder::object(const berth_args_schema& schema,
                                        const model::Value* written, std::string_view path,
                                        bool is_root) {
    if (depth_ >= kDeepestSchema) {
        report_.error(path, "nested too deeply");
        return null_value();
    }
    ++depth_;
    static const model::Value kEmpty;
    ObjectReader reader(written == nullptr ? kEmpty : *written, path, report_);
    if (is_root) {
        static_cast<void>(reader.take("apiVersion"));
        static_cast<void>(reader.take("kind"));
    }
    std::vector<berth_member> members;
    for (std::uint32_t i = 0; i < schema.fields.count; ++i) {
        const auto& field = AbiList<berth_field>(schema.fields)[i];
        const auto name = view(field.name);
        if (exists_in(field, version_bit_)) {
            const auto* value = reader.take(name);
            members.push_back({field.name, this->field(field, value, reader.path(name))});
        } else {
            reader.refuse(name, "this version of the configuration does not have it");
        }
    }
    reader.done();
    --depth_;
    auto value = start(BERTH_KIND_OBJECT, written);
    value.members = args_.keep(std::span<const berth_member>(members));
    return keep(value);
}

const berth_value* ValueDecoder::field(const berth_field& field, const model::Value* written,
                                       std::string_view path) {
    if (written == nullptr) {
        return absent(field, path);
    }
    const auto* value = present(field, field.kind, *written, path);
    if (has_flag(field, BERTH_FIELD_ZERO_IS_UNSET) && is_zero(*value)) {
        return absent(field, path);
    }
    check_range(field, *value, path);
    check_allowed(field, *value, path);
    return value;
}

const berth_value* ValueDecoder::absent(const berth_field& field, std::string_view path) {
    if (has_flag(field, BERTH_FIELD_REQUIRED)) {
        value_error(path, required_value(""));
        return null_value();
    }
    for (std::uint32_t i = 0; i < field.default_by_version.count; ++i) {
        const auto* versioned = &AbiList<berth_versioned_default>(field.default_by_version)[i];
        if ((versioned->versions & version_bit_) != 0) {
            return from_default(field, field.kind, view(versioned->json), path);
        }
    }
    if (field.default_json.len != 0) {
        return from_default(field, field.kind, view(field.default_json), path);
    }
    if (has_flag(field, BERTH_FIELD_OPTIONAL)) {
        return null_value();
    }
    return zero(field, field.kind, path);
}

const berth_value* ValueDecoder::zero(const berth_field& field, std::uint32_t kind,
                                      std::string_view path) {
    return from_default(field, kind, zero_json(kind), path);
}

const berth_value* ValueDecoder::from_default(const berth_field& field, std::uint32_t kind,
                                              std::string_view json, std::string_view path) {
    if (json.empty() || json == "null") {
        return null_value();
    }
    const auto parsed = model::parse_json(json, "");
    if (parsed.documents.size() != 1 || !parsed.errors.empty()) {
        report_.error(path, fmt::format("the plugin's schema has a default that is not JSON: {}",
                                        quoted(json)));
        return null_value();
    }
    const bool outer = in_default_;
    in_default_ = true;
    const auto* value = present(field, kind, parsed.documents.front().root, path);
    check_allowed(field, *value, path);
    in_default_ = outer;
    return value;
}

const berth_value* ValueDecoder::present(const berth_field& field, std::uint32_t kind,
                                         const model::Value& written, std::string_view path) {
    switch (kind) {
        case BERTH_KIND_LIST: return list(field, written, path);
        case BERTH_KIND_OBJECT:
            return field.object == nullptr ? any(written)
                                           : object(*field.object, &written, path, false);
        case BERTH_KIND_STRING_MAP: return string_map(written, path);
        case BERTH_KIND_NODE_AFFINITY:
        case BERTH_KIND_LABEL_SELECTOR: return kubernetes(kind, written, path);
        case BERTH_KIND_ANY: return any(written);
        default: break;
    }
    auto value = start(kind, &written);
    return scalar(field, kind, written, path, value) ? keep(value) : null_value();
}

const berth_value* ValueDecoder::list(const berth_field& field, const model::Value& written,
                                      std::string_view path) {
    if (!written.is_array()) {
        report_.error(path, wrong_type("a list", written));
        return null_value();
    }
    std::vector<berth_value> items;
    items.reserve(written.items().size());
    for (std::size_t i = 0; i < written.items().size(); ++i) {
        const auto& item = written.items()[i];
        const auto at = indexed(path, i);
        // As in Go, null in a list is the kind's zero.
        const auto* value = item.is_null() ? zero(field, field.element_kind, at)
                                           : present(field, field.element_kind, item, at);
        check_range(field, *value, at);
        check_allowed(field, *value, at);
        items.push_back(*value);
    }
    auto value = start(BERTH_KIND_LIST, &written);
    value.items = args_.keep(std::span<const berth_value>(items));
    return keep(value);
}

const berth_value* ValueDecoder::string_map(const model::Value& written, std::string_view path) {
    if (!written.is_object()) {
        report_.error(path, wrong_type("an object of texts", written));
        return null_value();
    }
    std::vector<berth_member> members;
    for (const auto& member : written.members()) {
        if (!member.value.is_string() && !member.value.is_null()) {
            report_.error(joined(path, member.key), wrong_type("a text", member.value));
        }
        auto text = start(BERTH_KIND_STRING, &member.value);
        text.text = args_.keep(member.value.text());
        members.push_back({args_.keep(member.key), keep(text)});
    }
    auto value = start(BERTH_KIND_STRING_MAP, &written);
    value.members = args_.keep(std::span<const berth_member>(members));
    return keep(value);
}

const berth_value* ValueDecoder::any(const model::Value& written) {
    if (depth_ >= kDeepest) {
        return null_value();
    }
    ++depth_;
    auto value = start(BERTH_KIND_NULL, &written);
    switch (written.kind()) {
        case model::Kind::kNull: break;
        case model::Kind::kBool:
            value.kind = BERTH_KIND_BOOL;
            value.integer = written.as_bool() ? 1 : 0;
            break;
        case model::Kind::kInt:
            value.kind = BERTH_KIND_INT;
            value.integer = written.as_int();
            break;
        case model::Kind::kDouble:
            value.kind = BERTH_KIND_DOUBLE;
            value.number = written.as_double();
            break;
        case model::Kind::kString:
            value.kind = BERTH_KIND_STRING;
            value.text = args_.keep(written.text());
            break;
        case model::Kind::kArray: {
            std::vector<berth_value> items;
            for (const auto& item : written.items()) {
                items.push_back(*any(item));
            }
            value.kind = BERTH_KIND_LIST;
            value.items = args_.keep(std::span<const berth_value>(items));
            break;
        }
        case model::Kind::kObject: {
            std::vector<berth_member> members;
            for (const auto& member : written.members()) {
                members.push_back({args_.keep(member.key), any(member.value)});
            }
            value.kind = BERTH_KIND_OBJECT;
            value.members = args_.keep(std::span<const berth_member>(members));
            break;
        }
    }
    --depth_;
    return keep(value);
}

const berth_value* ValueDecoder::kubernetes(std::uint32_t kind, const model::Value& written,
                                            std::string_view path) {
    const bool affinity = kind == BERTH_KIND_NODE_AFFINITY;
    auto value =
        *object(affinity ? node_affinity_schema() : label_selector_schema(), &written, path, false);
    value.kind = kind;
    KubernetesValues typed(args_, symbols_, report_);
    const auto before = report_.errors.size();
    value.typed = affinity ? static_cast<const void*>(typed.node_affinity(value, path))
                           : static_cast<const void*>(typed.label_selector(value, path));
    value_errors_ += report_.errors.size() - before;
    return keep(value);
}

bool ValueDecoder::scalar(const berth_field& field, std::uint32_t kind, const model::Value& written,
                          std::string_view path, berth_value& out) {
    switch (kind) {
        case BERTH_KIND_BOOL:
            out.integer = written.as_bool() ? 1 : 0;
            if (!written.is_bool()) {
                report_.error(path, wrong_type("true or false", written));
            }
            return written.is_bool();
        case BERTH_KIND_INT:
            out.integer = written.as_int();
            if (!written.is_int()) {
                report_.error(path, wrong_type("a whole number", written));
            }
            return written.is_int();
        case BERTH_KIND_DOUBLE:
            out.number = written.as_double();
            if (!written.is_number()) {
                report_.error(path, wrong_type("a number", written));
            }
            return written.is_number();
        default: break;
    }
    if (kind == BERTH_KIND_STRING || kind == BERTH_KIND_DURATION || kind == BERTH_KIND_QUANTITY) {
        return text_scalar(kind, written, path, out);
    }
    report_.error(path, fmt::format("the plugin's schema gives field {} a kind that this host does "
                                    "not know: {}",
                                    quoted(view(field.name)), kind));
    return false;
}

bool ValueDecoder::text_scalar(std::uint32_t kind, const model::Value& written,
                               std::string_view path, berth_value& out) {
    if (kind == BERTH_KIND_QUANTITY && (written.is_string() || written.is_number())) {
        if (const auto quantity = model::parse_quantity(written.text())) {
            out.integer = quantity->value();
            out.text = args_.keep(quantity->to_string());
            return true;
        }
    }
    if (kind == BERTH_KIND_DURATION && written.is_string()) {
        if (const auto duration = base::parse_duration(written.text())) {
            out.integer = duration->count();
            out.text = args_.keep(base::format_duration(*duration));
            return true;
        }
    }
    if (kind == BERTH_KIND_STRING && written.is_string()) {
        out.text = args_.keep(written.text());
        return true;
    }
    report_.error(path, wrong_type(kind == BERTH_KIND_STRING     ? "a text"
                                   : kind == BERTH_KIND_DURATION ? "a duration such as \"1m30s\""
                                                                 : "a quantity such as \"1Gi\"",
                                   written));
    return false;
}

}  // namespace berth::settings
