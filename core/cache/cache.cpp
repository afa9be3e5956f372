#include "core/cache/cache.hpp"

#include <functional>
#include <utility>

#include "core/cache/node_table.hpp"
#include "core/model/node.hpp"

namespace berth::cache {

std::string_view to_text(Outcome outcome) {
    switch (outcome) {
        case Outcome::kDone: return "done";
        case Outcome::kConfirmed: return "the pod had been assumed on this node";
        case Outcome::kMoved: return "the pod had been assumed on another node";
        case Outcome::kPresent: return "the pod is in the cache already";
        case Outcome::kUnknown: return "not in the cache";
        case Outcome::kAssumed: return "the pod is assumed";
        case Outcome::kNotAssumed: return "the pod is not assumed";
        case Outcome::kOtherNode: return "the cache has the pod on another node";
        case Outcome::kNoNode: return "the pod names no node";
    }
    return "";
}

std::size_t Cache::Hash::operator()(std::string_view uid) const {
    return std::hash<std::string_view>{}(uid);
}

Cache::Cache(const base::SymbolTable& symbols)
    : nodes_(std::make_unique<NodeTable>(symbols)), snapshot_(*nodes_) {}

Cache::~Cache() = default;

void Cache::add_node(std::shared_ptr<const model::Node> node) {
    nodes_->set_node(std::move(node));
}

void Cache::update_node(std::shared_ptr<const model::Node> node) {
    nodes_->set_node(std::move(node));
}

Outcome Cache::remove_node(std::string_view name) {
    return nodes_->remove_node(name) ? Outcome::kDone : Outcome::kUnknown;
}

Outcome Cache::add_pod(framework::PodInfoRef pod) {
    const std::string_view node_name(pod->view.node_name.ptr, pod->view.node_name.len);
    if (node_name.empty()) {
        return Outcome::kNoNode;
    }
    const auto known = pods_.find(pod->uid());
    if (known == pods_.end()) {
        return add(std::move(pod), nodes_->find_or_make(node_name), false);
    }
    if (!known->assumed) {
        return Outcome::kPresent;
    }
    const bool moved = known->node->name() != node_name;
    known->assumed = false;
    --assumed_;
    replace(*known, std::move(pod), node_name);
    return moved ? Outcome::kMoved : Outcome::kConfirmed;
}

Outcome Cache::update_pod(framework::PodInfoRef pod) {
    const auto known = pods_.find(pod->uid());
    if (known == pods_.end()) {
        return Outcome::kUnknown;
    }
    if (known->assumed) {
        return Outcome::kAssumed;
    }
    const std::string_view node_name(pod->view.node_name.ptr, pod->view.node_name.len);
    if (known->node->name() != node_name) {
        return Outcome::kOtherNode;
    }
    replace(*known, std::move(pod), node_name);
    return Outcome::kDone;
}

Outcome Cache::remove_pod(std::string_view uid, std::string_view node_name) {
    const auto known = pods_.find(uid);
    if (known == pods_.end()) {
        return Outcome::kUnknown;
    }
    if (!node_name.empty() && known->node->name() != node_name) {
        return Outcome::kOtherNode;
    }
    erase(known);
    return Outcome::kDone;
}

Outcome Cache::assume(framework::PodInfoRef pod, std::string_view node_name) {
    if (pods_.contains(pod->uid())) {
        return Outcome::kPresent;
    }
    return node_name.empty() ? Outcome::kNoNode
                             : add(std::move(pod), nodes_->find_or_make(node_name), true);
}

Outcome Cache::assume(framework::PodInfoRef pod, std::uint32_t row) {
    return add(std::move(pod), nodes_->row(row), true);
}

Outcome Cache::forget(std::string_view uid) {
    const auto known = pods_.find(uid);
    if (known == pods_.end()) {
        return Outcome::kUnknown;
    }
    if (!known->assumed) {
        return Outcome::kNotAssumed;
    }
    erase(known);
    return Outcome::kDone;
}

Outcome Cache::add(framework::PodInfoRef pod, NodeInfo& node, bool assumed) {
    const auto [record, is_new] = pods_.insert(PodRecord{std::move(pod), nullptr, 0, assumed});
    if (!is_new) {
        return Outcome::kPresent;
    }
    assumed_ += assumed ? 1 : 0;
    if (watcher_ != nullptr) {
        watcher_->on_added(*record->pod, node);
    }
    nodes_->push(node, *record);
    lists_.add(*record->pod);
    return Outcome::kDone;
}

void Cache::replace(const PodRecord& record, framework::PodInfoRef pod,
                    std::string_view node_name) {
    NodeInfo& node = nodes_->find_or_make(node_name);
    if (watcher_ != nullptr) {
        watcher_->on_replaced(*record.pod, *record.node, *pod, node);
    }
    lists_.remove(*record.pod);
    nodes_->move(record, std::move(pod), node);  // the same UID, so the record stays where it is
    lists_.add(*record.pod);
}

void Cache::erase(Pods::const_iterator record) {
    assumed_ -= record->assumed ? 1 : 0;
    if (watcher_ != nullptr) {
        watcher_->on_removed(*record->pod, *record->node);
    }
    nodes_->remove(*record);
    lists_.remove(*record->pod);
    pods_.erase(record);
}

const PodLists& Cache::lists() {
    if (!lists_.active()) {
        lists_.activate();
        for (const PodRecord& record : pods_) {
            lists_.add(*record.pod);
        }
    }
    return lists_;
}

bool Cache::is_assumed(std::string_view uid) const {
    const PodRecord* record = find(uid);
    return record != nullptr && record->assumed;
}

const PodRecord* Cache::find(std::string_view uid) const {
    const auto known = pods_.find(uid);
    return known == pods_.end() ? nullptr : &*known;
}

const NodeInfo* Cache::node(std::string_view name) const {
    const NodeInfo* node = nodes_->find(name);
    // A node that is gone without pods stays only until the next snapshot.
    return node == nullptr || (!node->node() && node->records().empty()) ? nullptr : node;
}

void Cache::use_columns(framework::GenerationRef generation) {
    nodes_->plugin_columns().use(std::move(generation), nodes_->listed());
}

Snapshot& Cache::snapshot(std::optional<base::Time> now) {
    nodes_->refresh(now);
    return snapshot_;
}

std::size_t Cache::node_count() const {
    return nodes_->node_count();
}

}  // namespace berth::cache
