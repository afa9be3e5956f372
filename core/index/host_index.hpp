// HostIndex: what the host knows of placed pods besides rows and columns: how many of which kind
// are where (counts/1), and whom their affinity terms concern (terms/1).
//
// Stands beside the cache and hears of each pod that begins or ends to count, so a question costs
// as much as there are answers, and an assume as much as there are questions that it concerns.
// Never contains hypothetical pods. Belongs to the scheduling thread; counted() and matches() may
// be asked by workers while a cycle runs.
#pragma once

#include <berth/host/counts.h>
#include <berth/host/terms.h>
#include <berth/pod.h>

#include "core/base/symbol.hpp"
#include "core/cache/cache.hpp"
#include "core/index/namespaces.hpp"
#include "core/index/pod_counts.hpp"
#include "core/index/terms.hpp"
#include "core/model/workload.hpp"

namespace berth::index {

inline constexpr std::size_t kMostAnswerBytes = std::size_t{256} << 20;

class HostIndex final : cache::PodWatcher {
public:
    // `cache` is empty as yet; it and `symbols` outlive the index. `most_bytes`: what answers of
    // each of the two services may take before those not asked for lately go.
    HostIndex(cache::Cache& cache, base::SymbolTable& symbols,
              std::size_t most_bytes = kMostAnswerBytes);
    ~HostIndex() override;
    HostIndex(const HostIndex&) = delete;
    HostIndex& operator=(const HostIndex&) = delete;

    void set_namespace(const model::Namespace& object);
    void remove_namespace(const model::Namespace& object);

    // About the last snapshot; the answer is valid until the next change of the cache, or, as far
    // as it is read at all then, for some snapshots more.
    [[nodiscard]] const berth_counts& counts(const berth_count_query& query);
    [[nodiscard]] bool counted(const berth_count_query& query, const berth_pod& pod) const;
    // Of berth_matching_term; valid as above.
    [[nodiscard]] berth_array matching(const berth_pod& pod, std::uint32_t kinds);
    [[nodiscard]] bool matches(const berth_pod_term& term, const berth_pod& pod) const;

private:
    void on_added(const framework::PodInfo& pod, const cache::NodeInfo& node) override;
    void on_removed(const framework::PodInfo& pod, const cache::NodeInfo& node) override;
    void on_replaced(const framework::PodInfo& old_pod, const cache::NodeInfo& old_node,
                     const framework::PodInfo& pod, const cache::NodeInfo& node) override;

    cache::Cache& cache_;
    Namespaces namespaces_;
    PodCounts counts_;
    Terms terms_;
};

}  // namespace berth::index
