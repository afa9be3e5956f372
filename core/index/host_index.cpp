#include "core/index/host_index.hpp"

#include "core/index/query/match.hpp"
#include "core/model/pod.hpp"

namespace berth::index {
namespace {

// Nothing that a query of counts looks at is different.
bool same_kind(const framework::PodInfo& a, const framework::PodInfo& b) {
    return a.pod->meta.labels == b.pod->meta.labels &&
           a.view.namespace_symbol == b.view.namespace_symbol &&
           (a.view.flags & BERTH_POD_TERMINATING) == (b.view.flags & BERTH_POD_TERMINATING);
}

}  // namespace

HostIndex::HostIndex(cache::Cache& cache, base::SymbolTable& symbols, std::size_t most_bytes)
    : cache_(cache),
      namespaces_(symbols),
      counts_(symbols, namespaces_, most_bytes),
      terms_(symbols, namespaces_, most_bytes) {
    cache_.set_watcher(this);
}

HostIndex::~HostIndex() {
    cache_.set_watcher(nullptr);
}

void HostIndex::set_namespace(const model::Namespace& object) {
    counts_.namespace_changed(namespaces_.set(object));
}

void HostIndex::remove_namespace(const model::Namespace& object) {
    counts_.namespace_changed(namespaces_.remove(object));
}

const berth_counts& HostIndex::counts(const berth_count_query& query) {
    return counts_.counts(query, cache_.last_snapshot());
}

bool HostIndex::counted(const berth_count_query& query, const berth_pod& pod) const {
    return index::counted(query.sets, query.flags, kind_of(pod), namespaces_);
}

berth_array HostIndex::matching(const berth_pod& pod, std::uint32_t kinds) {
    return terms_.matching(pod, kinds, cache_.last_snapshot());
}

bool HostIndex::matches(const berth_pod_term& term, const berth_pod& pod) const {
    return index::matches(term, kind_of(pod), namespaces_);
}

void HostIndex::on_added(const framework::PodInfo& pod, const cache::NodeInfo& node) {
    const std::uint64_t topology = cache_.last_snapshot().topology();
    counts_.on_added(pod, node, topology);
    terms_.on_added(pod, node, topology);
}

void HostIndex::on_removed(const framework::PodInfo& pod, const cache::NodeInfo& node) {
    const std::uint64_t topology = cache_.last_snapshot().topology();
    counts_.on_removed(pod, node, topology);
    terms_.on_removed(pod, node, topology);
}

void HostIndex::on_replaced(const framework::PodInfo& old_pod, const cache::NodeInfo& old_node,
                            const framework::PodInfo& pod, const cache::NodeInfo& node) {
    const std::uint64_t topology = cache_.last_snapshot().topology();
    if (&old_node != &node || !same_kind(old_pod, pod)) {
        counts_.on_added(pod, node, topology);
        counts_.on_removed(old_pod, old_node, topology);
    }
    if (&old_node != &node || old_pod.spec_view != pod.spec_view) {
        terms_.on_added(pod, node, topology);
        terms_.on_removed(old_pod, old_node, topology);
    }
}

}  // namespace berth::index
