// Terms: berth.host.terms/1: the distinct affinity terms of placed pods, found by the pods that
// they match, with who carries them where.
//
// A term is entered under the rarest label pair of its selector, so a question looks at the terms
// that share a pair with the pod. Who carries a term is counted by domain from the first question
// that the term answers; views not asked for lately go when they take too much memory. Scheduling
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <berth/host/terms.h>

#include "core/base/symbol.hpp"
#include "core/cache/snapshot.hpp"
#include "core/cache/text_map.hpp"
#include "core/framework/pod_info.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/index/carrier_view.hpp"
#include "core/index/label_pairs.hpp"
#include "core/index/namespaces.hpp"
#include "core/index/placement.hpp"
#include "core/index/query/key.hpp"
#include "core/index/query/match.hpp"

namespace berth::index {

struct Term {
    framework::ViewMemory memory{512};
    std::string_view key;
    std::uint32_t kind = 0;
    berth_pod_term view{};
    std::vector<LabelPair> pairs;  // where it is listed; empty: no pod can be found by a pair
    std::uint32_t users = 0;       // specs that have it
    std::vector<Place<Term>> places;
    std::unique_ptr<CarrierView> carriers;  // null: not asked for
};

// Does the term of a placed pod match that one?
[[nodiscard]] bool matches(const berth_pod_term& term, const PodKind& pod,
                           const Namespaces& namespaces);

class Terms {
public:
    Terms(base::SymbolTable& symbols, const Namespaces& namespaces, std::size_t most_bytes);
    ~Terms();

    // Of berth_matching_term. Valid for some snapshots, the carriers until pods change.
    [[nodiscard]] berth_array matching(const berth_pod& pod, std::uint32_t kinds,
                                       cache::Snapshot& snapshot);

    void on_added(const framework::PodInfo& pod, const cache::NodeInfo& node,
                  std::uint64_t topology);
    void on_removed(const framework::PodInfo& pod, const cache::NodeInfo& node,
                    std::uint64_t topology);

    // How many distinct terms there are.
    [[nodiscard]] std::size_t size() const { return terms_.size(); }

private:
    // The terms of one spec, with the spec kept alive, and how many pods have it.
    struct Bundle {
        std::shared_ptr<const framework::SpecView> spec;
        std::vector<Term*> terms;
        std::uint32_t pods = 0;
    };
    struct Answer {
        std::uint64_t given_in = 0;  // number of the snapshot
        std::vector<berth_matching_term> terms;
    };

    void fill(Bundle& bundle, const berth_pod& pod);
    void add_list(Bundle& bundle, const berth_array& terms, std::uint32_t kind);
    [[nodiscard]] Term& find_or_make(const berth_pod_term& term, std::uint32_t kind);
    void release(Term& term);
    template <typename Do>
    void for_each_candidate(const PodKind& pod, Do&& act) const;
    [[nodiscard]] berth_matching_term answer_of(Term& term, cache::Snapshot& snapshot);
    [[nodiscard]] std::vector<berth_matching_term>& new_answer(std::uint64_t now);
    [[nodiscard]] std::shared_ptr<Domains> domains(berth_symbol key);
    void forget_old(std::uint64_t now);

    base::SymbolTable& symbols_;
    const Namespaces& namespaces_;
    std::size_t most_bytes_;
    std::unordered_map<const framework::SpecView*, Bundle> bundles_;
    cache::TextMap<std::unique_ptr<Term>> terms_;
    LabelPairs<Term*> by_pair_;
    std::vector<Term*> unpaired_;
    Placement<Term> placement_;
    std::unordered_map<berth_symbol, std::shared_ptr<Domains>> domains_;
    std::size_t bytes_ = 0;  // of carrier views
    std::deque<Answer> answers_;
    QueryKey key_;
};

}  // namespace berth::index
