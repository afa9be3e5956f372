// NodeMatcher: a node selector compiled against label columns, so that a node costs a few look-ups.
//
// Each requirement becomes a table "value id → yes or no", asked of the column of its key. Made in
// PreFilter and PreScore, read in Filter and Score of the same cycle. The rules are those of
// <berth/sdk/match/selectors.h>.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <berth/sdk.h>

namespace berth::intree {

// One requirement on a label, or on the node's name.
class RequirementMatcher {
public:
    RequirementMatcher(const berth_requirement& requirement, const berth_label_column* column);
    // A field: metadata.name.
    RequirementMatcher(const berth_requirement& requirement, std::uint32_t rows,
                       const berth::Columns& columns, const berth::Call& call);

    [[nodiscard]] bool matches(std::uint32_t row) const {
        return accepted_[ids_ == nullptr ? (by_row_ ? row : 0) : ids_[row]] != 0;
    }

private:
    const std::uint32_t* ids_ = nullptr;  // by row; null: no node has the label, or by_row_
    bool by_row_ = false;
    std::vector<std::uint8_t> accepted_;  // by value id; by row with by_row_
};

// All of its requirements.
class TermMatcher {
public:
    TermMatcher() = default;  // matches every node
    TermMatcher(const berth_node_term& term, std::uint32_t rows, const berth::Columns& columns,
                const berth::Call& call);

    // spec.nodeSelector: the label has exactly this value.
    void add_label(const berth_label& label, const berth::Columns& columns,
                   const berth::Call& call);
    [[nodiscard]] bool matches(std::uint32_t row) const;

private:
    bool nothing_ = false;
    std::vector<RequirementMatcher> requirements_;
};

// Node selector and required affinity of a pod, or the required part of an added affinity.
class NodeMatcher {
public:
    NodeMatcher() = default;  // matches every node
    void require(const berth::Labels& node_selector, const berth::Columns& columns,
                 const berth::Call& call);
    void require(const berth_node_selector& selector, std::uint32_t rows,
                 const berth::Columns& columns, const berth::Call& call);
    [[nodiscard]] bool matches(std::uint32_t row) const;

private:
    TermMatcher labels_;
    bool has_terms_ = false;
    std::vector<TermMatcher> terms_;  // any of them
};

// The sum of the weights of the preferred terms that a node matches.
class PreferenceMatcher {
public:
    void add(const berth_node_affinity& affinity, std::uint32_t rows, const berth::Columns& columns,
             const berth::Call& call);
    [[nodiscard]] std::int64_t score(std::uint32_t row) const;

private:
    struct Term {
        std::int64_t weight;
        TermMatcher matcher;
    };
    std::vector<Term> terms_;
};

}  // namespace berth::intree
