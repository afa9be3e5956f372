#include "core/index/pod_counts.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace berth::index {
namespace {

// Answers of the last snapshots may be in use.
constexpr std::uint64_t kRecent = 16;

template <typename Map>
void drop_unused(Map& shared) {
    std::erase_if(shared, [](const auto& entry) { return entry.second.use_count() == 1; });
}

template <typename T>
std::shared_ptr<T>& slot(cache::TextMap<std::shared_ptr<T>>& map, std::string_view key) {
    const auto known = map.find(key);
    return known != map.end() ? known->second : map[std::string(key)];
}

}  // namespace

PodCounts::PodCounts(base::SymbolTable& symbols, const Namespaces& namespaces,
                     std::size_t most_bytes)
    : symbols_(symbols),
      most_bytes_(most_bytes),
      classes_(symbols),
      sets_(symbols, classes_, namespaces) {}

PodCounts::~PodCounts() = default;

const berth_counts& PodCounts::counts(const berth_count_query& query, cache::Snapshot& snapshot) {
    key_.write(query);
    const auto known = views_.find(key_.all());
    CountView* view = known != views_.end() ? known->second.get() : nullptr;
    if (view == nullptr) {
        if (bytes_ > most_bytes_) {
            forget_old(snapshot.number());
        }
        view = &make(query);
    }
    const std::size_t before = view->bytes();
    const berth_counts& answer = view->answer(snapshot);
    bytes_ += view->bytes() - before;
    view->asked_in = snapshot.number();
    return answer;
}

CountView& PodCounts::make(const berth_count_query& query) {
    PodSet& set = sets_.find_or_make(key_.pods(), query);
    auto made = std::make_unique<CountView>(set, domains(query));
    const auto at = views_.emplace(std::string(key_.all()), std::move(made)).first;
    at->second->key = at->first;
    bytes_ += at->second->bytes();
    return *at->second;
}

std::shared_ptr<Domains> PodCounts::domains(const berth_count_query& query) {
    std::shared_ptr<Domains>& known = slot(domains_, key_.domains());
    if (!known) {
        std::shared_ptr<Eligibility>& nodes = slot(eligibilities_, key_.nodes());
        if (!nodes) {
            nodes = std::make_shared<Eligibility>(query, symbols_);
        }
        known = std::make_shared<Domains>(nodes, query.topology_key);
    }
    return known;
}

// The older half of those that no cycle can be reading.
void PodCounts::forget_old(std::uint64_t now) {
    std::vector<CountView*> old;
    for (const auto& [key, view] : views_) {
        if (view->asked_in + kRecent < now) {
            old.push_back(view.get());
        }
    }
    const auto middle = old.begin() + static_cast<std::ptrdiff_t>((old.size() + 1) / 2);
    std::nth_element(
        old.begin(), middle == old.end() ? old.begin() : middle, old.end(),
        [](const CountView* a, const CountView* b) { return a->asked_in < b->asked_in; });
    for (auto one = old.begin(); one != middle; ++one) {
        CountView* const view = *one;
        PodSet& set = view->set();
        bytes_ -= view->bytes();
        views_.erase(views_.find(view->key));
        if (set.views.empty()) {
            sets_.erase(set);
        }
    }
    drop_unused(domains_);
    drop_unused(eligibilities_);
}

void PodCounts::on_added(const framework::PodInfo& pod, const cache::NodeInfo& node,
                         std::uint64_t topology) {
    PodClass& pod_class = classes_.find_or_make(pod);
    if (pod_class.pods == 0) {
        sets_.enter(pod_class);
    }
    classes_.add(pod_class, node);
    for (const PodClass::Membership& one : pod_class.sets) {
        for (CountView* view : one.set->views) {
            view->change(node, 1, topology);
        }
    }
}

void PodCounts::on_removed(const framework::PodInfo& pod, const cache::NodeInfo& node,
                           std::uint64_t topology) {
    PodClass* const pod_class = classes_.find(pod);
    if (pod_class == nullptr) {
        return;
    }
    for (const PodClass::Membership& one : pod_class->sets) {
        for (CountView* view : one.set->views) {
            view->change(node, -1, topology);
        }
    }
    classes_.remove(*pod_class, node);
    if (pod_class->pods == 0) {
        sets_.leave(*pod_class);
        classes_.erase(*pod_class);
    }
}

void PodCounts::namespace_changed(berth_symbol namespace_symbol) {
    sets_.namespace_changed(namespace_symbol);
}

}  // namespace berth::index
