// Cache: the nodes, the pods that have a node, and the pods that are assumed to get theirs.
//
// Semantics as kube-scheduler's (pkg/scheduler/backend/cache, v1.37.2): pods are known by UID, an
// assumed pod never expires, the API's word wins over an assumption, a deleted node's pods stay
// until they go themselves. Every call may come late, twice or not at all; what did not fit is told
// by the Outcome. Scheduling thread only; the snapshot may be read by others while a cycle runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_set>

#include "core/base/symbol.hpp"
#include "core/base/time.hpp"
#include "core/cache/node_info.hpp"
#include "core/cache/pod_lists.hpp"
#include "core/cache/snapshot.hpp"
#include "core/framework/pod_info.hpp"
#include "core/framework/profile.hpp"

namespace berth::cache {

enum class Outcome : std::uint8_t {
    kDone,
    kConfirmed,  // add_pod: the pod had been assumed on this node
    kMoved,      // add_pod: the pod had been assumed on another node; the API's one counts now
    // Refusals: nothing was changed.
    kPresent,     // add_pod, assume: the pod is in the cache already
    kUnknown,     // update_pod, remove_pod, forget, remove_node: not in the cache
    kAssumed,     // update_pod: the pod is assumed; add_pod comes first
    kNotAssumed,  // forget: the API has confirmed the pod
    kOtherNode,   // update_pod, remove_pod: the cache has the pod on another node
    kNoNode,      // the pod names no node
};
[[nodiscard]] constexpr bool changed(Outcome outcome) {
    return outcome <= Outcome::kMoved;
}
[[nodiscard]] std::string_view to_text(Outcome outcome);

// Told of each pod that begins or ends to count on a node, before it does. Assumed pods count,
// hypothetical rows are not told of. A node may be one that only pods speak of; it lives at least
// as long as it has pods. Scheduling thread.
class PodWatcher {
public:
    virtual ~PodWatcher() = default;
    virtual void on_added(const framework::PodInfo& pod, const NodeInfo& node) = 0;
    virtual void on_removed(const framework::PodInfo& pod, const NodeInfo& node) = 0;
    // The same pod in another version, on the same node or on another.
    virtual void on_replaced(const framework::PodInfo& old_pod, const NodeInfo& old_node,
                             const framework::PodInfo& pod, const NodeInfo& node) = 0;
};

class Cache {
public:
    explicit Cache(const base::SymbolTable& symbols);
    ~Cache();
    Cache(const Cache&) = delete;
    Cache& operator=(const Cache&) = delete;

    // add_node and update_node are the same but for nodes that the cache does not have.
    void add_node(std::shared_ptr<const model::Node> node);
    void update_node(std::shared_ptr<const model::Node> node);
    Outcome remove_node(std::string_view name);

    // Pods with spec.nodeName. add_pod confirms an assumed one.
    Outcome add_pod(framework::PodInfoRef pod);
    Outcome update_pod(framework::PodInfoRef pod);
    // `node_name` as the deletion tells it; empty: not known.
    Outcome remove_pod(std::string_view uid, std::string_view node_name = {});

    // Counts the pod on a node until it is forgotten or the API confirms it.
    Outcome assume(framework::PodInfoRef pod, std::string_view node_name);
    // The same by a row of the snapshot.
    Outcome assume(framework::PodInfoRef pod, std::uint32_t row);
    Outcome forget(std::string_view uid);

    [[nodiscard]] bool is_assumed(std::string_view uid) const;
    // Null: not in the cache. The record lives until the pod is removed.
    [[nodiscard]] const PodRecord* find(std::string_view uid) const;
    // The pods by name, labels and claims; kept from the first call on.
    [[nodiscard]] const PodLists& lists();
    // The node's record even where only pods speak of it; null: nothing known of that name.
    [[nodiscard]] const NodeInfo* node(std::string_view name) const;

    // The columns that plugins of this generation fill, from now on: before its first cycle.
    void use_columns(framework::GenerationRef generation);

    // Brings rows up to date; before each cycle, with its time, also the columns of plugins.
    [[nodiscard]] Snapshot& snapshot(std::optional<base::Time> now = std::nullopt);
    // The same as it was brought up to date last.
    [[nodiscard]] Snapshot& last_snapshot() { return snapshot_; }

    // Null: nobody. The cache is empty so far; the watcher outlives it or is taken away.
    void set_watcher(PodWatcher* watcher) { watcher_ = watcher; }

    [[nodiscard]] std::size_t node_count() const;                         // nodes that exist
    [[nodiscard]] std::size_t pod_count() const { return pods_.size(); }  // assumed ones included
    [[nodiscard]] std::size_t assumed_count() const { return assumed_; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view uid) const;
        std::size_t operator()(const PodRecord& record) const { return (*this)(record.pod->uid()); }
    };
    struct Equal {
        using is_transparent = void;
        static std::string_view uid(std::string_view text) { return text; }
        static std::string_view uid(const PodRecord& record) { return record.pod->uid(); }
        template <typename A, typename B>
        bool operator()(const A& a, const B& b) const {
            return uid(a) == uid(b);
        }
    };
    using Pods = std::unordered_set<PodRecord, Hash, Equal>;

    Outcome add(framework::PodInfoRef pod, NodeInfo& node, bool assumed);
    void replace(const PodRecord& record, framework::PodInfoRef pod, std::string_view node_name);
    void erase(Pods::const_iterator record);

    std::unique_ptr<NodeTable> nodes_;
    Snapshot snapshot_;
    Pods pods_;
    PodLists lists_;
    std::size_t assumed_ = 0;
    PodWatcher* watcher_ = nullptr;
};

}  // namespace berth::cache
