#include "core/settings/args/kubernetes_values.hpp"

#include <array>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "core/model/label_rules.hpp"
#include "core/settings/abi_view.hpp"

namespace berth::settings {

namespace {

const berth_value* member(const berth_value& value, std::string_view name) {
    for (std::uint32_t i = 0; i < value.members.count; ++i) {
        const auto* member = &AbiList<berth_member>(value.members)[i];
        if (view(member->name) == name) {
            return member->value->kind == BERTH_KIND_NULL ? nullptr : member->value;
        }
    }
    return nullptr;
}

berth_str text_of(const berth_value& value, std::string_view name) {
    const auto* found = member(value, name);
    return found == nullptr ? berth_str{nullptr, 0} : found->text;
}

constexpr std::array<std::string_view, 6> kOperators = {"In",           "NotIn", "Exists",
                                                        "DoesNotExist", "Gt",    "Lt"};

std::uint32_t operator_number(std::string_view text) {
    for (std::size_t i = 0; i < kOperators.size(); ++i) {
        if (kOperators[i] == text) {
            return static_cast<std::uint32_t>(i) + BERTH_OP_IN;
        }
    }
    return 0;
}

std::string unsupported(std::string_view found, std::size_t allowed) {
    std::string names;
    for (std::size_t i = 0; i < allowed; ++i) {
        names += (i == 0 ? "" : ", ") + quoted(kOperators[i]);
    }
    return fmt::format("Unsupported value: {}: supported values: {}", quoted(found), names);
}

std::string json_list(const berth_requirement& requirement) {
    std::string out = "[";
    for (std::uint32_t i = 0; i < requirement.values.count; ++i) {
        out += (i == 0 ? "" : ",") + quoted(view(AbiList<berth_str>(requirement.values)[i]));
    }
    return out + "]";
}

}  // namespace

berth_symbol KubernetesValues::symbol(berth_str name) const {
    return symbols_ == nullptr ? 0 : base::number(symbols_->intern(view(name)));
}

const berth_node_affinity* KubernetesValues::node_affinity(const berth_value& value,
                                                           std::string_view path) {
    berth_node_affinity out{};
    out.struct_size = sizeof out;
    out.preferred.stride = sizeof(berth_preferred_node_term);
    static constexpr std::string_view kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
    static constexpr std::string_view kPreferred =
        "preferredDuringSchedulingIgnoredDuringExecution";
    if (const auto* required = member(value, kRequired)) {
        out.required = node_selector(*required, joined(path, kRequired));
    }
    if (const auto* preferred = member(value, kPreferred)) {
        std::vector<berth_preferred_node_term> terms;
        for (std::uint32_t i = 0; i < preferred->items.count; ++i) {
            const auto* item = &AbiList<berth_value>(preferred->items)[i];
            const auto* weight = member(*item, "weight");
            const auto* preference = member(*item, "preference");
            if (weight == nullptr || weight->integer == 0 || preference == nullptr) {
                continue;  // upstream skips terms of weight 0, parsed or not
            }
            const auto term = node_term(*preference, indexed(joined(path, kPreferred), i));
            terms.push_back({sizeof(berth_preferred_node_term),
                             static_cast<std::int32_t>(weight->integer), args_.keep_one(term)});
        }
        out.preferred = args_.keep(std::span<const berth_preferred_node_term>(terms));
    }
    return args_.keep_one(out);
}

const berth_node_selector* KubernetesValues::node_selector(const berth_value& value,
                                                           std::string_view path) {
    berth_node_selector out{};
    out.struct_size = sizeof out;
    out.terms.stride = sizeof(berth_node_term);
    if (const auto* terms = member(value, "nodeSelectorTerms")) {
        const auto terms_path = joined(path, "nodeSelectorTerms");
        std::vector<berth_node_term> made;
        for (std::uint32_t i = 0; i < terms->items.count; ++i) {
            made.push_back(
                node_term(AbiList<berth_value>(terms->items)[i], indexed(terms_path, i)));
        }
        out.terms = args_.keep(std::span<const berth_node_term>(made));
    }
    return args_.keep_one(out);
}

berth_node_term KubernetesValues::node_term(const berth_value& value, std::string_view path) {
    berth_node_term out{};
    out.struct_size = sizeof out;
    out.expressions = requirements(member(value, "matchExpressions"),
                                   joined(path, "matchExpressions"), Where::kLabels);
    out.fields =
        requirements(member(value, "matchFields"), joined(path, "matchFields"), Where::kFields);
    out.matches_nothing = out.expressions.count == 0 && out.fields.count == 0 ? 1 : 0;
    return out;
}

const berth_selector* KubernetesValues::label_selector(const berth_value& value,
                                                       std::string_view path) {
    berth_selector out{};
    out.struct_size = sizeof out;
    std::vector<berth_requirement> made;
    if (const auto* labels = member(value, "matchLabels")) {
        for (std::uint32_t i = 0; i < labels->members.count; ++i) {
            const auto* label = &AbiList<berth_member>(labels->members)[i];
            berth_requirement equal{};
            equal.struct_size = sizeof equal;
            equal.op = BERTH_OP_IN;
            equal.name = label->name;
            equal.key = symbol(label->name);
            equal.values = args_.keep(std::span<const berth_str>(&label->value->text, 1));
            check(equal, joined(path, "matchLabels"), Where::kSelector);
            made.push_back(equal);
        }
    }
    const auto expressions = requirements(member(value, "matchExpressions"),
                                          joined(path, "matchExpressions"), Where::kSelector);
    for (std::uint32_t i = 0; i < expressions.count; ++i) {
        made.push_back(AbiList<berth_requirement>(expressions)[i]);
    }
    out.requirements = args_.keep(std::span<const berth_requirement>(made));
    return args_.keep_one(out);
}

berth_array KubernetesValues::requirements(const berth_value* list, std::string_view path,
                                           Where where) {
    std::vector<berth_requirement> made;
    for (std::uint32_t i = 0; list != nullptr && i < list->items.count; ++i) {
        const auto& item = AbiList<berth_value>(list->items)[i];
        made.push_back(requirement(item, indexed(path, i), where));
    }
    return args_.keep(std::span<const berth_requirement>(made));
}

berth_requirement KubernetesValues::requirement(const berth_value& value, std::string_view path,
                                                Where where) {
    berth_requirement out{};
    out.struct_size = sizeof out;
    out.name = text_of(value, "key");
    out.key = symbol(out.name);
    out.values.stride = sizeof(berth_str);
    if (const auto* values = member(value, "values")) {
        std::vector<berth_str> texts;
        for (std::uint32_t i = 0; i < values->items.count; ++i) {
            texts.push_back(AbiList<berth_value>(values->items)[i].text);
        }
        out.values = args_.keep(std::span<const berth_str>(texts));
    }
    const auto op = text_of(value, "operator");
    out.op = operator_number(view(op));
    const std::size_t allowed = where == Where::kFields ? 2 : where == Where::kSelector ? 4 : 6;
    if (out.op == 0 || out.op > allowed) {
        report_.error(joined(path, "operator"), unsupported(view(op), allowed));
        return out;
    }
    if (out.op == BERTH_OP_GT || out.op == BERTH_OP_LT) {
        if (out.values.count == 1) {
            const auto text = view(AbiList<berth_str>(out.values)[0]);
            std::from_chars(text.data(), text.data() + text.size(), out.number);
        }
    }
    check(out, path, where);
    return out;
}

void KubernetesValues::check(const berth_requirement& requirement, std::string_view path,
                             Where where) {
    const auto values = joined(path, "values");
    const auto count = requirement.values.count;
    if (where == Where::kFields) {
        if (count != 1) {
            report_.error(values, invalid_value(json_list(requirement), "must have one element"));
        }
        return;
    }
    if (const auto wrong = model::label_key_errors(view(requirement.name)); !wrong.empty()) {
        report_.error(joined(path, "key"),
                      invalid_value(quoted(view(requirement.name)),
                                    fmt::format("{}", fmt::join(wrong, "; "))));
    }
    if (requirement.op <= BERTH_OP_NOT_IN && count == 0) {
        report_.error(values, invalid_value("[]",
                                            "for 'in', 'notin' operators, values set can't "
                                            "be empty"));
    } else if ((requirement.op == BERTH_OP_EXISTS || requirement.op == BERTH_OP_DOES_NOT_EXIST) &&
               count != 0) {
        report_.error(values, invalid_value(json_list(requirement),
                                            "values set must be empty for exists and does not "
                                            "exist"));
    } else if (requirement.op >= BERTH_OP_GT) {
        check_integers(requirement, values);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto text = view(AbiList<berth_str>(requirement.values)[i]);
        if (const auto wrong = model::label_value_errors(text); !wrong.empty()) {
            report_.error(indexed(values, i),
                          invalid_value(quoted(text), fmt::format("{}", fmt::join(wrong, "; "))));
        }
    }
}

void KubernetesValues::check_integers(const berth_requirement& requirement, std::string_view path) {
    if (requirement.values.count != 1) {
        report_.error(path, invalid_value(json_list(requirement),
                                          "for 'Gt', 'Lt' operators, "
                                          "exactly one value is required"));
    }
    for (std::uint32_t i = 0; i < requirement.values.count; ++i) {
        const auto text = view(AbiList<berth_str>(requirement.values)[i]);
        std::int64_t number = 0;
        const auto* end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data(), end, number);
        if (parsed.ec != std::errc() || parsed.ptr != end) {
            report_.error(indexed(path, i), invalid_value(quoted(text),
                                                          "for 'Gt', 'Lt' operators, "
                                                          "the value must be an "
                                                          "integer"));
        }
    }
}

}  // namespace berth::settings
