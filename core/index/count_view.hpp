// CountView: the answer to one query: pods of a set by domain, kept true with each pod that comes
// or goes; counted anew only when nodes have changed. Scheduling thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <berth/host/counts.h>

#include "core/cache/snapshot.hpp"
#include "core/index/domains.hpp"
#include "core/index/pod_sets.hpp"

namespace berth::index {

class CountView {
public:
    // Enters itself into the set's views, and leaves them at its end.
    CountView(PodSet& set, std::shared_ptr<Domains> domains);
    ~CountView();
    CountView(const CountView&) = delete;
    CountView& operator=(const CountView&) = delete;

    [[nodiscard]] const berth_counts& answer(cache::Snapshot& snapshot);
    // `pods` more on the node, or fewer.
    void change(const cache::NodeInfo& node, std::int32_t pods, std::uint64_t topology);
    // Classes have come into or gone out of the set.
    void count_again() { topology_ = 0; }

    [[nodiscard]] PodSet& set() const { return set_; }
    [[nodiscard]] std::size_t bytes() const;
    std::uint64_t asked_in = 0;  // number of the snapshot of the last question
    std::string_view key;        // whose it is in the map of views

private:
    void count();
    void find_least();

    PodSet& set_;
    std::shared_ptr<Domains> domains_;
    std::uint64_t topology_ = 0;       // of the snapshot, plus 1; 0: to be counted
    std::vector<std::uint32_t> pods_;  // never empty once counted
    bool least_known_ = false;
    berth_counts answer_{};
};

}  // namespace berth::index
