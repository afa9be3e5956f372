#include "plugins/intree/pod_topology_spread/wake.hpp"

#include <algorithm>

namespace berth::intree {
namespace {

using Constraints = std::vector<SpreadConstraint>;

bool has_all_keys(const Constraints& constraints, const std::optional<berth::Node>& node) {
    return node && std::all_of(constraints.begin(), constraints.end(), [&](const auto& one) {
               return node->labels().contains(one.topology_key_name);
           });
}

bool same_domains(const Constraints& constraints, const berth::Node& a, const berth::Node& b) {
    return std::all_of(constraints.begin(), constraints.end(), [&](const auto& one) {
        return a.labels().get(one.topology_key_name) == b.labels().get(one.topology_key_name);
    });
}

// In the same order; equal decides about two of them.
template <class Item, class Equal>
bool same_lists(const berth::List<Item>& a, const berth::List<Item>& b, Equal equal) {
    if (a.size() != b.size()) {
        return false;
    }
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        if (!equal(a[i], b[i])) {
            return false;
        }
    }
    return true;
}

bool same_taints(const berth::Node& a, const berth::Node& b) {
    return same_lists(a.taints(), b.taints(), [](const berth_taint& x, const berth_taint& y) {
        return x.effect == y.effect && berth::text(x.key) == berth::text(y.key) &&
               berth::text(x.value) == berth::text(y.value);
    });
}

}  // namespace

bool node_change_matters(const Constraints& constraints, const std::optional<berth::Node>& before,
                         const std::optional<berth::Node>& after) {
    const bool had = has_all_keys(constraints, before);
    const bool has = has_all_keys(constraints, after);
    if (!before || !after) {
        return had || has;
    }
    return had != has ||
           (has && (!same_domains(constraints, *before, *after) || !same_taints(*before, *after)));
}

bool changes_a_match(const Constraints& constraints, const berth::Pod& before,
                     const berth::Pod& after) {
    return std::any_of(constraints.begin(), constraints.end(), [&](const SpreadConstraint& one) {
        return berth::matches(one.selector, before.labels()) !=
               berth::matches(one.selector, after.labels());
    });
}

bool same_tolerations(const berth::Pod& a, const berth::Pod& b) {
    return same_lists(a.tolerations(), b.tolerations(),
                      [](const berth_toleration& x, const berth_toleration& y) {
                          return x.op == y.op && x.effect == y.effect &&
                                 berth::text(x.key) == berth::text(y.key) &&
                                 berth::text(x.value) == berth::text(y.value);
                      });
}

}  // namespace berth::intree
