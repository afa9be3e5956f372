#include "core/cache/taint_sets.hpp"

#include <algorithm>
#include <tuple>

#include "core/framework/node_view.hpp"

namespace berth::cache {

bool TaintSets::Less::operator()(const Taints& a, const Taints& b) const {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(), [](const model::Taint& x, const model::Taint& y) {
            return std::tie(x.key, x.value, x.effect) < std::tie(y.key, y.value, y.effect);
        });
}

TaintSets::TaintSets() {
    by_number_.push_back(entries_.end());
    sets_.push_back({sizeof(berth_taint_set), 0, {nullptr, 0, sizeof(berth_taint)}});
}

std::uint32_t TaintSets::take(std::span<const model::Taint> taints) {
    if (taints.empty()) {
        return 0;
    }
    const auto [entry, is_new] = entries_.try_emplace(Taints(taints.begin(), taints.end()));
    ++entry->second.uses;
    if (!is_new) {
        return entry->second.number;
    }
    if (free_.empty()) {
        free_.push_back(static_cast<std::uint32_t>(sets_.size()));
        sets_.push_back(sets_[0]);
        by_number_.push_back(entries_.end());
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    entry->second.number = number;
    by_number_[number] = entry;
    auto& views = entry->second.views;
    for (const model::Taint& taint : entry->first) {
        views.push_back(framework::taint_view(taint));
    }
    sets_[number].taints = {views.data(), static_cast<std::uint32_t>(views.size()),
                            sizeof(berth_taint)};
    return number;
}

void TaintSets::release(std::uint32_t number) {
    if (number == 0 || --by_number_[number]->second.uses != 0) {
        return;
    }
    entries_.erase(by_number_[number]);
    by_number_[number] = entries_.end();
    sets_[number] = sets_[0];
    free_.push_back(number);
}

berth_array TaintSets::view() const {
    return {sets_.data(), static_cast<std::uint32_t>(sets_.size()), sizeof(berth_taint_set)};
}

}  // namespace berth::cache
