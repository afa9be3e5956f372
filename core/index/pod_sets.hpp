// PodSets: the sets of pods that queries speak of, each with the classes that are in it.
//
// A new set finds its classes, and a new class its sets, through the rarest label pair of a
// selector; sets without an exact pair are looked at for every new class. Scheduling thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <berth/host/counts.h>

#include "core/base/symbol.hpp"
#include "core/cache/text_map.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/index/label_pairs.hpp"
#include "core/index/namespaces.hpp"
#include "core/index/pod_classes.hpp"

namespace berth::index {

class CountView;

struct PodSet {
    framework::ViewMemory memory{512};
    std::string_view key;
    berth_array sets{};  // of berth_pod_set: pods in each of them
    std::uint32_t flags = 0;
    std::vector<LabelPair> pairs;  // where it is listed; empty: a class cannot be found by a pair
    bool impossible = false;       // no pod can be in it
    std::vector<PodClass*> classes;
    std::vector<CountView*> views;
};

class PodSets {
public:
    PodSets(base::SymbolTable& symbols, PodClasses& classes, const Namespaces& namespaces)
        : symbols_(symbols), classes_(classes), namespaces_(namespaces) {}

    // `key` is that of the query's sets and flags.
    [[nodiscard]] PodSet& find_or_make(std::string_view key, const berth_count_query& query);
    // The set has no views any more.
    void erase(PodSet& set);

    // A class that has just been made: into all sets that it belongs to.
    void enter(PodClass& pod_class);
    // Out of all its sets.
    void leave(PodClass& pod_class);
    // The labels of a namespace have changed: its classes go into and out of sets, whose views
    // are told to count again.
    void namespace_changed(berth_symbol namespace_symbol);

private:
    [[nodiscard]] bool contains(const PodSet& set, const PodClass& pod_class) const;
    void fill(PodSet& set);
    static void link(PodSet& set, PodClass& pod_class);
    static void unlink(PodSet& set, PodClass& pod_class);

    base::SymbolTable& symbols_;
    PodClasses& classes_;
    const Namespaces& namespaces_;
    cache::TextMap<std::unique_ptr<PodSet>> sets_;
    LabelPairs<PodSet*> by_pair_;
    std::vector<PodSet*> unpaired_;
};

}  // namespace berth::index
