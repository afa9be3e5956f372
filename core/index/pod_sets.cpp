#include "core/index/pod_sets.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/index/count_view.hpp"
#include "core/index/query/copy.hpp"
#include "core/index/query/items.hpp"
#include "core/index/rarest_pairs.hpp"

namespace berth::index {
namespace {

bool selects_nothing(const berth_pod_set& set) {
    const bool no_namespace =
        set.namespaces.count == 0 &&
        (set.namespace_selector == nullptr || set.namespace_selector->matches_nothing != 0);
    return no_namespace || set.selector == nullptr || set.selector->matches_nothing != 0;
}

bool asks_for_namespaces(const PodSet& set) {
    const Items<berth_pod_set> all(set.sets);
    return std::any_of(all.begin(), all.end(),
                       [](const berth_pod_set& one) { return one.namespace_selector != nullptr; });
}

}  // namespace

PodSet& PodSets::find_or_make(std::string_view key, const berth_count_query& query) {
    const auto known = sets_.find(key);
    if (known != sets_.end()) {
        return *known->second;
    }
    const auto made = sets_.emplace(std::string(key), std::make_unique<PodSet>()).first;
    PodSet& set = *made->second;
    set.key = made->first;
    set.sets = QueryCopier(symbols_, set.memory).pod_sets(query.sets);
    set.flags = query.flags & BERTH_COUNT_NOT_TERMINATING;
    const Items<berth_pod_set> all(set.sets);
    set.impossible = all.empty() || std::any_of(all.begin(), all.end(), selects_nothing);
    if (set.impossible) {
        return set;
    }
    set.pairs = rarest(set.sets, by_pair_).value_or(std::vector<LabelPair>());
    for (const LabelPair& pair : set.pairs) {
        by_pair_.at(pair).push_back(&set);
    }
    if (set.pairs.empty()) {
        unpaired_.push_back(&set);
    }
    fill(set);
    return set;
}

void PodSets::fill(PodSet& set) {
    const auto try_one = [&](PodClass& pod_class) {
        const bool in = std::any_of(pod_class.sets.begin(), pod_class.sets.end(),
                                    [&](const auto& known) { return known.set == &set; });
        if (!in && contains(set, pod_class)) {
            link(set, pod_class);
        }
    };
    const auto pairs = rarest(set.sets, classes_.by_pair());
    if (!pairs) {
        classes_.for_each(try_one);
        return;
    }
    for (const LabelPair& pair : *pairs) {
        if (const auto* list = classes_.by_pair().find(pair)) {
            for (const PodClasses::InPair& one : *list) {
                try_one(*one.pod_class);
            }
        }
    }
}

void PodSets::erase(PodSet& set) {
    while (!set.classes.empty()) {
        unlink(set, *set.classes.back());
    }
    for (const LabelPair& pair : set.pairs) {
        std::erase(by_pair_.at(pair), &set);
        by_pair_.erase_if_empty(pair);
    }
    std::erase(unpaired_, &set);
    sets_.erase(sets_.find(set.key));
}

void PodSets::enter(PodClass& pod_class) {
    const auto try_list = [&](const std::vector<PodSet*>* list) {
        if (list == nullptr) {
            return;
        }
        for (PodSet* set : *list) {
            if (contains(*set, pod_class)) {
                link(*set, pod_class);
            }
        }
    };
    for (const berth_label& label : framework::items_of<berth_label>(pod_class.kind.labels)) {
        try_list(by_pair_.find({label.key, text(label.value)}));
    }
    try_list(by_pair_.find({kNamespacePair, pod_class.kind.namespace_name}));
    try_list(&unpaired_);
}

void PodSets::leave(PodClass& pod_class) {
    while (!pod_class.sets.empty()) {
        unlink(*pod_class.sets.back().set, pod_class);
    }
}

void PodSets::namespace_changed(berth_symbol namespace_symbol) {
    std::vector<PodClass*> affected;
    classes_.for_each([&](PodClass& pod_class) {
        if (pod_class.kind.namespace_symbol == namespace_symbol) {
            affected.push_back(&pod_class);
        }
    });
    for (const auto& [key, set] : sets_) {
        if (!asks_for_namespaces(*set)) {
            continue;
        }
        for (PodClass* pod_class : affected) {
            const bool was = std::any_of(pod_class->sets.begin(), pod_class->sets.end(),
                                         [&](const auto& one) { return one.set == set.get(); });
            if (was == contains(*set, *pod_class)) {
                continue;
            }
            was ? unlink(*set, *pod_class) : link(*set, *pod_class);
            for (CountView* view : set->views) {
                view->count_again();
            }
        }
    }
}

bool PodSets::contains(const PodSet& set, const PodClass& pod_class) const {
    return !set.impossible && counted(set.sets, set.flags, pod_class.kind, namespaces_);
}

void PodSets::link(PodSet& set, PodClass& pod_class) {
    pod_class.sets.push_back({&set, static_cast<std::uint32_t>(set.classes.size())});
    set.classes.push_back(&pod_class);
}

void PodSets::unlink(PodSet& set, PodClass& pod_class) {
    const auto membership = [](PodClass& of, const PodSet& in) {
        return std::find_if(of.sets.begin(), of.sets.end(),
                            [&](const auto& known) { return known.set == &in; });
    };
    const auto own = membership(pod_class, set);
    PodClass* const last = set.classes.back();
    set.classes[own->place] = last;
    membership(*last, set)->place = own->place;
    set.classes.pop_back();
    *own = pod_class.sets.back();
    pod_class.sets.pop_back();
}

}  // namespace berth::index
