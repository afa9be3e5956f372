#include "core/cache/node_info.hpp"

#include <algorithm>
#include <utility>

#include <berth/host/columns.h>

namespace berth::cache {
namespace {

std::string_view text(const berth_str& from) {
    return {from.ptr, from.len};
}

}  // namespace

NodeInfo::NodeInfo(std::string node_name) : name_(std::move(node_name)), row_(BERTH_NO_ROW) {
    requested_.struct_size = sizeof(requested_);
    requested_.scalars = {nullptr, 0, sizeof(berth_amount)};
}

NodeInfo::~NodeInfo() {
    drop_view();
}

void NodeInfo::push(const PodRecord& record) {
    record.node = this;
    record.index = static_cast<std::uint32_t>(records_.size());
    records_.push_back(&record);
    pods_.push_back(&record.pod->view);
    count(record.pod->view, 1);
}

void NodeInfo::remove(const PodRecord& record) {
    const std::uint32_t index = record.index;
    records_[index] = records_.back();
    records_[index]->index = index;
    pods_[index] = pods_.back();
    records_.pop_back();
    pods_.pop_back();
    record.node = nullptr;
    count(record.pod->view, -1);
}

void NodeInfo::count(const berth_pod& pod, std::int64_t sign) {
    const berth_requests& amounts = *pod.placed_requests;
    requested_.milli_cpu += sign * amounts.milli_cpu;
    requested_.memory += sign * amounts.memory;
    requested_.ephemeral_storage += sign * amounts.ephemeral_storage;
    nonzero_milli_cpu_ += sign * pod.nonzero_milli_cpu;
    nonzero_memory_ += sign * pod.nonzero_memory;
    for (const berth_amount& amount : framework::items_of<berth_amount>(amounts.scalars)) {
        count_scalar(amount, sign);
    }
}

void NodeInfo::count_scalar(const berth_amount& amount, std::int64_t sign) {
    auto at =
        std::find_if(requested_scalars_.begin(), requested_scalars_.end(),
                     [&](const berth_amount& known) { return known.resource == amount.resource; });
    if (at == requested_scalars_.end()) {
        at = std::find_if(
            requested_scalars_.begin(), requested_scalars_.end(),
            [&](const berth_amount& known) { return text(known.name) > text(amount.name); });
        at = requested_scalars_.insert(at, amount);
        at->value = 0;
    }
    at->value += sign * amount.value;
    if (at->value == 0) {
        requested_scalars_.erase(at);
    }
    requested_.scalars.items = requested_scalars_.data();
    requested_.scalars.count = static_cast<std::uint32_t>(requested_scalars_.size());
}

std::int64_t NodeInfo::requested_of(berth_symbol resource) const {
    for (const berth_amount& amount : requested_scalars_) {
        if (amount.resource == resource) {
            return amount.value;
        }
    }
    return 0;
}

void NodeInfo::fill(berth_node& view) const {
    view.row = row_;
    view.id = id_;
    view.generation = generation_;
    view.pod_count = static_cast<std::uint32_t>(pods_.size());
    view.pods = pods_.data();
    view.requested = &requested_;
}

void NodeInfo::update_view() {
    if (framework::NodeView* made = view_.load(std::memory_order_relaxed)) {
        fill(made->view);
    }
}

void NodeInfo::drop_view() {
    delete view_.exchange(nullptr, std::memory_order_relaxed);
}

const berth_node* NodeInfo::view(const base::SymbolTable& symbols) const {
    framework::NodeView* known = view_.load(std::memory_order_acquire);
    if (known == nullptr) {
        auto made = std::make_unique<framework::NodeView>(node_, symbols);
        fill(made->view);
        // Another worker may have been faster; then its view is the one.
        if (view_.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) {
            known = made.release();
        }
    }
    return &known->view;
}

}  // namespace berth::cache
