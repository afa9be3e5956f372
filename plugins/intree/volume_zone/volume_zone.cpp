// VolumeZone: refuses nodes outside the zones and regions of the volumes that the pod's claims are
// bound to.
//
// kube-scheduler: pkg/scheduler/framework/plugins/volumezone, v1.37.2.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/pod_claims.hpp"

namespace berth::intree {
namespace {

struct TopologyLabel {
    std::string_view key;
    std::string_view newer;  // the same in today's words
};

constexpr std::array kLabels{
    TopologyLabel{"failure-domain.beta.kubernetes.io/zone", "topology.kubernetes.io/zone"},
    TopologyLabel{"failure-domain.beta.kubernetes.io/region", "topology.kubernetes.io/region"},
    TopologyLabel{"topology.kubernetes.io/zone", "topology.kubernetes.io/zone"},
    TopologyLabel{"topology.kubernetes.io/region", "topology.kubernetes.io/region"},
};

// Where a volume may be used: one of the values of a label.
struct Topology {
    TopologyLabel label;
    std::set<std::string> values;
    friend bool operator==(const Topology& a, const Topology& b) {
        return a.label.key == b.label.key && a.values == b.values;
    }
};

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\n\v\f\r";
    const std::size_t first = text.find_first_not_of(kBlank);
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// "a__b"; none where a part is empty: such a label is ignored.
std::set<std::string> split_zones(std::string_view label) {
    constexpr std::string_view kDelimiter = "__";
    std::set<std::string> out;
    for (bool more = true; more;) {
        const std::size_t at = label.find(kDelimiter);
        const std::string_view zone = trimmed(label.substr(0, at));
        if (zone.empty()) {
            return {};
        }
        out.emplace(zone);
        more = at != std::string_view::npos;
        label.remove_prefix(more ? at + kDelimiter.size() : label.size());
    }
    return out;
}

void add_topologies(const berth_persistent_volume& volume, std::vector<Topology>& out) {
    const berth::Labels labels = berth::labels_of(volume);
    for (const TopologyLabel& label : kLabels) {
        if (const auto value = labels.find(label.key)) {
            std::set<std::string> zones = split_zones(*value);
            if (!zones.empty()) {
                out.push_back({label, std::move(zones)});
            }
        }
    }
}

bool fits(const std::vector<Topology>& topologies, const berth::Labels& labels) {
    const bool constrained = std::any_of(kLabels.begin(), kLabels.end(), [&](const auto& label) {
        return labels.contains(label.key);
    });
    return !constrained ||
           std::all_of(topologies.begin(), topologies.end(), [&](const Topology& topology) {
               auto value = labels.find(topology.label.key);
               if (!value) {
                   value = labels.find(topology.label.newer);
               }
               return value && topology.values.count(std::string(*value)) != 0;
           });
}

class VolumeZone : public berth::Plugin<VolumeZone> {
public:
    static constexpr auto name = "VolumeZone";
    static constexpr auto summary = "refuses nodes outside the zones of the pod's volumes";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;

    struct State {
        static constexpr bool shared = true;
        std::vector<Topology> topologies;
    };

    explicit VolumeZone(berth::Host& host)
        : objects_(host), refused_(host.reason("node(s) had no available volume zone")) {
        objects_.open<berth_persistent_volume>();
        objects_.open<berth_persistent_volume_claim>();
        objects_.open<berth_storage_class>();
    }

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) const {
        State state;
        if (const std::string why = find_topologies(pod, state.topologies); !why.empty()) {
            return berth::Verdict::unresolvable(call.detail(why));
        }
        if (state.topologies.empty()) {
            return berth::Verdict::skip();
        }
        call.emplace<State>(std::move(state));
        return berth::Verdict::success();
    }

    void filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                const berth::Call& call) const {
        if (pod.volumes().empty()) {
            return;
        }
        State own;
        const State* state = call.find_state<State>();
        if (state == nullptr) {
            // PreFilter is not enabled in this profile.
            const std::string why = find_topologies(pod, own.topologies);
            if (!why.empty()) {
                const berth::Reasons reasons = call.detail(why);
                for (auto [position, row] : nodes) {
                    verdicts.unresolvable(position, reasons);
                }
                return;
            }
            state = &own;
        }
        for (auto [position, row] : nodes) {
            if (!fits(state->topologies, nodes.at_row(row).labels())) {
                verdicts.unresolvable(position, refused_);
            }
        }
    }

    berth::Events events() const {
        return {
            berth::on(berth::Resource::storage_class, berth::Action::add)
                .hint<&VolumeZone::after_class_added>(),
            berth::on(berth::Resource::node, berth::Action::add | berth::Action::update_node_label),
            berth::on(berth::Resource::persistent_volume_claim,
                      berth::Action::add | berth::Action::update)
                .hint<&VolumeZone::after_claim>(),
            berth::on(berth::Resource::persistent_volume,
                      berth::Action::add | berth::Action::update)
                .hint<&VolumeZone::after_volume>()};
    }

    bool after_class_added(const berth::Pod&, const berth::Event& event) const {
        const auto* added = event.new_object<berth_storage_class>();
        return added == nullptr || added->binding_mode == BERTH_BINDING_WAIT_FOR_FIRST_CONSUMER;
    }
    bool after_claim(const berth::Pod& pod, const berth::Event& event) const {
        const auto* claim = event.new_object<berth_persistent_volume_claim>();
        return claim == nullptr || (berth::object_namespace(*claim) == pod.namespace_name() &&
                                    names_claim(pod, berth::object_name(*claim)));
    }
    bool after_volume(const berth::Pod&, const berth::Event& event) const {
        const auto* before = event.old_object<berth_persistent_volume>();
        const auto* after = event.new_object<berth_persistent_volume>();
        if (before == nullptr || after == nullptr) {
            return true;
        }
        std::vector<Topology> old_topologies;
        std::vector<Topology> new_topologies;
        add_topologies(*before, old_topologies);
        add_topologies(*after, new_topologies);
        return old_topologies != new_topologies;
    }

private:
    // Why the pod cannot be placed anywhere; empty: it can.
    std::string find_topologies(const berth::Pod& pod, std::vector<Topology>& out) const {
        for (const berth_volume& volume : pod.volumes()) {
            if (volume.kind != BERTH_VOLUME_CLAIM) {
                continue;
            }
            std::string why = add_claim(pod, berth::text(volume.source), out);
            if (!why.empty()) {
                return why;
            }
        }
        return {};
    }

    std::string add_claim(const berth::Pod& pod, std::string_view claim_name,
                          std::vector<Topology>& out) const {
        if (claim_name.empty()) {
            return "PersistentVolumeClaim had no name";
        }
        const auto* claim =
            objects_.get<berth_persistent_volume_claim>(pod.namespace_name(), claim_name);
        if (claim == nullptr) {
            return claim_not_found(claim_name);
        }
        const std::string_view volume_name = berth::text(claim->volume_name);
        if (volume_name.empty()) {
            return why_unbound(berth::text(claim->storage_class));
        }
        const auto* volume = objects_.get<berth_persistent_volume>("", volume_name);
        if (volume == nullptr) {
            return volume_not_found(volume_name);
        }
        add_topologies(*volume, out);
        return {};
    }

    // A claim without a volume is no obstacle if it waits for the pod.
    std::string why_unbound(std::string_view class_name) const {
        if (class_name.empty()) {
            return "PersistentVolumeClaim had no pv name and storageClass name";
        }
        const auto* found = objects_.get<berth_storage_class>("", class_name);
        if (found == nullptr) {
            return class_not_found(class_name);
        }
        if (found->binding_mode == BERTH_BINDING_NOT_SET) {
            return "VolumeBindingMode not set for StorageClass \"" + std::string(class_name) + "\"";
        }
        return found->binding_mode == BERTH_BINDING_WAIT_FOR_FIRST_CONSUMER
                   ? ""
                   : "PersistentVolume had no name";
    }

    berth::Objects objects_;
    berth::Reasons refused_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(VolumeZone)

}  // namespace berth::intree
