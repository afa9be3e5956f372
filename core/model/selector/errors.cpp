#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "core/model/label_rules.hpp"
#include "core/model/selector.hpp"
#include "core/model/text/json_text.hpp"

namespace berth::model {
namespace {

using Texts = std::vector<std::string>;

std::string quoted(std::string_view text) {
    std::string out;
    append_json_string(text, out);
    return out;
}

// A list as encoding/json prints it; Go's nil slice is null.
std::string quoted(const Texts& values) {
    if (values.empty()) {
        return "null";
    }
    std::string out = "[";
    for (const std::string& value : values) {
        out += (out.size() > 1 ? "," : "") + quoted(value);
    }
    return out + "]";
}

std::string child(std::string_view path, std::string_view name) {
    return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

bool is_int64(std::string_view text) {
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') {
        text.remove_prefix(1);
    }
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stop == end;
}

std::string invalid(std::string_view path, std::string_view value, std::string_view detail) {
    return fmt::format("{}: Invalid value: {}: {}", path, value, detail);
}

std::string not_supported(std::string_view path, std::string_view op, bool fields) {
    const std::string_view known =
        fields ? R"("In", "NotIn")" : R"("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")";
    return fmt::format("{}: Unsupported value: {}: supported values: {}", child(path, "operator"),
                       quoted(op), known);
}

void check_values(const SelectorRequirement& requirement, const std::string& path, Texts& errors) {
    const Texts& values = requirement.values;
    switch (requirement.op) {
        case SelectorOperator::kIn:
        case SelectorOperator::kNotIn:
            if (values.empty()) {
                errors.push_back(invalid(path, quoted(values),
                                         "for 'in', 'notin' operators, values set can't be empty"));
            }
            break;
        case SelectorOperator::kExists:
        case SelectorOperator::kDoesNotExist:
            if (!values.empty()) {
                errors.push_back(invalid(path, quoted(values),
                                         "values set must be empty for exists and does not exist"));
            }
            break;
        case SelectorOperator::kGt:
        case SelectorOperator::kLt:
            if (values.size() != 1) {
                errors.push_back(
                    invalid(path, quoted(values),
                            "for 'Gt', 'Lt' operators, exactly one value is required"));
            }
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (!is_int64(values[i])) {
                    errors.push_back(
                        invalid(fmt::format("{}[{}]", path, i), quoted(values[i]),
                                "for 'Gt', 'Lt' operators, the value must be an integer"));
                }
            }
            break;
        case SelectorOperator::kInvalid: break;
    }
}

// labels.NewRequirement
Texts requirement_errors(const SelectorRequirement& requirement, std::string_view key,
                         std::string_view path) {
    Texts errors;
    if (const Texts found = label_key_errors(key); !found.empty()) {
        errors.push_back(
            invalid(child(path, "key"), quoted(key), fmt::format("{}", fmt::join(found, "; "))));
    }
    const std::string values_path = child(path, "values");
    check_values(requirement, values_path, errors);
    for (std::size_t i = 0; i < requirement.values.size(); ++i) {
        const std::string& value = requirement.values[i];
        if (const Texts found = label_value_errors(value); !found.empty()) {
            errors.push_back(invalid(fmt::format("{}[{}][{}]", values_path, i, key), quoted(value),
                                     fmt::format("{}", fmt::join(found, "; "))));
        }
    }
    return errors;
}

void append(Texts& all, Texts more) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
}

Texts field_errors(const SelectorRequirement& requirement, const std::string& path) {
    if (requirement.op != SelectorOperator::kIn && requirement.op != SelectorOperator::kNotIn) {
        const std::string_view op = requirement.op == SelectorOperator::kInvalid
                                        ? std::string_view(requirement.invalid_operator)
                                        : to_string(requirement.op);
        return {not_supported(path, op, true)};
    }
    if (requirement.values.size() != 1) {
        return {
            invalid(child(path, "values"), quoted(requirement.values), "must have one element")};
    }
    return {};
}

}  // namespace

std::optional<std::string> selector_error(const LabelSelector& selector,
                                          const base::SymbolTable& symbols) {
    for (const Label& label : selector.match_labels) {
        SelectorRequirement equal;
        equal.op = SelectorOperator::kIn;
        equal.values = {label.value};
        if (Texts errors = requirement_errors(equal, symbols.text(label.key), "");
            !errors.empty()) {
            return aggregate_errors(errors);
        }
    }
    for (const SelectorRequirement& requirement : selector.match_expressions) {
        if (requirement.op == SelectorOperator::kInvalid ||
            requirement.op == SelectorOperator::kGt || requirement.op == SelectorOperator::kLt) {
            const std::string_view op = requirement.op == SelectorOperator::kInvalid
                                            ? std::string_view(requirement.invalid_operator)
                                            : to_string(requirement.op);
            return fmt::format("{} is not a valid label selector operator", quoted(op));
        }
        if (Texts errors = requirement_errors(requirement, symbols.text(requirement.key), "");
            !errors.empty()) {
            return aggregate_errors(errors);
        }
    }
    return std::nullopt;
}

std::vector<std::string> term_errors(const NodeSelectorTerm& term, const base::SymbolTable& symbols,
                                     std::string_view path) {
    Texts errors;
    const std::string expressions = child(path, "matchExpressions");
    for (std::size_t i = 0; i < term.match_expressions.size(); ++i) {
        const SelectorRequirement& requirement = term.match_expressions[i];
        const std::string at = fmt::format("{}[{}]", expressions, i);
        if (requirement.op == SelectorOperator::kInvalid) {
            errors.push_back(not_supported(at, requirement.invalid_operator, false));
        } else {
            append(errors, requirement_errors(requirement, symbols.text(requirement.key), at));
        }
    }
    const std::string fields = child(path, "matchFields");
    for (std::size_t i = 0; i < term.match_fields.size(); ++i) {
        append(errors, field_errors(term.match_fields[i], fmt::format("{}[{}]", fields, i)));
    }
    return errors;
}

std::string aggregate_errors(const std::vector<std::string>& errors) {
    Texts seen;
    for (const std::string& error : errors) {
        if (std::find(seen.begin(), seen.end(), error) == seen.end()) {
            seen.push_back(error);
        }
    }
    if (seen.size() == 1) {
        return seen.front();
    }
    return seen.empty() ? "" : fmt::format("[{}]", fmt::join(seen, ", "));
}

}  // namespace berth::model
