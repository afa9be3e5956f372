#include "core/model/label_set.hpp"

#include <algorithm>

#include <xxhash.h>

namespace berth::model {

LabelSet::LabelSet(std::vector<Label> labels) : labels_(std::move(labels)) {
    std::stable_sort(labels_.begin(), labels_.end(),
                     [](const Label& a, const Label& b) { return a.key < b.key; });
    // unique keeps the first of a run, so look from the end.
    auto kept = std::unique(labels_.rbegin(), labels_.rend(),
                            [](const Label& a, const Label& b) { return a.key == b.key; });
    labels_.erase(labels_.begin(), kept.base());
    labels_.shrink_to_fit();
    for (const Label& label : labels_) {
        hash_ = XXH64(label.value.data(), label.value.size(), hash_ ^ base::number(label.key)) +
                1;  // so that one empty value is not the empty set
    }
}

const std::string* LabelSet::find(base::Symbol key) const {
    // Sets are short: a scan over the keys beats a search.
    for (const Label& label : labels_) {
        if (label.key == key) {
            return &label.value;
        }
    }
    return nullptr;
}

std::string_view LabelSet::get(base::Symbol key) const {
    const std::string* value = find(key);
    return value == nullptr ? std::string_view() : *value;
}

const LabelSetPtr& no_labels() {
    static const LabelSetPtr kEmpty = std::make_shared<const LabelSet>();
    return kEmpty;
}

}  // namespace berth::model
