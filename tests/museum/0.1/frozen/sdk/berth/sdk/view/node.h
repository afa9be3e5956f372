// One node: a row of a set, whose numbers come from columns, or the flat view that an event
// carries.
//
// The flat view of a row is asked for once, when something is read that columns do not hold. Valid
// for the call. NodeRef is what Bind and its neighbours get, where rows have no meaning.
#pragma once

#include <berth/nodes.h>
#include <berth/sdk/view/pod.h>

namespace berth {

class Node {
public:
    Node(const berth_nodes* set, std::uint32_t row) noexcept : set_(set), row_(row) {}
    explicit Node(const berth_node* flat) noexcept : flat_(flat), row_(flat->row) {}

    std::uint32_t row() const noexcept { return row_; }
    std::string_view name() const noexcept {
        return set_ != nullptr ? text(set_->columns->name[row_]) : text(flat_->name);
    }
    std::uint64_t id() const noexcept {
        return set_ != nullptr ? set_->columns->node_id[row_] : flat_->id;
    }
    std::uint64_t generation() const noexcept {
        return set_ != nullptr ? set_->columns->generation[row_] : flat_->generation;
    }
    bool is_unschedulable() const noexcept {
        return (set_ != nullptr ? set_->columns->unschedulable[row_] : flat_->unschedulable) != 0;
    }
    std::int64_t pod_count() const noexcept {
        return set_ != nullptr ? set_->columns->pod_count[row_] : flat_->pod_count;
    }
    std::int64_t allocatable_milli_cpu() const noexcept {
        return set_ != nullptr ? set_->columns->allocatable_milli_cpu[row_]
                               : flat_->allocatable->milli_cpu;
    }
    std::int64_t allocatable_memory() const noexcept {
        return set_ != nullptr ? set_->columns->allocatable_memory[row_]
                               : flat_->allocatable->memory;
    }
    std::int64_t allocatable_ephemeral_storage() const noexcept {
        return set_ != nullptr ? set_->columns->allocatable_ephemeral_storage[row_]
                               : flat_->allocatable->ephemeral_storage;
    }
    std::int64_t allocatable_pods() const noexcept {
        return set_ != nullptr ? set_->columns->allocatable_pods[row_] : flat_->allocatable_pods;
    }
    std::int64_t requested_milli_cpu() const noexcept {
        return set_ != nullptr ? set_->columns->requested_milli_cpu[row_]
                               : flat_->requested->milli_cpu;
    }
    std::int64_t requested_memory() const noexcept {
        return set_ != nullptr ? set_->columns->requested_memory[row_] : flat_->requested->memory;
    }
    std::int64_t requested_ephemeral_storage() const noexcept {
        return set_ != nullptr ? set_->columns->requested_ephemeral_storage[row_]
                               : flat_->requested->ephemeral_storage;
    }

    std::string_view uid() const noexcept { return text(flat().uid); }
    Labels labels() const noexcept { return Labels(flat().labels); }
    Labels annotations() const noexcept { return Labels(flat().annotations); }
    List<berth_taint> taints() const noexcept { return List<berth_taint>(flat().taints); }
    List<berth_node_image> images() const noexcept { return List<berth_node_image>(flat().images); }
    List<std::string_view> declared_features() const noexcept {
        return List<std::string_view>(flat().declared_features);
    }
    // The pods on it, assumed ones included: 0 … flat().pod_count-1.
    Pod pod(std::uint32_t number) const noexcept { return Pod(flat().pods[number]); }

    const berth_node& flat() const noexcept {
        if (flat_ == nullptr) {
            flat_ = set_->node(set_, row_);
        }
        return *flat_;
    }

private:
    const berth_nodes* set_ = nullptr;
    mutable const berth_node* flat_ = nullptr;
    std::uint32_t row_;
};

class NodeRef {
public:
    explicit NodeRef(const berth_node_ref* raw) noexcept : raw_(raw) {}
    const berth_node_ref* raw() const noexcept { return raw_; }
    std::uint64_t id() const noexcept { return raw_->id; }
    std::string_view name() const noexcept { return text(raw_->name); }
    std::string_view uid() const noexcept { return text(raw_->uid); }

private:
    const berth_node_ref* raw_;
};

}  // namespace berth
