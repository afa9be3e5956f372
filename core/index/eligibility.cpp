#include "core/index/eligibility.hpp"

#include <algorithm>
#include <string_view>

#include "core/index/query/copy.hpp"
#include "core/index/query/items.hpp"
#include "core/index/query/match.hpp"

namespace berth::index {
namespace {

using Flags = std::vector<std::uint8_t>;

// Keeps the rows whose value of the label passes; test(null) stands for a missing label.
template <typename Test>
void keep_by_label(cache::Snapshot& snapshot, berth_symbol key, Flags& flags, Test&& test) {
    const std::uint8_t missing = test(nullptr) ? 1 : 0;
    const berth_label_column* column = snapshot.label(base::Symbol{key});
    if (column == nullptr) {
        if (missing == 0) {
            std::fill(flags.begin(), flags.end(), 0);
        }
        return;
    }
    Flags passes(column->values + std::size_t{1}, missing);
    for (std::uint32_t id = 1; id <= column->values; ++id) {
        passes[id] = test(&column->texts[id]) ? 1 : 0;
    }
    for (std::size_t row = 0; row < flags.size(); ++row) {
        flags[row] &= passes[column->value[row]];
    }
}

// The only field is metadata.name.
void keep_by_name(cache::Snapshot& snapshot, const berth_requirement& field, Flags& flags) {
    const bool known = text(field.name) == "metadata.name";
    for (std::uint32_t row = 0; row < flags.size(); ++row) {
        const bool named = known && names(field.values, text(snapshot.columns().name[row]));
        const bool passes = field.op == BERTH_OP_NOT_IN ? !named : field.op == BERTH_OP_IN && named;
        flags[row] &= passes ? 1 : 0;
    }
}

Flags matching_term(cache::Snapshot& snapshot, const berth_node_term& term) {
    Flags flags(snapshot.rows(), term.matches_nothing != 0 ? 0 : 1);
    if (term.matches_nothing != 0) {
        return flags;
    }
    for (const berth_requirement& one : Items<berth_requirement>(term.expressions)) {
        keep_by_label(snapshot, one.key, flags,
                      [&](const berth_str* value) { return matches(one, value); });
    }
    for (const berth_requirement& one : Items<berth_requirement>(term.fields)) {
        keep_by_name(snapshot, one, flags);
    }
    return flags;
}

void require_terms(cache::Snapshot& snapshot, const berth_node_selector& selector, Flags& flags) {
    Flags any(flags.size(), 0);
    for (const berth_node_term& term : Items<berth_node_term>(selector.terms)) {
        const Flags one = matching_term(snapshot, term);
        for (std::size_t row = 0; row < any.size(); ++row) {
            any[row] |= one[row];
        }
    }
    for (std::size_t row = 0; row < any.size(); ++row) {
        flags[row] &= any[row];
    }
}

bool keeps_off(const berth_taint& taint) {
    return taint.effect == BERTH_EFFECT_NO_SCHEDULE || taint.effect == BERTH_EFFECT_NO_EXECUTE;
}

}  // namespace

Eligibility::Eligibility(const berth_count_query& query, base::SymbolTable& symbols)
    : keys_(query.keys, query.keys + query.key_count),
      honor_taints_((query.flags & BERTH_COUNT_HONOR_TAINTS) != 0) {
    QueryCopier copier(symbols, memory_);
    node_labels_ = copier.labels(query.node_labels);
    required_ = copier.node_selector(query.required_nodes);
    tolerations_ = copier.tolerations(query.tolerations);
    all_ = keys_.empty() && node_labels_.count == 0 && required_ == nullptr && !honor_taints_;
}

void Eligibility::refresh(cache::Snapshot& snapshot) {
    if (!all_ && topology_ != snapshot.topology() + 1) {
        evaluate(snapshot);
        topology_ = snapshot.topology() + 1;
    }
}

void Eligibility::evaluate(cache::Snapshot& snapshot) {
    Flags flags(snapshot.rows(), 1);
    for (const berth_symbol key : keys_) {
        keep_by_label(snapshot, key, flags,
                      [](const berth_str* value) { return value != nullptr; });
    }
    for (const berth_label& label : Items<berth_label>(node_labels_)) {
        keep_by_label(snapshot, label.key, flags, [&](const berth_str* value) {
            return value != nullptr && text(*value) == text(label.value);
        });
    }
    if (required_ != nullptr) {
        require_terms(snapshot, *required_, flags);
    }
    if (honor_taints_) {
        require_taints(snapshot, flags);
    }
    bits_.assign(flags.size() / 64 + 1, 0);
    for (std::size_t row = 0; row < flags.size(); ++row) {
        bits_[row / 64] |= std::uint64_t{flags[row]} << (row % 64);
    }
}

void Eligibility::require_taints(cache::Snapshot& snapshot, Flags& flags) const {
    Flags passes;
    for (const auto& set : framework::items_of<berth_taint_set>(snapshot.taint_sets())) {
        const auto taints = framework::items_of<berth_taint>(set.taints);
        passes.push_back(std::all_of(taints.begin(), taints.end(),
                                     [&](const berth_taint& taint) {
                                         return !keeps_off(taint) || tolerates(tolerations_, taint);
                                     })
                             ? 1
                             : 0);
    }
    for (std::size_t row = 0; row < flags.size(); ++row) {
        flags[row] &= passes[snapshot.columns().taint_set[row]];
    }
}

}  // namespace berth::index
