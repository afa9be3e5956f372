// PodClasses: placed pods that no selector can tell apart, counted by node.
//
// A class is a namespace, a label set and whether the pod is being deleted. Pods of one template
// are one class; it goes with its last pod. Scheduling thread.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/framework/pod_info.hpp"
#include "core/framework/view/label_set_view.hpp"
#include "core/index/label_pairs.hpp"
#include "core/index/placement.hpp"
#include "core/index/query/match.hpp"

namespace berth::index {

struct PodSet;

struct PodClass {
    PodClass(const PodKind& kind_of_pods, model::LabelSetPtr set, const base::SymbolTable& symbols)
        : labels(std::move(set), symbols), kind(kind_of_pods) {
        kind.labels = labels.labels;
    }

    framework::LabelSetView labels;
    PodKind kind;
    std::uint32_t pods = 0;
    std::vector<Place<PodClass>> places;
    // Sets that the class is in, and its place in each set's classes.
    struct Membership {
        PodSet* set;
        std::uint32_t place;
    };
    std::vector<Membership> sets;
    std::vector<std::uint32_t> pair_places;  // by label, the namespace last
};

class PodClasses {
public:
    // A class in the list of a label pair, and which of its pairs that is.
    struct InPair {
        PodClass* pod_class;
        std::uint32_t pair;
    };

    explicit PodClasses(const base::SymbolTable& symbols) : symbols_(symbols) {}

    // The class of a pod, made where there is none (it has no pods then).
    [[nodiscard]] PodClass& find_or_make(const framework::PodInfo& pod);
    // Null: no placed pod is like this one.
    [[nodiscard]] PodClass* find(const framework::PodInfo& pod) const;
    void add(PodClass& pod_class, const cache::NodeInfo& node);
    void remove(PodClass& pod_class, const cache::NodeInfo& node);
    // The class has no pods and is in no set.
    void erase(PodClass& pod_class);

    [[nodiscard]] const LabelPairs<InPair>& by_pair() const { return by_pair_; }
    template <typename Do>
    void for_each(Do&& act) const {
        for (const auto& [key, pod_class] : classes_) {
            act(*pod_class);
        }
    }

private:
    struct Key {
        const model::LabelSet* labels;
        berth_symbol namespace_symbol;
        bool terminating;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return std::hash<const void*>{}(key.labels) ^
                   (std::size_t{key.namespace_symbol} * 0x9E3779B97F4A7C15) ^
                   (key.terminating ? 1U : 0U);
        }
    };

    [[nodiscard]] static Key key_of(const framework::PodInfo& pod);
    void enter(PodClass& pod_class);
    void leave(PodClass& pod_class);
    static LabelPair pair_of(const PodClass& pod_class, std::uint32_t pair);

    const base::SymbolTable& symbols_;
    std::unordered_map<Key, std::unique_ptr<PodClass>, Hash> classes_;
    LabelPairs<InPair> by_pair_;
    Placement<PodClass> placement_;
};

}  // namespace berth::index
