// PodCounts: berth.host.counts/1: every query that was asked, with its answer kept up to date.
//
// A query that nobody has asked for a while goes when the answers take too much memory; asked again
// it is counted again. Scheduling thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <berth/host/counts.h>

#include "core/base/symbol.hpp"
#include "core/cache/snapshot.hpp"
#include "core/cache/text_map.hpp"
#include "core/index/count_view.hpp"
#include "core/index/namespaces.hpp"
#include "core/index/pod_sets.hpp"
#include "core/index/query/key.hpp"

namespace berth::index {

class PodCounts {
public:
    PodCounts(base::SymbolTable& symbols, const Namespaces& namespaces, std::size_t most_bytes);
    ~PodCounts();

    [[nodiscard]] const berth_counts& counts(const berth_count_query& query,
                                             cache::Snapshot& snapshot);

    void on_added(const framework::PodInfo& pod, const cache::NodeInfo& node,
                  std::uint64_t topology);
    void on_removed(const framework::PodInfo& pod, const cache::NodeInfo& node,
                    std::uint64_t topology);
    void namespace_changed(berth_symbol namespace_symbol);

    // How many answers are kept.
    [[nodiscard]] std::size_t size() const { return views_.size(); }

private:
    [[nodiscard]] CountView& make(const berth_count_query& query);
    [[nodiscard]] std::shared_ptr<Domains> domains(const berth_count_query& query);
    void forget_old(std::uint64_t now);

    base::SymbolTable& symbols_;
    std::size_t most_bytes_;
    PodClasses classes_;
    PodSets sets_;
    cache::TextMap<std::shared_ptr<Eligibility>> eligibilities_;
    cache::TextMap<std::shared_ptr<Domains>> domains_;
    cache::TextMap<std::unique_ptr<CountView>> views_;
    std::size_t bytes_ = 0;
    QueryKey key_;
};

}  // namespace berth::index
