// CarrierView: the pods that carry one term, by domain of its topology key; kept true with each pod
// that comes or goes, counted anew only when nodes have changed. Scheduling thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <berth/host/terms.h>

#include "core/cache/snapshot.hpp"
#include "core/index/domains.hpp"
#include "core/index/placement.hpp"

namespace berth::index {

struct Term;

class CarrierView {
public:
    CarrierView(const Term& term, std::shared_ptr<Domains> domains);

    [[nodiscard]] std::span<const berth_carriers> answer(cache::Snapshot& snapshot);
    // `pods` more on the node, or fewer.
    void change(const cache::NodeInfo& node, std::int32_t pods, std::uint64_t topology);

    [[nodiscard]] std::size_t bytes() const;
    std::uint64_t asked_in = 0;  // number of the snapshot of the last question

private:
    void count();
    void add(std::uint32_t domain, std::int32_t pods);
    [[nodiscard]] std::uint32_t find(std::uint32_t domain) const;
    void index_domains();

    const Term& term_;
    std::shared_ptr<Domains> domains_;
    std::uint64_t topology_ = 0;  // of the snapshot, plus 1; 0: to be counted
    std::vector<berth_carriers> carriers_;
    // By domain: where it is in carriers_, plus 1; 0: nowhere. Empty while there are few: most
    // terms have few carriers, and there may be many terms.
    std::vector<std::uint32_t> place_;
};

}  // namespace berth::index
