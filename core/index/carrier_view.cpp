#include "core/index/carrier_view.hpp"

#include <utility>

#include "core/index/terms.hpp"

namespace berth::index {
namespace {

constexpr std::size_t kFewCarriers = 16;

}  // namespace

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
    place_.clear();
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

// Where the domain is in carriers_; their number: nowhere.
std::uint32_t CarrierView::find(std::uint32_t domain) const {
    if (!place_.empty()) {
        return place_[domain] == 0 ? static_cast<std::uint32_t>(carriers_.size())
                                   : place_[domain] - 1;
    }
    std::uint32_t at = 0;
    while (at < carriers_.size() && carriers_[at].value != domain) {
        ++at;
    }
    return at;
}

void CarrierView::index_domains() {
    place_.assign(domains_->values() + std::size_t{1}, 0);
    for (std::uint32_t i = 0; i < carriers_.size(); ++i) {
        place_[carriers_[i].value] = i + 1;
    }
}

void CarrierView::add(std::uint32_t domain, std::int32_t pods) {
    if (domain == 0) {
        return;
    }
    const std::uint32_t at = find(domain);
    if (at == carriers_.size()) {
        carriers_.push_back({domain, 0});
        if (!place_.empty()) {
            place_[domain] = at + 1;
        } else if (carriers_.size() > kFewCarriers) {
            index_domains();
        }
    }
    carriers_[at].pods += static_cast<std::uint32_t>(pods);
    if (carriers_[at].pods != 0) {
        return;
    }
    carriers_[at] = carriers_.back();
    carriers_.pop_back();
    if (!place_.empty()) {
        place_[domain] = 0;
        if (at < carriers_.size()) {
            place_[carriers_[at].value] = at + 1;
        }
    }
}

std::size_t CarrierView::bytes() const {
    return sizeof(CarrierView) + place_.capacity() * sizeof(std::uint32_t) +
           carriers_.capacity() * sizeof(berth_carriers);
}

}  // namespace berth::index
