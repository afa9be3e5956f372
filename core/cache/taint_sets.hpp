// TaintSets: the distinct lists of taints that nodes have, as numbers.
//
// Set 0 is the empty list. Order counts, as it decides which taint is named first. A set whose last
// node is gone is empty until its number is used again. Owned by NodeTable; scheduling thread.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include <berth/host/columns.h>

#include "core/model/toleration.hpp"

namespace berth::cache {

class TaintSets {
public:
    TaintSets();

    // The number of a list, counted once more.
    [[nodiscard]] std::uint32_t take(std::span<const model::Taint> taints);
    void release(std::uint32_t number);

    // Of berth_taint_set.
    [[nodiscard]] berth_array view() const;

private:
    using Taints = std::vector<model::Taint>;
    struct Less {
        bool operator()(const Taints& a, const Taints& b) const;
    };
    struct Entry {
        std::uint32_t number = 0;
        std::uint32_t uses = 0;
        std::vector<berth_taint> views;
    };
    using Entries = std::map<Taints, Entry, Less>;

    Entries entries_;
    std::vector<Entries::iterator> by_number_;  // end(): set 0, or not in use
    std::vector<berth_taint_set> sets_;
    std::vector<std::uint32_t> free_;
};

}  // namespace berth::cache
