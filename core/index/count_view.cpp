#include "core/index/count_view.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace berth::index {

CountView::CountView(PodSet& set, std::shared_ptr<Domains> domains)
    : set_(set), domains_(std::move(domains)) {
    answer_.struct_size = sizeof(answer_);
    set_.views.push_back(this);
}

CountView::~CountView() {
    std::erase(set_.views, this);
}

const berth_counts& CountView::answer(cache::Snapshot& snapshot) {
    domains_->refresh(snapshot);
    if (topology_ != snapshot.topology() + 1) {
        count();
        topology_ = snapshot.topology() + 1;
    }
    if (!least_known_) {
        find_least();
    }
    return answer_;
}

void CountView::count() {
    pods_.assign(domains_->nodes().size(), 0);
    answer_.total_pods = 0;
    for (const PodClass* pod_class : set_.classes) {
        for (const Place<PodClass>& place : pod_class->places) {
            const std::uint32_t row = place.info().row();
            if (row == BERTH_NO_ROW || !domains_->eligibility().contains(row)) {
                continue;
            }
            const std::uint32_t domain = domains_->of(row);
            pods_[domain] += place.pods();
            answer_.total_pods += domain < domains_->first() ? 0 : place.pods();
        }
    }
    least_known_ = false;
    answer_.values = domains_->values();
    answer_.pods = pods_.data();
    answer_.nodes = domains_->nodes().data();
    answer_.eligible = domains_->eligibility().bits();
    answer_.domains = domains_->count();
    ++answer_.version;
}

void CountView::find_least() {
    const std::vector<std::uint32_t>& nodes = domains_->nodes();
    std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t having = 0;
    for (std::uint32_t domain = domains_->first(); domain < domains_->end(); ++domain) {
        if (nodes[domain] == 0 || pods_[domain] > least) {
            continue;
        }
        having = pods_[domain] < least ? 1 : having + 1;
        least = pods_[domain];
    }
    answer_.least = having == 0 ? 0 : least;
    answer_.least_domains = having;
    least_known_ = true;
}

void CountView::change(const cache::NodeInfo& node, std::int32_t pods, std::uint64_t topology) {
    const std::uint32_t row = node.row();
    if (topology_ != topology + 1 || row == BERTH_NO_ROW ||
        !domains_->eligibility().contains(row)) {
        return;
    }
    const std::uint32_t domain = domains_->of(row);
    const std::uint32_t before = pods_[domain];
    const std::uint32_t after = before + static_cast<std::uint32_t>(pods);
    pods_[domain] = after;
    ++answer_.version;
    if (domain < domains_->first()) {
        return;
    }
    answer_.total_pods += static_cast<std::uint64_t>(std::int64_t{pods});
    if (!least_known_) {
        return;
    }
    if (before == answer_.least && after > before) {
        least_known_ = --answer_.least_domains != 0;
    } else if (after < answer_.least) {
        answer_.least = after;
        answer_.least_domains = 1;
    } else if (after == answer_.least) {
        ++answer_.least_domains;
    }
}

std::size_t CountView::bytes() const {
    return sizeof(CountView) + pods_.capacity() * sizeof(std::uint32_t);
}

}  // namespace berth::index
