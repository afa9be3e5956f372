#include "plugins/intree/volume_binding/node_volumes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "plugins/intree/migrated_plugins.hpp"

namespace berth::intree {
namespace {

constexpr std::string_view kNoProvisioner = "kubernetes.io/no-provisioner";
constexpr std::string_view kMigratedPlugins = "storage.alpha.kubernetes.io/migrated-plugins";
constexpr std::int64_t kFull = 100;
constexpr std::int64_t kShapeScale = 10;  // scores of a shape go to 10, those of a node to 100

bool lists(std::string_view names, std::string_view name) {
    while (!names.empty()) {
        const std::size_t comma = names.find(',');
        if (names.substr(0, comma) == name) {
            return true;
        }
        names.remove_prefix(comma == std::string_view::npos ? names.size() : comma + 1);
    }
    return false;
}

// A term without labels holds: names of nodes do not count here.
bool holds(const berth_node_term& term, const berth::Labels& labels) {
    const berth::List<berth_requirement> expressions(term.expressions);
    return term.matches_nothing == 0 &&
           std::all_of(expressions.begin(), expressions.end(),
                       [&](const auto& one) { return berth::matches(one, labels); });
}

bool is_allowed(const berth_storage_class& storage_class, const berth::Labels& labels) {
    const berth::List<berth_topology_term> terms(storage_class.allowed_topologies);
    return terms.empty() || std::any_of(terms.begin(), terms.end(), [&](const auto& term) {
               const berth::List<berth_requirement> expressions(term.expressions);
               return !expressions.empty() &&
                      std::all_of(expressions.begin(), expressions.end(),
                                  [&](const auto& one) { return berth::matches(one, labels); });
           });
}

// Looks at one node.
class Search {
public:
    Search(const PodClaims& claims, const berth::Labels& labels, const berth_csi_node* csi_node,
           NodeVolumes& out)
        : claims_(claims), labels_(labels), csi_node_(csi_node), out_(out) {}

    // Bound volumes must reach the node.
    NodeAnswer check_bound() const {
        NodeAnswer answer;
        for (const berth_persistent_volume* volume : claims_.bound) {
            if (volume == nullptr) {
                answer.conflicts = kVolumeGone;
                return answer;
            }
            const berth_node_selector* affinity = affinity_on(*volume, csi_node_, answer.error);
            if (!answer.error.empty()) {
                return answer;
            }
            if (!reaches(affinity, labels_)) {
                answer.conflicts = kAffinityConflict;
                return answer;
            }
        }
        return answer;
    }

    // Claims that wait: a volume that is there, or a place to make one.
    NodeAnswer check_delayed(std::string_view node_name) {
        for (const std::size_t i : claims_.to_provision) {
            if (*claims_.delayed[i].selected_node != node_name) {
                return {kNothingToBind, {}};
            }
        }
        std::vector<const DelayedClaim*> rest;
        for (const std::size_t i : claims_.to_provision) {
            rest.push_back(&claims_.delayed[i]);
        }
        for (const std::size_t i : claims_.to_match) {
            const DelayedClaim& claim = claims_.delayed[i];
            if (!claim.selector_error.empty()) {
                return {0, claim.selector_error};
            }
            if (const berth_persistent_volume* volume = match(claim); volume != nullptr) {
                taken_.insert(volume);
                out_.bindings.push_back({&claim, volume});
            } else {
                rest.push_back(&claim);
            }
        }
        return provision(rest);
    }

private:
    // Null: no volume fits on this node.
    const berth_persistent_volume* match(const DelayedClaim& claim) const {
        for (const berth_persistent_volume* volume : claim.kept) {
            if (taken_.count(volume) == 0) {
                return reaches(volume->node_affinity, labels_) ? volume : nullptr;
            }
        }
        for (const berth_persistent_volume* volume : claim.free) {
            if (taken_.count(volume) == 0 && reaches(volume->node_affinity, labels_)) {
                return volume;
            }
        }
        return nullptr;
    }

    NodeAnswer provision(const std::vector<const DelayedClaim*>& rest) {
        std::vector<Provision> made;
        for (const DelayedClaim* claim : rest) {
            const std::string_view provisioner = berth::text(claim->storage_class->provisioner);
            if (provisioner.empty() || provisioner == kNoProvisioner ||
                !is_allowed(*claim->storage_class, labels_)) {
                return {kNothingToBind, {}};
            }
            const berth_csi_storage_capacity* capacity = nullptr;
            if (claim->checks_capacity) {
                const auto at = std::find_if(
                    claim->capacities.begin(), claim->capacities.end(),
                    [&](const auto* one) { return berth::matches(one->node_topology, labels_); });
                if (at == claim->capacities.end()) {
                    return {kNotEnoughSpace, {}};
                }
                capacity = *at;
            }
            made.push_back({claim, capacity});
        }
        out_.provisions = std::move(made);
        return {};
    }

    const PodClaims& claims_;
    const berth::Labels& labels_;
    const berth_csi_node* csi_node_;
    NodeVolumes& out_;
    std::set<const berth_persistent_volume*> taken_;
};

// The shape as a broken line, in whole numbers.
std::int64_t at(const UtilizationShape& shape, std::int64_t utilization) {
    const auto score = [&](std::size_t i) { return std::int64_t{shape[i].score} * kShapeScale; };
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const std::int64_t here = shape[i].utilization;
        if (utilization > here) {
            continue;
        }
        if (i == 0) {
            return score(0);
        }
        const std::int64_t before = shape[i - 1].utilization;
        return score(i - 1) + (score(i) - score(i - 1)) * (utilization - before) / (here - before);
    }
    return score(shape.size() - 1);
}

struct Sum {
    std::int64_t requested = 0;
    std::int64_t capacity = 0;
};

}  // namespace

const berth_node_selector* affinity_on(const berth_persistent_volume& volume,
                                       const berth_csi_node* csi_node, std::string& error) {
    const std::string_view plugin = berth::text(volume.plugin);
    const bool moved = is_migrated(plugin) && csi_node != nullptr &&
                       lists(berth::annotations_of(*csi_node).get(kMigratedPlugins), plugin);
    if (!moved) {
        return volume.node_affinity;
    }
    if (volume.translation_error.len != 0) {
        error = "could not translate pv: " + std::string(berth::text(volume.translation_error));
    }
    return volume.translated_node_affinity;
}

bool reaches(const berth_node_selector* selector, const berth::Labels& labels) {
    if (selector == nullptr) {
        return true;
    }
    const berth::List<berth_node_term> terms(selector->terms);
    return std::any_of(terms.begin(), terms.end(),
                       [&](const auto& term) { return holds(term, labels); });
}

NodeAnswer find_on(const PodClaims& claims, std::string_view node_name, const berth::Labels& labels,
                   const berth_csi_node* csi_node, NodeVolumes& out) {
    out = {};
    Search search(claims, labels, csi_node, out);
    NodeAnswer answer = search.check_bound();
    if (answer.error.empty() && !claims.delayed.empty()) {
        NodeAnswer more = search.check_delayed(node_name);
        answer.conflicts |= more.conflicts;
        answer.error = std::move(more.error);
    }
    out.found = answer.error.empty() && answer.conflicts == 0;
    return answer;
}

std::int64_t score_of(const NodeVolumes& volumes, const UtilizationShape& shape) {
    std::map<std::string_view, Sum> classes;
    for (const Binding& binding : volumes.bindings) {
        Sum& sum = classes[berth::text(binding.volume->storage_class)];
        sum.requested += std::max<std::int64_t>(binding.claim->view->requested_bytes, 0);
        sum.capacity += binding.volume->capacity_bytes;
    }
    if (volumes.bindings.empty()) {
        for (const Provision& provision : volumes.provisions) {
            if (provision.capacity != nullptr) {
                Sum& sum = classes[berth::text(provision.claim->view->storage_class)];
                sum.requested += provision.claim->view->requested_bytes;
                sum.capacity = std::max<std::int64_t>(provision.capacity->capacity_bytes, 0);
            }
        }
    }
    if (classes.empty()) {
        return 0;
    }
    std::int64_t total = 0;
    for (const auto& [name, sum] : classes) {
        const bool full = sum.capacity == 0 || sum.requested > sum.capacity;
        total += at(shape, full ? kFull : sum.requested * kFull / sum.capacity);
    }
    return std::llround(static_cast<double>(total) / static_cast<double>(classes.size()));
}

}  // namespace berth::intree
