#include "plugins/intree/node_affinity/preference_errors.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

#include <berth/sdk.h>

namespace berth::intree {
namespace {

using Texts = std::vector<std::string>;
using Values = berth::List<std::string_view>;

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + '"';
}

std::string quoted(const Values& values) {
    std::string out;
    for (std::string_view value : values) {
        out += (out.empty() ? "[" : ",") + quoted(value);
    }
    return out.empty() ? "null" : out + "]";
}

bool is_integer(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
        text.remove_prefix(1);
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

void check_number(const Values& values, const std::string& path, Texts& errors) {
    std::uint32_t count = 0;
    for (std::string_view value : values) {
        if (!is_integer(value)) {
            errors.push_back(path + '[' + std::to_string(count) +
                             "]: Invalid value: " + quoted(value) +
                             ": for 'Gt', 'Lt' operators, the value must be an integer");
        }
        ++count;
    }
    if (count != 1) {
        errors.insert(errors.begin(),
                      path + ": Invalid value: " + quoted(values) +
                          ": for 'Gt', 'Lt' operators, exactly one value is required");
    }
}

void check_expression(const berth_requirement& requirement, const std::string& at, Texts& errors) {
    const Values values(requirement.values);
    const std::string path = at + ".values";
    const std::string invalid = path + ": Invalid value: " + quoted(values) + ": ";
    switch (requirement.op) {
        case BERTH_OP_IN:
        case BERTH_OP_NOT_IN:
            if (requirement.values.count == 0) {
                errors.push_back(invalid +
                                 "for 'in', 'notin' operators, values set can't be empty");
            }
            break;
        case BERTH_OP_EXISTS:
        case BERTH_OP_DOES_NOT_EXIST:
            if (requirement.values.count != 0) {
                errors.push_back(invalid +
                                 "values set must be empty for exists and does not exist");
            }
            break;
        case BERTH_OP_GT:
        case BERTH_OP_LT: check_number(values, path, errors); break;
        default: break;
    }
}

void check_field(const berth_requirement& requirement, const std::string& at, Texts& errors) {
    if (requirement.values.count != 1) {
        errors.push_back(at + ".values: Invalid value: " + quoted(Values(requirement.values)) +
                         ": must have one element");
    }
}

void check_term(const berth_node_term& term, const std::string& at, Texts& errors) {
    Texts found;
    std::uint32_t number = 0;
    for (const auto& one : berth::List<berth_requirement>(term.expressions)) {
        check_expression(one, at + ".matchExpressions[" + std::to_string(number++) + ']', found);
    }
    number = 0;
    for (const auto& one : berth::List<berth_requirement>(term.fields)) {
        check_field(one, at + ".matchFields[" + std::to_string(number++) + ']', found);
    }
    if (found.empty()) {  // a key or a label value that no label can have
        found.push_back(at + ": Invalid value: the term cannot be parsed");
    }
    std::move(found.begin(), found.end(), std::back_inserter(errors));
}

}  // namespace

std::string preference_errors(const berth_node_affinity& affinity) {
    Texts errors;
    std::uint32_t number = 0;
    for (const auto& preferred : berth::List<berth_preferred_node_term>(affinity.preferred)) {
        const berth_node_term& term = *preferred.term;
        const bool empty = term.expressions.count == 0 && term.fields.count == 0;
        if (preferred.weight != 0 && !empty && term.matches_nothing != 0) {
            check_term(term, '[' + std::to_string(number) + ']', errors);
        }
        ++number;
    }
    if (errors.size() < 2) {
        return errors.empty() ? std::string() : errors.front();
    }
    std::string out;
    for (const std::string& error : errors) {
        out += (out.empty() ? "[" : ", ") + error;
    }
    return out + ']';
}

}  // namespace berth::intree
