// VolumeBinding: finds volumes for the pod's claims, and binds them once the pod has a node.
//
// kube-scheduler: pkg/scheduler/framework/plugins/volumebinding, v1.37.2.
#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <berth/sdk/draft.h>

#include "plugins/intree/pod_claims.hpp"
#include "plugins/intree/volume_binding/args.hpp"
#include "plugins/intree/volume_binding/binder.hpp"
#include "plugins/intree/volume_binding/claims.hpp"
#include "plugins/intree/volume_binding/hints.hpp"
#include "plugins/intree/volume_binding/node_volumes.hpp"
#include "plugins/intree/volume_binding/pending_binds.hpp"

namespace berth::intree {
namespace {

// In the order of the bits of NodeAnswer::conflicts.
constexpr std::array<std::string_view, 4> kConflicts{
    "node(s) didn't match PersistentVolume's node affinity",
    "node(s) didn't find available persistent volumes to bind",
    "node(s) did not have enough free storage",
    "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)"};

class VolumeBinding : public berth::Plugin<VolumeBinding, VolumeBindingArgs> {
public:
    static constexpr auto name = "VolumeBinding";
    static constexpr auto summary = "finds and binds the volumes of the pod's claims";
    static constexpr auto flags = BERTH_FACTORY_BUILT_IN;

    struct State {
        static constexpr bool shared = true;
        bool all_bound = false;
        std::unique_ptr<PodClaims> claims;      // null: the pod uses none
        std::unique_ptr<NodeVolumes[]> by_row;  // each written by whoever looks at its row
        std::unique_ptr<Reservation> reservation;
    };

    VolumeBinding(const VolumeBindingArgs& args, berth::Host& host)
        : objects_(open(host)),
          columns_(host.columns()),
          watch_(host.watch()),
          pending_(host, objects_, std::chrono::seconds(args.bind_timeout_seconds)),
          shape_(args.shape),
          immediate_(host.reason("pod has unbound immediate PersistentVolumeClaims")) {
        for (std::uint32_t bits = 1; bits < conflicts_.size(); ++bits) {
            std::vector<std::string> texts;
            for (std::size_t i = 0; i < kConflicts.size(); ++i) {
                if ((bits & (1U << i)) != 0) {
                    texts.emplace_back(kConflicts.at(i));
                }
            }
            conflicts_.at(bits) = host.reasons(texts);
        }
        using Kind = VolumeBinding;
        watch_.objects<&Kind::on_volume>(berth::object_kind<berth_persistent_volume>, *this);
        watch_.objects<&Kind::on_claim>(berth::object_kind<berth_persistent_volume_claim>, *this);
    }

    berth::Verdict pre_filter(const berth::Pod& pod, const berth::Nodes& nodes,
                              berth::Call& call) const {
        bool uses_claims = false;
        const ClaimFinder finder(objects_, binder_.assumed());
        if (const ClaimsProblem problem = finder.check(pod, uses_claims); !problem.text.empty()) {
            return berth::Verdict::unresolvable(call.detail(problem.text));
        }
        if (!uses_claims) {
            call.emplace<State>();
            return berth::Verdict::skip();
        }
        auto claims = std::make_unique<PodClaims>();
        if (const ClaimsProblem problem = finder.sort(pod, *claims); !problem.text.empty()) {
            return berth::Verdict::error(problem.text);
        }
        if (claims->any_immediate) {
            return berth::Verdict::unresolvable(immediate_);
        }
        State& state = call.emplace<State>();
        state.claims = std::move(claims);
        state.by_row = std::make_unique<NodeVolumes[]>(nodes.snapshot_rows());
        return berth::Verdict::success();
    }

    berth::Verdict filter(const berth::Pod&, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                          const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr || state->claims == nullptr) {
            return berth::Verdict::error("not found");
        }
        for (auto [position, row] : nodes) {
            const berth::Node node = nodes.at_row(row);
            const NodeAnswer answer =
                find_on(*state->claims, node.name(), node.labels(),
                        objects_.get<berth_csi_node>("", node.name()), state->by_row[row]);
            if (!answer.error.empty()) {
                verdicts.set(position, berth::Verdict::error(answer.error));
            } else if (answer.conflicts != 0) {
                verdicts.unresolvable(position, conflicts_.at(answer.conflicts));
            }
        }
        return berth::Verdict::success();
    }

    berth::Verdict pre_score(const berth::Pod&, berth::Call& call) const {
        if (shape_.empty()) {
            return berth::Verdict::skip();
        }
        return call.find_state<State>() != nullptr ? berth::Verdict::success()
                                                   : berth::Verdict::error("not found");
    }

    berth::Verdict score(const berth::Pod&, const berth::Nodes& nodes, berth::Scores scores,
                         const berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr && !shape_.empty()) {
            return berth::Verdict::error("not found");
        }
        if (state == nullptr || state->by_row == nullptr || shape_.empty()) {
            std::fill_n(scores.begin(), nodes.size(), 0);
            return berth::Verdict::success();
        }
        for (auto [position, row] : nodes) {
            scores[position] = score_of(state->by_row[row], shape_);
        }
        return berth::Verdict::success();
    }

    berth::Verdict reserve(const berth::Pod& pod, const berth::NodeRef& node, berth::Call& call) {
        State* state = call.find_state<State>();
        if (state == nullptr) {
            return berth::Verdict::error("not found");
        }
        const auto row = columns_.row(call, node.name());
        const NodeVolumes* volumes =
            state->by_row != nullptr && row ? &state->by_row[*row] : nullptr;
        state->all_bound = volumes == nullptr || !volumes->found || state->claims->delayed.empty();
        if (!state->all_bound) {
            state->reservation =
                std::make_unique<Reservation>(binder_.reserve(pod, node.name(), *volumes));
        }
        return berth::Verdict::success();
    }

    void unreserve(const berth::Pod& pod, const berth::NodeRef&, berth::Call& call) {
        pending_.give_up(pod.uid());
        const State* state = call.find_state<State>();
        if (state != nullptr && state->reservation != nullptr) {
            binder_.free(*state->reservation);
        }
    }

    // What a pod of another build has assumed ends with that build: its claims are not written
    // before PreBind, and there is nothing to take over.
    void adopt(const berth::Pod&, const berth::NodeRef&, std::uint32_t) {}

    berth::PreFlight pre_bind_pre_flight(const berth::Pod&, const berth::NodeRef&,
                                         berth::Call& call) const {
        const State* state = call.find_state<State>();
        if (state == nullptr) {
            throw std::runtime_error("not found");
        }
        return state->all_bound ? berth::PreFlight::nothing : berth::PreFlight::beside_others;
    }

    berth::Verdict pre_bind(const berth::Pod&, const berth::NodeRef&, berth::Call& call) {
        const State& state = call.state<State>();
        if (state.all_bound) {
            return berth::Verdict::success();
        }
        if (state.reservation == nullptr) {
            return berth::Verdict::error("no volumes are reserved for the pod");
        }
        return pending_.begin(call, *state.reservation);
    }

    berth::Events events() const {
        using berth::Action;
        using berth::Resource;
        constexpr Action kChanges = Action::add | Action::update;
        return {
            berth::on(Resource::storage_class, kChanges).hint<&VolumeBinding::after_class>(),
            berth::on(Resource::persistent_volume_claim, kChanges)
                .hint<&VolumeBinding::after_claim>(),
            berth::on(Resource::persistent_volume, kChanges),
            berth::on(Resource::node, Action::add | Action::update_node_label),
            berth::on(Resource::csi_node, kChanges).hint<&VolumeBinding::after_csi_node>(),
            berth::on(Resource::csi_driver, Action::update)
                .hint<&VolumeBinding::after_csi_driver>(),
            berth::on(Resource::csi_storage_capacity, kChanges)
                .hint<&VolumeBinding::after_capacity>(),
        };
    }

    bool after_class(const berth::Pod&, const berth::Event& event) const {
        return topologies_changed(event.old_object<berth_storage_class>(),
                                  event.new_object<berth_storage_class>());
    }
    bool after_claim(const berth::Pod& pod, const berth::Event& event) const {
        const auto* claim = event.new_object<berth_persistent_volume_claim>();
        return claim == nullptr || uses_claim(pod, *claim);
    }
    bool after_csi_node(const berth::Pod&, const berth::Event& event) const {
        return migration_changed(event.old_object<berth_csi_node>(),
                                 event.new_object<berth_csi_node>());
    }
    bool after_csi_driver(const berth::Pod& pod, const berth::Event& event) const {
        return stopped_counting(pod, event.old_object<berth_csi_driver>(),
                                event.new_object<berth_csi_driver>());
    }
    bool after_capacity(const berth::Pod&, const berth::Event& event) const {
        return capacity_grew(event.old_object<berth_csi_storage_capacity>(),
                             event.new_object<berth_csi_storage_capacity>());
    }

private:
    static berth::Objects open(berth::Host& host) {
        berth::Objects objects(host);
        objects.open<berth_csi_driver>();
        objects.open<berth_csi_node>();
        objects.open<berth_csi_storage_capacity>();
        objects.open<berth_persistent_volume>();
        objects.open<berth_persistent_volume_claim>();
        objects.open<berth_storage_class>();
        return objects;
    }

    void on_volume(const berth_persistent_volume*, const berth_persistent_volume*) {
        pending_.look();
    }
    void on_claim(const berth_persistent_volume_claim*, const berth_persistent_volume_claim*) {
        pending_.look();
    }

    berth::Objects objects_;
    berth::Columns columns_;
    berth::Watch watch_;
    PendingBinds pending_;
    UtilizationShape shape_;
    Binder binder_;
    std::array<berth::Reasons, 16> conflicts_{};
    berth::Reasons immediate_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(VolumeBinding)

}  // namespace berth::intree
