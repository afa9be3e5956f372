// Label sets: immutable, shared by all objects that carry equal labels, reclaimed with the last.
//
// Hash labels never stop coming, so label *values* are plain strings and nothing here grows for
// ever; label keys are symbols. A LabelSet is immutable: any thread. LabelSetPool: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/model/content_pool.hpp"

namespace berth::model {

struct Label {
    base::Symbol key = base::Symbol::kNone;
    std::string value;
    friend bool operator==(const Label&, const Label&) = default;
};

class LabelSet {
public:
    LabelSet() = default;
    // Of equal keys the last one counts.
    explicit LabelSet(std::vector<Label> labels);

    // By the keys' numbers.
    [[nodiscard]] std::span<const Label> labels() const { return labels_; }
    [[nodiscard]] std::size_t size() const { return labels_.size(); }
    [[nodiscard]] bool empty() const { return labels_.empty(); }
    // Null if there is no such key.
    [[nodiscard]] const std::string* find(base::Symbol key) const;
    [[nodiscard]] bool has(base::Symbol key) const { return find(key) != nullptr; }
    // The value, or "" without the key.
    [[nodiscard]] std::string_view get(base::Symbol key) const;
    // By content; equal sets have equal ones.
    [[nodiscard]] std::uint64_t hash() const { return hash_; }

    friend bool operator==(const LabelSet& a, const LabelSet& b) {
        return a.hash_ == b.hash_ && a.labels_ == b.labels_;
    }

private:
    std::vector<Label> labels_;
    std::uint64_t hash_ = 0;
};

[[nodiscard]] inline std::uint64_t content_hash(const LabelSet& set) {
    return set.hash();
}

using LabelSetPtr = std::shared_ptr<const LabelSet>;
using LabelSetPool = ContentPool<LabelSet>;

// The set without labels; never null.
[[nodiscard]] const LabelSetPtr& no_labels();

}  // namespace berth::model
