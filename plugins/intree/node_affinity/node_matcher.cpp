#include "plugins/intree/node_affinity/node_matcher.hpp"

#include <algorithm>
#include <optional>

namespace berth::intree {
namespace {

// The requirement on a value that is there; of an absent label see `accepts_absence`.
bool accepts(const berth_requirement& requirement, std::string_view value) {
    berth_label label{requirement.name, berth::str(value), requirement.key, 0};
    return berth::matches(requirement, berth::Labels(berth_array{&label, 1, sizeof label}));
}

bool accepts_absence(const berth_requirement& requirement) {
    return berth::matches(requirement, berth::Labels());
}

}  // namespace

RequirementMatcher::RequirementMatcher(const berth_requirement& requirement,
                                       const berth_label_column* column) {
    accepted_.push_back(accepts_absence(requirement) ? 1 : 0);
    if (column == nullptr) {
        return;
    }
    ids_ = column->value;
    for (std::uint32_t id = 1; id <= column->values; ++id) {
        accepted_.push_back(accepts(requirement, berth::text(column->texts[id])) ? 1 : 0);
    }
}

RequirementMatcher::RequirementMatcher(const berth_requirement& requirement, std::uint32_t rows,
                                       const berth::Columns& columns, const berth::Call& call)
    : by_row_(true) {
    const bool named = requirement.op == BERTH_OP_IN;
    const bool others = requirement.op == BERTH_OP_NOT_IN;
    accepted_.assign(std::max(rows, 1U), others ? 1 : 0);
    if (!named && !others) {
        return;
    }
    for (std::string_view name : berth::List<std::string_view>(requirement.values)) {
        if (const std::optional<std::uint32_t> row = columns.row(call, name)) {
            accepted_[*row] = named ? 1 : 0;
        }
    }
}

TermMatcher::TermMatcher(const berth_node_term& term, std::uint32_t rows,
                         const berth::Columns& columns, const berth::Call& call)
    : nothing_(term.matches_nothing != 0) {
    if (nothing_) {
        return;
    }
    for (const auto& requirement : berth::List<berth_requirement>(term.expressions)) {
        requirements_.emplace_back(requirement,
                                   columns.label(call, berth::Symbol{requirement.key}));
    }
    for (const auto& requirement : berth::List<berth_requirement>(term.fields)) {
        requirements_.emplace_back(requirement, rows, columns, call);
    }
}

void TermMatcher::add_label(const berth_label& label, const berth::Columns& columns,
                            const berth::Call& call) {
    const berth_requirement requirement{.struct_size = sizeof(berth_requirement),
                                        .op = BERTH_OP_IN,
                                        .key = label.key,
                                        .reserved = 0,
                                        .name = label.name,
                                        .values = {&label.value, 1, sizeof label.value},
                                        .number = 0};
    requirements_.emplace_back(requirement, columns.label(call, berth::Symbol{label.key}));
}

bool TermMatcher::matches(std::uint32_t row) const {
    return !nothing_ && std::all_of(requirements_.begin(), requirements_.end(),
                                    [row](const auto& one) { return one.matches(row); });
}

void NodeMatcher::require(const berth::Labels& node_selector, const berth::Columns& columns,
                          const berth::Call& call) {
    for (const berth_label& label : node_selector) {
        labels_.add_label(label, columns, call);
    }
}

void NodeMatcher::require(const berth_node_selector& selector, std::uint32_t rows,
                          const berth::Columns& columns, const berth::Call& call) {
    has_terms_ = true;
    for (const auto& term : berth::List<berth_node_term>(selector.terms)) {
        terms_.emplace_back(term, rows, columns, call);
    }
}

bool NodeMatcher::matches(std::uint32_t row) const {
    return labels_.matches(row) &&
           (!has_terms_ || std::any_of(terms_.begin(), terms_.end(),
                                       [row](const auto& term) { return term.matches(row); }));
}

void PreferenceMatcher::add(const berth_node_affinity& affinity, std::uint32_t rows,
                            const berth::Columns& columns, const berth::Call& call) {
    for (const auto& preferred : berth::List<berth_preferred_node_term>(affinity.preferred)) {
        if (preferred.weight != 0) {
            terms_.push_back({preferred.weight, {*preferred.term, rows, columns, call}});
        }
    }
}

std::int64_t PreferenceMatcher::score(std::uint32_t row) const {
    std::int64_t sum = 0;
    for (const Term& term : terms_) {
        sum += term.matcher.matches(row) ? term.weight : 0;
    }
    return sum;
}

}  // namespace berth::intree
