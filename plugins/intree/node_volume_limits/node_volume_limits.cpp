// NodeVolumeLimits: keeps to the number of volumes of each CSI driver that a node can attach.
//
// Counts what pods on the node use and what is attached besides, in-tree volumes under the driver
// that took their place. kube-scheduler: pkg/scheduler/framework/plugins/nodevolumelimits, v1.37.2.
#include <algorithm>
#include <map>
#include <string>

#include <berth/sdk.h>

#include "plugins/intree/node_volume_limits/pod_volumes.hpp"
#include "plugins/intree/pod_claims.hpp"

namespace berth::intree {
namespace {

// A claim, an ephemeral volume, or one whose in-tree plugin became a CSI driver.
bool counts(const berth_volume& volume) {
    return volume.kind == BERTH_VOLUME_CLAIM || volume.kind == BERTH_VOLUME_EPHEMERAL ||
           volume.plugin.len != 0;
}

bool any_counts(const berth::Pod& pod) {
    const berth::List<berth_volume> volumes = pod.volumes();
    return std::any_of(volumes.begin(), volumes.end(), counts);
}

// What the pod adds to a node, with a CSINode or without.
struct Wanted {
    Attachable volumes;
    VolumesProblem problem;
};

class NodeVolumeLimits : public berth::Plugin<NodeVolumeLimits> {
public:
    static constexpr auto name = "NodeVolumeLimits";
    static constexpr auto summary = "keeps to the number of volumes that a node can attach";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;

    explicit NodeVolumeLimits(berth::Host& host)
        : objects_(host), full_(host.reason("node(s) exceed max volume count")) {
        objects_.open<berth_csi_driver>();
        objects_.open<berth_csi_node>();
        objects_.open<berth_persistent_volume>();
        objects_.open<berth_persistent_volume_claim>();
        objects_.open<berth_storage_class>();
        objects_.open<berth_volume_attachment>();
    }

    berth::Verdict pre_filter(const berth::Pod& pod) const {
        return any_counts(pod) ? berth::Verdict::success() : berth::Verdict::skip();
    }

    void filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                const berth::Call& call) const {
        if (pod.volumes().empty()) {
            return;
        }
        const Wanted with = wanted(pod, true);
        const Wanted without = wanted(pod, false);
        for (auto [position, row] : nodes) {
            const berth::Node node = nodes.at_row(row);
            const auto* csi_node = objects_.get<berth_csi_node>("", node.name());
            judge(csi_node != nullptr ? with : without, node, csi_node, call, position, verdicts);
        }
    }

    berth::Events events() const {
        return {berth::on(berth::Resource::csi_node, berth::Action::add),
                berth::on(berth::Resource::csi_node, berth::Action::update)
                    .hint<&NodeVolumeLimits::after_csi_node>(),
                berth::on(berth::Resource::assigned_pod, berth::Action::remove)
                    .hint<&NodeVolumeLimits::after_pod_deleted>(),
                berth::on(berth::Resource::persistent_volume_claim, berth::Action::add)
                    .hint<&NodeVolumeLimits::after_claim_added>(),
                berth::on(berth::Resource::volume_attachment, berth::Action::remove)
                    .hint<&NodeVolumeLimits::after_detached>()};
    }

    bool after_csi_node(const berth::Pod&, const berth::Event& event) const {
        const auto* before = event.old_object<berth_csi_node>();
        const auto* after = event.new_object<berth_csi_node>();
        if (before == nullptr || after == nullptr) {
            return true;
        }
        std::map<std::string_view, std::int32_t> limits;
        for (const auto& driver : berth::List<berth_csi_node_driver>(before->drivers)) {
            limits[berth::text(driver.name)] = std::max(driver.allocatable, 0);
        }
        const berth::List<berth_csi_node_driver> drivers(after->drivers);
        return std::any_of(drivers.begin(), drivers.end(), [&](const auto& driver) {
            return std::max(driver.allocatable, 0) > limits[berth::text(driver.name)];
        });
    }

    bool after_pod_deleted(const berth::Pod&, const berth::Event& event) const {
        const auto gone = event.old_pod();
        return !gone || (any_counts(*gone) &&
                         !(gone->node_name().empty() && gone->nominated_node_name().empty()));
    }

    bool after_claim_added(const berth::Pod& pod, const berth::Event& event) const {
        const auto* claim = event.new_object<berth_persistent_volume_claim>();
        return claim == nullptr || uses_claim(pod, *claim);
    }

    bool after_detached(const berth::Pod& pod, const berth::Event& event) const {
        const auto* gone = event.old_object<berth_volume_attachment>();
        const berth::List<berth_volume> volumes = pod.volumes();
        return gone == nullptr ||
               std::any_of(volumes.begin(), volumes.end(), [&](const berth_volume& volume) {
                   return volume.kind == BERTH_VOLUME_CLAIM ||
                          (volume.plugin.len != 0 &&
                           (volume.error.len != 0 ||
                            berth::text(volume.driver) == berth::text(gone->attacher)));
               });
    }

private:
    using Counts = std::map<std::string_view, std::int64_t>;

    Wanted wanted(const berth::Pod& pod, bool has_csi_node) const {
        Wanted out;
        out.problem = PodVolumes(objects_).add(pod, has_csi_node, /*is_new=*/true, out.volumes);
        return out;
    }

    void judge(const Wanted& wanted, const berth::Node& node, const berth_csi_node* csi_node,
               const berth::Call& call, std::uint32_t position, berth::Verdicts& verdicts) const {
        if (!wanted.problem.text.empty()) {
            if (wanted.problem.missing) {
                verdicts.unresolvable(position, call.detail(wanted.problem.text));
            } else {
                verdicts.set(position, berth::Verdict::error(wanted.problem.text));
            }
            return;
        }
        for (const auto& [volume, driver] : wanted.volumes) {
            if (!is_installed(driver, csi_node)) {
                verdicts.unschedulable(
                    position, call.detail(driver + " CSI driver is not installed on the node"));
                return;
            }
        }
        const Counts limits = limits_of(csi_node);
        if (wanted.volumes.empty() || limits.empty()) {
            return;
        }
        Attachable used;
        for (std::uint32_t i = 0; i < node.flat().pod_count; ++i) {
            const VolumesProblem problem =
                PodVolumes(objects_).add(node.pod(i), csi_node != nullptr, /*is_new=*/false, used);
            if (!problem.text.empty()) {
                verdicts.set(position, berth::Verdict::error(problem.text));
                return;
            }
        }
        if (exceeds(wanted.volumes, used, node.name(), limits)) {
            verdicts.unschedulable(position, full_);
        }
    }

    // Only a driver that asks for it keeps pods away from nodes that lack it.
    bool is_installed(const std::string& driver, const berth_csi_node* csi_node) const {
        const auto* known = objects_.get<berth_csi_driver>("", driver);
        if (known == nullptr || known->prevents_pods_where_missing == 0) {
            return true;
        }
        if (csi_node == nullptr) {
            return false;
        }
        const berth::List<berth_csi_node_driver> drivers(csi_node->drivers);
        return std::any_of(drivers.begin(), drivers.end(),
                           [&](const auto& one) { return berth::text(one.name) == driver; });
    }

    static Counts limits_of(const berth_csi_node* csi_node) {
        Counts out;
        if (csi_node != nullptr) {
            for (const auto& driver : berth::List<berth_csi_node_driver>(csi_node->drivers)) {
                if (driver.allocatable >= 0) {
                    out[berth::text(driver.name)] = driver.allocatable;
                }
            }
        }
        return out;
    }

    // `used`: by pods on the node.
    bool exceeds(const Attachable& wanted, const Attachable& used, std::string_view node_name,
                 const Counts& limits) const {
        Counts attached;
        for (const auto& [volume, driver] : used) {
            ++attached[driver];
        }
        const Attachable others = attachments(node_name);
        for (const auto& [volume, driver] : others) {
            attached[driver] += used.count(volume) == 0 ? 1 : 0;
        }
        Counts added;
        for (const auto& [volume, driver] : wanted) {
            added[driver] += used.count(volume) == 0 ? 1 : 0;
        }
        return std::any_of(added.begin(), added.end(), [&](const auto& one) {
            const auto limit = limits.find(one.first);
            return one.second > 0 && limit != limits.end() &&
                   attached[one.first] + one.second > limit->second;
        });
    }

    // Volumes that VolumeAttachments say are on the node.
    Attachable attachments(std::string_view node_name) const {
        Attachable out;
        objects_.each<berth_volume_attachment>(
            {.index = BERTH_INDEX_NODE_NAME, .value = node_name},
            [&](const berth_volume_attachment& attachment) {
                if (attachment.attacher.len == 0 || attachment.volume_name.len == 0) {
                    return;
                }
                const auto* volume =
                    objects_.get<berth_persistent_volume>("", berth::text(attachment.volume_name));
                if (volume != nullptr && volume->source == BERTH_VOLUME_CSI) {
                    const std::string_view attacher = berth::text(attachment.attacher);
                    out.emplace(unique_name(attacher, berth::text(volume->handle)), attacher);
                }
            });
        return out;
    }

    berth::Objects objects_;
    berth::Reasons full_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(NodeVolumeLimits)

}  // namespace berth::intree
