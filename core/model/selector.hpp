// Selectors: label selectors (of pods, namespaces), node selectors (labels and fields of nodes)
// and field selectors (of watches).
//
// They keep what was written, so that it can be printed again, and match without compiling.
// Semantics and error texts are those of apimachinery's labels and metav1 packages and of
// component-helpers' scheduling/corev1/nodeaffinity, v0.37.2. Plain values: any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/symbol.hpp"
#include "core/model/label_set.hpp"

namespace berth::model {

enum class SelectorOperator : std::uint8_t {
    kIn,
    kNotIn,
    kExists,
    kDoesNotExist,
    kGt,  // node selectors only
    kLt,  // node selectors only
    kInvalid,
};

[[nodiscard]] std::string_view to_string(SelectorOperator op);
[[nodiscard]] SelectorOperator parse_selector_operator(std::string_view text);

struct SelectorRequirement {
    base::Symbol key = base::Symbol::kNone;
    SelectorOperator op = SelectorOperator::kInvalid;
    std::vector<std::string> values;
    std::string invalid_operator;  // what stood there if op is kInvalid
    friend bool operator==(const SelectorRequirement&, const SelectorRequirement&) = default;

    // NotIn and DoesNotExist hold without the key. Gt and Lt compare 64-bit integers; a label that
    // is none does not match. An unknown operator matches nothing.
    [[nodiscard]] bool matches(const LabelSet& labels) const;
    // The same on one value; null stands for a missing key.
    [[nodiscard]] bool matches(const std::string_view* value) const;
};

// Where a selector may be absent it is a std::optional: absent matches nothing, empty everything.
struct LabelSelector {
    std::vector<Label> match_labels;  // by the keys' texts
    std::vector<SelectorRequirement> match_expressions;
    bool invalid = false;  // has a selector_error(); matches nothing
    friend bool operator==(const LabelSelector&, const LabelSelector&) = default;

    [[nodiscard]] bool empty() const { return match_labels.empty() && match_expressions.empty(); }
    [[nodiscard]] bool matches(const LabelSet& labels) const;
};

[[nodiscard]] inline bool matches(const std::optional<LabelSelector>& selector,
                                  const LabelSet& labels) {
    return selector && selector->matches(labels);
}

// metav1.LabelSelectorAsSelector's error, if it would give one.
[[nodiscard]] std::optional<std::string> selector_error(const LabelSelector& selector,
                                                        const base::SymbolTable& symbols);

struct NodeSelectorTerm {
    std::vector<SelectorRequirement> match_expressions;
    std::vector<SelectorRequirement> match_fields;  // key metadata.name, In or NotIn one value
    bool invalid = false;                           // has term_errors(); matches nothing
    friend bool operator==(const NodeSelectorTerm&, const NodeSelectorTerm&) = default;

    [[nodiscard]] bool empty() const { return match_expressions.empty() && match_fields.empty(); }
};

// Terms are alternatives. An empty or invalid term matches nothing; no terms match nothing.
struct NodeSelector {
    std::vector<NodeSelectorTerm> terms;
    friend bool operator==(const NodeSelector&, const NodeSelector&) = default;

    [[nodiscard]] bool matches(const LabelSet& labels, std::string_view node_name) const;
};

[[nodiscard]] bool matches(const NodeSelectorTerm& term, const LabelSet& labels,
                           std::string_view node_name);
// What nodeaffinity.NewNodeSelector and NewPreferredSchedulingTerms would complain about in the
// term; `path` is where it stands, e.g. "nodeSelectorTerms[0]". Empty: it is valid.
[[nodiscard]] std::vector<std::string> term_errors(const NodeSelectorTerm& term,
                                                   const base::SymbolTable& symbols,
                                                   std::string_view path = "");
// Several errors as one text, as apimachinery's Aggregate: "a", or "[a, b]", without repetitions.
[[nodiscard]] std::string aggregate_errors(const std::vector<std::string>& errors);

// Decoding sets `invalid` with these; whoever makes a selector otherwise does so too.
void seal(LabelSelector& selector, const base::SymbolTable& symbols);
void seal(NodeSelectorTerm& term, const base::SymbolTable& symbols);

// A field selector of a list or watch: "spec.nodeName!=,status.phase=Pending".
struct FieldRequirement {
    std::string field;
    bool equal = true;
    std::string value;
};
using FieldSelector = std::vector<FieldRequirement>;

[[nodiscard]] base::Result<FieldSelector> parse_field_selector(std::string_view text);
[[nodiscard]] std::string format_field_selector(const FieldSelector& selector);

// A label selector as kubectl writes it: "a=b,c!=d,e in (x,y),f notin (z),g,!h".
[[nodiscard]] base::Result<LabelSelector> parse_label_selector(std::string_view text,
                                                               base::SymbolTable& symbols);

}  // namespace berth::model
