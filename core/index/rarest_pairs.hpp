// By which label pairs a set of pods is found fastest. Scheduling thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include <berth/host/counts.h>

#include "core/index/label_pairs.hpp"
#include "core/index/query/items.hpp"
#include "core/index/query/match.hpp"

namespace berth::index {

// `sets`: of berth_pod_set, none of which has a null selector.
// All the lists of label pairs each of which, on its own, every pod of the set is in.
template <typename Do>
void for_each_choice(const berth_array& sets, Do&& act) {
    std::vector<LabelPair> pairs;
    for (const berth_pod_set& one : Items<berth_pod_set>(sets)) {
        for (const berth_requirement& requirement :
             Items<berth_requirement>(one.selector->requirements)) {
            if (requirement.op == BERTH_OP_IN) {
                pairs.clear();
                for (const berth_str& value : Items<berth_str>(requirement.values)) {
                    pairs.push_back({requirement.key, text(value)});
                }
                act(pairs);
            }
        }
        if (one.namespace_selector == nullptr) {
            pairs.clear();
            for (const berth_str& name : Items<berth_str>(one.namespaces)) {
                pairs.push_back({kNamespacePair, text(name)});
            }
            act(pairs);
        }
    }
}

template <typename T>
[[nodiscard]] std::size_t count(const std::vector<LabelPair>& pairs, const LabelPairs<T>& lists) {
    std::size_t sum = 0;
    for (const LabelPair& pair : pairs) {
        sum += lists.count(pair);
    }
    return sum;
}

// The choice with the shortest lists; nothing: there is no choice.
template <typename T>
[[nodiscard]] std::optional<std::vector<LabelPair>> rarest(const berth_array& sets,
                                                           const LabelPairs<T>& lists) {
    std::optional<std::vector<LabelPair>> best;
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for_each_choice(sets, [&](const std::vector<LabelPair>& pairs) {
        if (const std::size_t size = count(pairs, lists); size < least) {
            least = size;
            best = pairs;
        }
    });
    if (best) {
        const auto less = [](const LabelPair& a, const LabelPair& b) { return a.value < b.value; };
        const auto equal = [](const LabelPair& a, const LabelPair& b) {
            return a.value == b.value;
        };
        std::sort(best->begin(), best->end(), less);  // all of one key
        best->erase(std::unique(best->begin(), best->end(), equal), best->end());
    }
    return best;
}

}  // namespace berth::index
