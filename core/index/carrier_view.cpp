#include "core/index/carrier_view.hpp"

#include <utility>

#include "core/index/terms.hpp"

namespace berth::index {

CarrierView::CarrierView(const Term& term, std::shared_ptr<Domains> domains)
    : term_(term), domains_(std::move(domains)) {}

std::span<const berth_carriers> CarrierView::answer(cache::Snapshot& snapshot) {
    domains_->refresh(snapshot);
    if (topology_ != snapshot.topology() + 1) {
        count();
        topology_ = snapshot.topology() + 1;
    }
    return carriers_;
}

void CarrierView::count() {
    place_.assign(domains_->values() + std::size_t{1}, 0);
    carriers_.clear();
    for (const Place<Term>& place : term_.places) {
        if (place.info().row() != BERTH_NO_ROW) {
            add(domains_->of(place.info().row()), static_cast<std::int32_t>(place.pods()));
        }
    }
}

void CarrierView::change(const cache::NodeInfo& node, std::int32_t pods, std::uint64_t topology) {
    if (topology_ == topology + 1 && node.row() != BERTH_NO_ROW) {
        add(domains_->of(node.row()), pods);
    }
}

void CarrierView::add(std::uint32_t domain, std::int32_t pods) {
    if (domain == 0) {
        return;
    }
    if (place_[domain] == 0) {
        carriers_.push_back({domain, 0});
        place_[domain] = static_cast<std::uint32_t>(carriers_.size());
    }
    berth_carriers& carriers = carriers_[place_[domain] - 1];
    carriers.pods += static_cast<std::uint32_t>(pods);
    if (carriers.pods == 0) {
        carriers = carriers_.back();
        place_[carriers.value] = place_[domain];
        carriers_.pop_back();
        place_[domain] = 0;
    }
}

std::size_t CarrierView::bytes() const {
    return sizeof(CarrierView) + place_.capacity() * sizeof(std::uint32_t) +
           carriers_.capacity() * sizeof(berth_carriers);
}

}  // namespace berth::index
