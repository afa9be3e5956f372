// Domains: the values of a topology key, and how many eligible nodes each has. Shared by all
// queries of one key on the same nodes. Scheduling thread.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <berth/host/columns.h>

#include "core/cache/snapshot.hpp"
#include "core/index/eligibility.hpp"

namespace berth::index {

class Domains {
public:
    // `key` 0: each node is a domain of its own, numbered by row.
    Domains(std::shared_ptr<Eligibility> eligibility, berth_symbol key)
        : eligibility_(std::move(eligibility)), key_(key) {}

    void refresh(cache::Snapshot& snapshot);

    [[nodiscard]] const Eligibility& eligibility() const { return *eligibility_; }
    // The domain of a row; 0 where the node lacks the label.
    [[nodiscard]] std::uint32_t of(std::uint32_t row) const {
        return by_row() ? row : (value_ == nullptr ? 0 : value_[row]);
    }
    [[nodiscard]] bool by_row() const { return key_ == 0; }
    // Where the answer's arrays begin to mean domains, and where they end.
    [[nodiscard]] std::uint32_t first() const { return by_row() ? 0 : 1; }
    [[nodiscard]] std::uint32_t end() const { return by_row() ? values_ : values_ + 1; }
    [[nodiscard]] std::uint32_t values() const { return values_; }
    [[nodiscard]] std::uint32_t count() const { return count_; }
    [[nodiscard]] const std::vector<std::uint32_t>& nodes() const { return nodes_; }

private:
    std::shared_ptr<Eligibility> eligibility_;
    berth_symbol key_;
    std::uint64_t topology_ = 0;  // of the snapshot, plus 1
    const std::uint32_t* value_ = nullptr;
    std::uint32_t values_ = 0, count_ = 0;
    std::vector<std::uint32_t> nodes_;  // never empty
};

}  // namespace berth::index
