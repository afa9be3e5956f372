#include "core/framework/view/selector_view.hpp"

#include <charconv>
#include <string>

namespace berth::framework {
namespace {

std::uint32_t to_op(model::SelectorOperator op) {
    switch (op) {
        case model::SelectorOperator::kIn: return BERTH_OP_IN;
        case model::SelectorOperator::kNotIn: return BERTH_OP_NOT_IN;
        case model::SelectorOperator::kExists: return BERTH_OP_EXISTS;
        case model::SelectorOperator::kDoesNotExist: return BERTH_OP_DOES_NOT_EXIST;
        case model::SelectorOperator::kGt: return BERTH_OP_GT;
        case model::SelectorOperator::kLt: return BERTH_OP_LT;
        case model::SelectorOperator::kInvalid: break;
    }
    return 0;
}

std::int64_t number_of(const model::SelectorRequirement& requirement) {
    std::int64_t number = 0;
    const bool compares = requirement.op == model::SelectorOperator::kGt ||
                          requirement.op == model::SelectorOperator::kLt;
    if (compares && requirement.values.size() == 1) {
        const std::string& text = requirement.values[0];
        const std::size_t sign = text.starts_with('+') ? 1 : 0;
        std::from_chars(text.data() + sign, text.data() + text.size(), number);
    }
    return number;
}

class Builder {
public:
    // copies: the values' texts do not live as long as the view.
    Builder(const base::SymbolTable& symbols, ViewMemory& memory, bool copies = false)
        : symbols_(symbols), memory_(memory), copies_(copies) {}

    berth_requirement requirement(const model::SelectorRequirement& from) {
        berth_requirement view{};
        view.struct_size = sizeof(view);
        view.op = to_op(from.op);
        view.key = base::number(from.key);
        view.name = to_str(symbols_.text(from.key));
        view.values = memory_.map<berth_str>(from.values, [&](const std::string& value) {
            return copies_ ? memory_.keep(value) : to_str(value);
        });
        view.number = number_of(from);
        return view;
    }

    berth_array requirements(const std::vector<model::SelectorRequirement>& from) {
        return memory_.map<berth_requirement>(
            from, [&](const model::SelectorRequirement& item) { return requirement(item); });
    }

    // key In (value)
    berth_requirement equality(const model::Label& label) {
        const std::span<berth_str> value = memory_.make<berth_str>(1);
        value[0] = to_str(label.value);
        berth_requirement view{};
        view.struct_size = sizeof(view);
        view.op = BERTH_OP_IN;
        view.key = base::number(label.key);
        view.name = to_str(symbols_.text(label.key));
        view.values = to_array(std::span<const berth_str>(value));
        return view;
    }

    berth_node_term term(const model::NodeSelectorTerm& from) {
        berth_node_term view{};
        view.struct_size = sizeof(view);
        view.matches_nothing = from.empty() || !model::term_errors(from, symbols_).empty() ? 1 : 0;
        view.expressions = requirements(from.match_expressions);
        view.fields = requirements(from.match_fields);
        return view;
    }

    const berth_node_selector* node_selector(const model::NodeSelector& from) {
        berth_node_selector& view = memory_.make<berth_node_selector>(1)[0];
        view.struct_size = sizeof(view);
        view.terms = memory_.map<berth_node_term>(
            from.terms, [&](const model::NodeSelectorTerm& item) { return term(item); });
        return &view;
    }

    berth_preferred_node_term preferred(const model::PreferredSchedulingTerm& from) {
        berth_node_term& made = memory_.make<berth_node_term>(1)[0];
        made = term(from.preference);
        return {sizeof(berth_preferred_node_term), from.weight, &made};
    }

private:
    const base::SymbolTable& symbols_;
    ViewMemory& memory_;
    bool copies_;
};

}  // namespace

const berth_selector* make_selector(const std::optional<model::LabelSelector>& selector,
                                    const base::SymbolTable& symbols, ViewMemory& memory) {
    berth_selector& view = memory.make<berth_selector>(1)[0];
    view.struct_size = sizeof(view);
    view.requirements = to_array(std::span<const berth_requirement>());
    if (!selector) {
        view.matches_nothing = 1;
        return &view;
    }
    view.matches_nothing = model::selector_error(*selector, symbols) ? 1 : 0;
    Builder builder(symbols, memory);
    const std::size_t labels = selector->match_labels.size();
    const std::span<berth_requirement> made =
        memory.make<berth_requirement>(labels + selector->match_expressions.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i] = i < labels ? builder.equality(selector->match_labels[i])
                             : builder.requirement(selector->match_expressions[i - labels]);
    }
    view.requirements = to_array(std::span<const berth_requirement>(made));
    return &view;
}

const berth_node_selector* make_node_selector(const model::NodeSelector& selector,
                                              const base::SymbolTable& symbols,
                                              ViewMemory& memory) {
    return Builder(symbols, memory).node_selector(selector);
}

const berth_node_selector* keep_node_selector(const model::NodeSelector& selector,
                                              const base::SymbolTable& symbols,
                                              ViewMemory& memory) {
    return Builder(symbols, memory, /*copies=*/true).node_selector(selector);
}

const berth_node_affinity* make_node_affinity(const model::NodeAffinity& affinity,
                                              const base::SymbolTable& symbols,
                                              ViewMemory& memory) {
    Builder builder(symbols, memory);
    berth_node_affinity& view = memory.make<berth_node_affinity>(1)[0];
    view.struct_size = sizeof(view);
    view.required = affinity.required ? builder.node_selector(*affinity.required) : nullptr;
    view.preferred = memory.map<berth_preferred_node_term>(
        affinity.preferred,
        [&](const model::PreferredSchedulingTerm& term) { return builder.preferred(term); });
    return &view;
}

}  // namespace berth::framework
