// VolumeRestrictions: refuses nodes where a disk may not be used twice, and pods that ask for a
// ReadWriteOncePod claim that is in use.
//
// kube-scheduler: pkg/scheduler/framework/plugins/volumerestrictions, v1.37.2.
#include <algorithm>
#include <string>
#include <vector>

#include <berth/sdk.h>

#include "plugins/intree/pod_claims.hpp"

namespace berth::intree {
namespace {

bool is_restricted(const berth_volume& volume) {
    return volume.kind == BERTH_VOLUME_GCE_PERSISTENT_DISK ||
           volume.kind == BERTH_VOLUME_AWS_ELASTIC_BLOCK_STORE ||
           volume.kind == BERTH_VOLUME_ISCSI || volume.kind == BERTH_VOLUME_RBD;
}

bool share_monitor(const berth_volume& a, const berth_volume& b) {
    const berth::List<std::string_view> others(b.monitors);
    for (const std::string_view monitor : berth::List<std::string_view>(a.monitors)) {
        if (std::find(others.begin(), others.end(), monitor) != others.end()) {
            return true;
        }
    }
    return false;
}

// Two volumes of one disk that may not be on one node together.
bool conflict(const berth_volume& a, const berth_volume& b) {
    if (a.kind != b.kind || !is_restricted(a) || berth::text(a.source) != berth::text(b.source)) {
        return false;
    }
    if (a.kind == BERTH_VOLUME_AWS_ELASTIC_BLOCK_STORE) {
        return true;
    }
    if (a.read_only != 0 && b.read_only != 0) {
        return false;
    }
    return a.kind != BERTH_VOLUME_RBD ||
           (share_monitor(a, b) && berth::text(a.pool) == berth::text(b.pool));
}

bool conflict(const berth::Pod& pod, const berth::Pod& other) {
    for (const berth_volume& volume : pod.volumes()) {
        for (const berth_volume& held : other.volumes()) {
            if (conflict(volume, held)) {
                return true;
            }
        }
    }
    return false;
}

class VolumeRestrictions : public berth::Plugin<VolumeRestrictions> {
public:
    static constexpr auto name = "VolumeRestrictions";
    static constexpr auto summary = "refuses nodes where a volume may not be used twice";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;

    struct State {
        std::vector<std::string> once_per_pod;  // names of the pod's ReadWriteOncePod claims
        std::int64_t users = 0;                 // placed pods that use one of them
    };

    explicit VolumeRestrictions(berth::Host& host)
        : objects_(host),
          columns_(host.columns()),
          disk_(host.reason("node(s) had no available disk")),
          in_use_(host.reason("node(s) unavailable due to PersistentVolumeClaim with "
                              "ReadWriteOncePod access mode already in-use by another pod")) {
        objects_.open<berth_persistent_volume_claim>();
    }

    berth::Verdict pre_filter(const berth::Pod& pod, berth::Call& call) const {
        bool restricted = false;
        State state;
        for (const berth_volume& volume : pod.volumes()) {
            restricted |= is_restricted(volume);
            if (volume.kind != BERTH_VOLUME_CLAIM) {
                continue;
            }
            const std::string_view claim_name = berth::text(volume.source);
            const auto* claim =
                objects_.get<berth_persistent_volume_claim>(pod.namespace_name(), claim_name);
            if (claim == nullptr) {
                return berth::Verdict::unresolvable(call.detail(claim_not_found(claim_name)));
            }
            const auto& known = state.once_per_pod;
            if ((claim->access_modes & BERTH_READ_WRITE_ONCE_POD) != 0 &&
                std::find(known.begin(), known.end(), claim_name) == known.end()) {
                state.users += is_in_use(pod, claim_name, call) ? 1 : 0;
                state.once_per_pod.emplace_back(claim_name);
            }
        }
        if (!restricted && state.users == 0) {
            return berth::Verdict::skip();
        }
        call.emplace<State>(std::move(state));
        return berth::Verdict::success();
    }

    void add_pod(const berth::Pod&, const berth::Pod& other, const berth::Node&, berth::Call&,
                 State& state) const {
        state.users += count_users(state, other);
    }
    void remove_pod(const berth::Pod&, const berth::Pod& other, const berth::Node&, berth::Call&,
                    State& state) const {
        state.users -= count_users(state, other);
    }

    void filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                const berth::Call& call) const {
        const State* state = call.find_state<State>();
        const berth::List<berth_volume> volumes = pod.volumes();
        const bool restricted = std::any_of(volumes.begin(), volumes.end(), is_restricted);
        for (auto [position, row] : nodes) {
            if (restricted && has_conflict(pod, nodes.at_row(row))) {
                verdicts.unschedulable(position, disk_);
            } else if (state == nullptr) {
                verdicts.set(position,
                             berth::Verdict::error(
                                 R"(cannot read "PreFilterVolumeRestrictions" from cycleState)"));
            } else if (state->users > 0) {
                verdicts.unschedulable(position, in_use_);
            }
        }
    }

    berth::Events events() const {
        return {berth::on(berth::Resource::assigned_pod, berth::Action::remove)
                    .hint<&VolumeRestrictions::after_pod_deleted>(),
                berth::on(berth::Resource::node, berth::Action::add),
                berth::on(berth::Resource::persistent_volume_claim, berth::Action::add)
                    .hint<&VolumeRestrictions::after_claim_added>()};
    }

    bool after_pod_deleted(const berth::Pod& pod, const berth::Event& event) const {
        const auto gone = event.old_pod();
        if (!gone || gone->namespace_name() != pod.namespace_name()) {
            return !gone;
        }
        if (conflict(pod, *gone)) {
            return true;
        }
        const berth::List<berth_volume> volumes = gone->volumes();
        return std::any_of(volumes.begin(), volumes.end(), [&](const berth_volume& volume) {
            return volume.kind == BERTH_VOLUME_CLAIM &&
                   names_claim(pod, berth::text(volume.source));
        });
    }

    bool after_claim_added(const berth::Pod& pod, const berth::Event& event) const {
        const auto* claim = event.new_object<berth_persistent_volume_claim>();
        return claim == nullptr || (berth::object_namespace(*claim) == pod.namespace_name() &&
                                    names_claim(pod, berth::object_name(*claim)));
    }

private:
    // A pod on a node of the snapshot names the claim.
    bool is_in_use(const berth::Pod& pod, std::string_view claim, const berth::Call& call) const {
        bool used = false;
        objects_.each_pod(
            {.flags = BERTH_PODS_PLACED, .namespace_name = pod.namespace_name(), .claim = claim},
            [&](const berth::Pod& user) {
                used = names_claim(user, claim) && columns_.row(call, user.node_name()).has_value();
                return !used;
            });
        return used;
    }

    static std::int64_t count_users(const State& state, const berth::Pod& other) {
        std::int64_t count = 0;
        for (const berth_volume& volume : other.volumes()) {
            const auto& known = state.once_per_pod;
            count += volume.kind == BERTH_VOLUME_CLAIM &&
                             std::find(known.begin(), known.end(), berth::text(volume.source)) !=
                                 known.end()
                         ? 1
                         : 0;
        }
        return count;
    }

    static bool has_conflict(const berth::Pod& pod, const berth::Node& node) {
        const std::uint32_t count = node.flat().pod_count;
        for (std::uint32_t i = 0; i < count; ++i) {
            if (conflict(pod, node.pod(i))) {
                return true;
            }
        }
        return false;
    }

    berth::Objects objects_;
    berth::Columns columns_;
    berth::Reasons disk_;
    berth::Reasons in_use_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(VolumeRestrictions)

}  // namespace berth::intree
