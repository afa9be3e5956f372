#include "core/cache/row_columns.hpp"

#include "core/model/node.hpp"

namespace berth::cache {

RowColumns::RowColumns() {
    reset(0);
}

void RowColumns::reset(std::uint32_t rows) {
    view_.struct_size = sizeof(view_);
    view_.rows = rows;
    const auto make = [rows](auto& column, auto& published) {
        column.reset(rows);
        published = column.data();
    };
    make(id_, view_.node_id);
    make(generation_, view_.generation);
    make(name_, view_.name);
    make(allocatable_milli_cpu_, view_.allocatable_milli_cpu);
    make(allocatable_memory_, view_.allocatable_memory);
    make(allocatable_ephemeral_storage_, view_.allocatable_ephemeral_storage);
    make(allocatable_pods_, view_.allocatable_pods);
    make(requested_milli_cpu_, view_.requested_milli_cpu);
    make(requested_memory_, view_.requested_memory);
    make(requested_ephemeral_storage_, view_.requested_ephemeral_storage);
    make(nonzero_milli_cpu_, view_.nonzero_milli_cpu);
    make(nonzero_memory_, view_.nonzero_memory);
    make(pod_count_, view_.pod_count);
    make(unschedulable_, view_.unschedulable);
    make(taint_set_, view_.taint_set);
}

void RowColumns::write(const NodeInfo& node) {
    const std::uint32_t row = node.row_;
    const model::ResourceAmounts& allocatable = node.node_->allocatable_amounts;
    id_[row] = node.id_;
    name_[row] = {node.name_.data(), node.name_.size()};
    allocatable_milli_cpu_[row] = allocatable.milli_cpu;
    allocatable_memory_[row] = allocatable.memory;
    allocatable_ephemeral_storage_[row] = allocatable.ephemeral_storage;
    allocatable_pods_[row] = allocatable.pods;
    unschedulable_[row] = node.node_->unschedulable ? 1 : 0;
    taint_set_[row] = node.taint_set_;
    write_pods(node);
}

void RowColumns::write_pods(const NodeInfo& node) {
    const std::uint32_t row = node.row_;
    generation_[row] = node.generation_;
    requested_milli_cpu_[row] = node.requested_.milli_cpu;
    requested_memory_[row] = node.requested_.memory;
    requested_ephemeral_storage_[row] = node.requested_.ephemeral_storage;
    nonzero_milli_cpu_[row] = node.nonzero_milli_cpu_;
    nonzero_memory_[row] = node.nonzero_memory_;
    pod_count_[row] = static_cast<std::int64_t>(node.pods_.size());
}

}  // namespace berth::cache
