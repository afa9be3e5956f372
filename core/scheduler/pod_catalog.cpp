#include "core/scheduler/pod_catalog.hpp"

#include <algorithm>

#include "core/host/objects/selector_match.hpp"
#include "core/host/text.hpp"

namespace berth::scheduler {
namespace {

using cache::PodLists;
using host::view_of;

// What a query asks for, and what has been found.
struct Search {
    const berth_pod_query& query;
    const base::SymbolTable& symbols;
    std::vector<const berth_pod*> found;

    void take(const PodLists::Pods& pods) {
        for (const framework::PodInfo* pod : pods) {
            const bool terminating = (pod->view.flags & BERTH_POD_TERMINATING) != 0;
            if (!terminating || (query.flags & BERTH_PODS_NOT_TERMINATING) == 0) {
                found.push_back(&pod->view);
            }
        }
    }

    // All pods of a group carry the same labels.
    void take(const PodLists::Groups& groups) {
        for (const auto& [labels, pods] : groups) {
            if (query.selector == nullptr ||
                host::selects(*query.selector, (*pods.begin())->view.labels)) {
                take(pods);
            }
        }
    }

    void search(const PodLists& lists) {
        const base::Symbol place = symbols.find(view_of(query.namespace_name));
        if (query.claim.len != 0) {
            take_users(lists, place);
        } else if (query.namespace_name.len == 0) {
            for (const auto& [symbol, groups] : lists.namespaces()) {
                take(groups);
            }
        } else if (const auto* groups = lists.in_namespace(base::number(place));
                   groups != nullptr) {
            take(*groups);
        }
    }

    void take_users(const PodLists& lists, base::Symbol place) {
        const auto* users = lists.with_claim(base::number(place), view_of(query.claim));
        if (users == nullptr) {
            return;
        }
        const std::size_t before = found.size();
        take(*users);
        if (query.selector != nullptr) {
            found.erase(
                std::remove_if(found.begin() + static_cast<std::ptrdiff_t>(before), found.end(),
                               [&](const berth_pod* pod) {
                                   return !host::selects(*query.selector, pod->labels);
                               }),
                found.end());
        }
    }
};

bool before(const berth_pod* a, const berth_pod* b) {
    const int order = view_of(a->namespace_name).compare(view_of(b->namespace_name));
    return order != 0 ? order < 0 : view_of(a->name) < view_of(b->name);
}

}  // namespace

const berth_pod* PodCatalog::pod(std::string_view namespace_name, std::string_view name) {
    const std::uint32_t place = base::number(symbols_.find(namespace_name));
    if (const framework::PodInfoRef waiting = waiting_.find(place, name)) {
        return &waiting->view;  // the index keeps it
    }
    const framework::PodInfo* const placed = cache_.lists().find(place, name);
    return placed == nullptr || cache_.is_assumed(placed->uid()) ? nullptr : &placed->view;
}

model::Ptr<model::Pod> PodCatalog::object(std::string_view namespace_name,
                                          std::string_view name) const {
    const std::uint32_t place = base::number(symbols_.find(namespace_name));
    if (const framework::PodInfoRef waiting = waiting_.find(place, name)) {
        return waiting->pod;
    }
    const framework::PodInfo* const placed = cache_.lists().find(place, name);
    return placed == nullptr || cache_.is_assumed(placed->uid()) ? nullptr : placed->pod;
}

std::vector<const berth_pod*> PodCatalog::pods(const berth_pod_query& query) {
    constexpr std::uint32_t kBoth = BERTH_PODS_PLACED | BERTH_PODS_WAITING;
    const std::uint32_t which = (query.flags & kBoth) == 0 ? kBoth : query.flags & kBoth;
    Search search{query, symbols_, {}};
    if ((which & BERTH_PODS_PLACED) != 0) {
        search.search(cache_.lists());
    }
    if ((which & BERTH_PODS_WAITING) != 0) {
        const std::size_t placed = search.found.size();
        search.search(waiting_.lists());
        // An assumed pod is in both.
        search.found.erase(
            std::remove_if(
                search.found.begin() + static_cast<std::ptrdiff_t>(placed), search.found.end(),
                [&](const berth_pod* pod) { return cache_.is_assumed(view_of(pod->uid)); }),
            search.found.end());
    }
    std::sort(search.found.begin(), search.found.end(), before);
    return std::move(search.found);
}

const berth_node* PodCatalog::node(std::string_view name) {
    const cache::NodeInfo* const info = cache_.node(name);
    if (info == nullptr || info->node() == nullptr) {
        nodes_.erase(std::string(name));
        return nullptr;
    }
    KnownNode& known = nodes_[std::string(name)];
    if (known.node != info->node()) {
        known.node = info->node();
        known.view = std::make_unique<framework::NodeView>(known.node, symbols_);
        known.view->view.id = info->id();
        known.view->view.row = BERTH_NO_ROW;
    }
    return &known.view->view;
}

}  // namespace berth::scheduler
