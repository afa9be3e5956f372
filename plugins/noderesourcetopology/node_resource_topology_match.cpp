// NodeResourceTopologyMatch: keeps pods with whole CPUs within NUMA zones that have room for them.
//
// Two readings of two kinds of NodeResourceTopology: crane-scheduler's (topology.crane.io), where
// this plugin counts what is used and writes each pod's zones into an annotation, and the one of
// topology-aware exporters (topology.node.k8s.io), which scheduler-plugins reads. A node is judged
// by whichever object it has. docs/plugins/noderesourcetopology.md tells the rules.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include <berth/sdk.h>
#include <berth/sdk/draft.h>
#include <berth/sdk/draft/host/complete_with.h>

#include "plugins/noderesourcetopology/args.hpp"
#include "plugins/noderesourcetopology/exported_nodes.hpp"
#include "plugins/noderesourcetopology/node_records.hpp"
#include "plugins/noderesourcetopology/pod_request.hpp"
#include "plugins/noderesourcetopology/reservations.hpp"

namespace berth::numa {
namespace {

constexpr std::string_view kPlural = "noderesourcetopologies";

class NodeResourceTopologyMatch : public berth::Plugin<NodeResourceTopologyMatch, MatchArgs> {
public:
    static constexpr auto name = "NodeResourceTopologyMatch";
    static constexpr auto summary = "keeps pods with whole CPUs within NUMA zones";

    struct State {
        static constexpr bool shared = true;  // each row has its own place

        PinnedRequest pinned;
        bool simple = false;  // asks for nothing but CPUs, memory and storage
        AlignedPod aligned;
        // By row, written by Filter and read by Score: in how many zones the pod would be; 0: the
        // node was not looked at under topology.crane.io.
        std::unique_ptr<std::uint8_t[]> zones;
        Result result;     // of the chosen node, from Reserve on
        std::string text;  // the same, as the annotation
    };

    NodeResourceTopologyMatch(const MatchArgs& args, berth::Host& host)
        : log_(host.log()),
          clock_(host.clock()),
          objects_(host.objects()),
          watch_(host.watch()),
          client_(host),
          completion_(host.completion()),
          aware_resources_(args.topology_aware_resources),
          counts_cpus_(std::find(aware_resources_.begin(), aware_resources_.end(), kCpu) !=
                       aware_resources_.end()),
          records_(topologies_, reservations_),
          exported_(args),
          no_topology_(host.reason("node(s) failed to get NRT")),
          no_room_(host.reason("node(s) had insufficient resource of NUMA node")),
          no_pod_(host.reason("cannot align pod")),
          no_init_container_(host.reason("cannot align init container")),
          no_container_(host.reason("cannot align container")),
          malformed_(host.metrics()
                         .counter("berth_noderesourcetopology_malformed_objects_total",
                                  "NodeResourceTopology objects that could not be read.", {})
                         .with({})),
          placed_(host.metrics().counter("berth_noderesourcetopology_pods_total",
                                         "Pods that got NUMA zones, by how many.", {"zones"})) {
        open(args);
    }

    berth::Verdict pre_filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Call& call) {
        const bool is_daemon = (pod->flags & BERTH_POD_OWNED_BY_DAEMON_SET) != 0;
        PinnedRequest pinned;
        if (reads_crane_ && counts_cpus_ && !is_daemon) {
            pinned = pinned_request(pod, aware_resources_);
        }
        if (!pinned.any && !reads_exporter_) {
            return berth::Verdict::skip();
        }
        reservations_.expire(clock_.now_ns());
        if (pinned.any) {
            records_.refresh(nodes);
        }
        State& state = call.emplace<State>();
        state.pinned = std::move(pinned);
        state.simple = state.pinned.amounts.others.empty();
        state.zones = std::make_unique<std::uint8_t[]>(nodes.snapshot_rows());
        if (reads_exporter_) {
            state.aligned = aligned_pod(pod);
            exported_.refresh(nodes);
        }
        return berth::Verdict::success();
    }

    // Pods that are added to a node or taken from it are seen by the row's generation, so there is
    // no add_pod and no remove_pod.
    berth::Verdict filter(const berth::Pod&, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                          const berth::Call& call) const {
        const State* const state = call.find_state<State>();
        if (state == nullptr) {
            const berth::Reasons why = call.detail(
                "failed to read \"NodeResourceTopologyMatch\" from cycleState: not found");
            for (std::uint32_t i = 0; i < nodes.size(); ++i) {
                verdicts.refuse(i, berth::Code::error, why);
            }
            return berth::Verdict::success();
        }
        if (state->pinned.any) {
            filter_zones(*state, nodes, verdicts);
        }
        if (reads_exporter_) {
            filter_exported(*state, nodes, verdicts);
        }
        return berth::Verdict::success();
    }

    void score(const berth::Pod&, const berth::Nodes& nodes, berth::Scores scores,
               const berth::Call& call) const {
        const State* const state = call.find_state<State>();
        if (state == nullptr) {
            std::fill(scores.begin(), scores.end(), 0);
            return;
        }
        const std::uint8_t* const zones = state->zones.get();
        berth::for_rows(nodes, [&](auto rows) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const std::uint8_t count = zones[rows[i]];
                scores[i] = kScores[count];
            }
        });
        if (reads_exporter_) {
            score_exported(*state, nodes, scores);
        }
    }

    berth::Verdict reserve(const berth::Pod& pod, const berth::NodeRef& node, berth::Call& call) {
        State* const state = call.find_state<State>();
        if (state == nullptr) {
            return berth::Verdict::success();
        }
        if (reads_exporter_) {
            exported_.reserve(node.name(), pod.uid(), state->aligned.whole);
        }
        const NodeRecord* const record = state->pinned.any ? records_.find(node.id()) : nullptr;
        if (record == nullptr || record->kind != NodeRecord::Kind::kZones) {
            return berth::Verdict::success();
        }
        state->result = place(state->pinned.amounts, is_aware(*state, *record), record->zones);
        if (state->result.empty()) {
            return berth::Verdict::error("node(s) topology result is empty");
        }
        state->text = write_result(state->result);
        placed_.with({std::to_string(state->result.size())}).add();
        reservations_.put(pod.uid(), state->result, clock_.now_ns());
        return berth::Verdict::success();
    }

    void unreserve(const berth::Pod& pod, const berth::NodeRef& node) {
        reservations_.erase(pod.uid());
        exported_.unreserve(node.name(), pod.uid());
    }

    berth::PreFlight pre_bind_pre_flight(const berth::Pod& pod, const berth::NodeRef&,
                                         berth::Call& call) {
        const State* const state = call.find_state<State>();
        const bool nothing = !client_.served() || state == nullptr || state->text.empty() ||
                             pod.annotations().find(kResultAnnotation) == state->text;
        return nothing ? berth::PreFlight::nothing : berth::PreFlight::beside_others;
    }

    berth::Verdict pre_bind(const berth::Pod& pod, const berth::NodeRef&, berth::Call& call) {
        const State* const state = call.find_state<State>();
        if (state == nullptr || state->text.empty() ||
            pod.annotations().find(kResultAnnotation) == state->text) {
            return berth::Verdict::success();
        }
        const bool sent =
            client_.patch(berth::Target::of(pod), berth::Patch::merge, result_patch(state->text),
                          berth::CompleteWith(completion_, call));
        return sent ? berth::Verdict::started()
                    : berth::Verdict::error("nothing may be sent to the API server any more");
    }

    berth::Events events() const {
        std::vector<berth::Registration> all = {
            berth::on(berth::Resource::node,
                      berth::Action::add | berth::Action::update_node_allocatable),
            berth::on(berth::Resource::assigned_pod,
                      berth::Action::remove | berth::Action::update_other)};
        for (const std::string& resource : watched_) {
            all.push_back(berth::on_custom(resource, berth::Action::add | berth::Action::update));
        }
        return all;
    }

    static constexpr std::uint32_t state_version = 1, oldest_state = 1;
    static constexpr bool state_holds_reservations = true;
    std::string save_state() const { return reservations_.save(); }
    void load_state(std::uint32_t, std::string_view bytes) {
        reservations_.load(bytes);
        records_.forget_all();
    }

private:
    void open(const MatchArgs& args) {
        reads_crane_ = args.reads_crane();
        reads_exporter_ = args.reads_exporter();
        if (reads_crane_) {
            follow<&NodeResourceTopologyMatch::on_crane>("topology.crane.io", "v1alpha1");
            client_.declare({.plural = "pods"}, BERTH_VERB_PATCH);
            if (!client_.served()) {
                log_.warning("this host cannot patch pods: their zones are reserved, not written");
            }
        }
        if (reads_exporter_) {
            follow<&NodeResourceTopologyMatch::on_exported>("topology.node.k8s.io", "v1alpha2");
        }
    }

    template <auto Member>
    void follow(std::string_view group, std::string_view version) {
        const std::uint32_t kind = objects_.open_resource(group, version, kPlural);
        watch_.objects<Member>(kind, *this);
        watched_.push_back(std::string(kPlural) + "." + std::string(version) + "." +
                           std::string(group));
    }

    void on_crane(const berth_json_object* before, const berth_json_object* now) {
        const std::string node(berth::text((now == nullptr ? before : now)->meta->name));
        records_.forget(node);
        if (now == nullptr) {
            topologies_.erase(node);
            return;
        }
        auto read = read_crane(berth::text(now->json));
        if (read.topology) {
            topologies_[node] = std::make_shared<const CraneTopology>(std::move(*read.topology));
        } else {
            complain(node, read.error);
            topologies_.erase(node);
        }
    }

    void on_exported(const berth_json_object* before, const berth_json_object* now) {
        if (now == nullptr) {
            exported_.remove(berth::text(before->meta->name));
            return;
        }
        auto read = read_exported(berth::text(now->json));
        if (!read.topology) {
            complain(berth::text(now->meta->name), read.error);
            exported_.remove(berth::text(now->meta->name));
            return;
        }
        exported_.put(berth::text(now->meta->name), std::move(*read.topology));
    }

    void complain(std::string_view node, const TopologyError& error) {
        malformed_.add();
        log_.warning("NodeResourceTopology " + std::string(node) + ": " + error.field +
                     (error.field.empty() ? "" : ": ") + error.text +
                     ": it counts as if there were none");
    }

    static bool is_aware(const State& state, const NodeRecord& record) {
        return state.pinned.aware.value_or(record.single_numa_node);
    }

    // In how many zones; 0: it cannot be.
    static std::size_t zones_needed(const State& state, const NodeRecord& record) {
        const Amounts& request = state.pinned.amounts;
        if (!record.has_zone) {
            return 0;
        }
        const bool aware = is_aware(state, record);
        if (state.simple) {
            const bool fits_first =
                aware ? request.milli_cpu <= record.milli_cpu && request.memory <= record.memory &&
                            request.ephemeral_storage <= record.ephemeral_storage
                      : request.milli_cpu <= record.shareable_milli_cpu &&
                            (request.memory == 0 || request.memory <= record.memory) &&
                            (request.ephemeral_storage == 0 ||
                             request.ephemeral_storage <= record.ephemeral_storage);
            if (fits_first) {
                return 1;
            }
        }
        return place(request, aware, record.zones).size();
    }

    void filter_zones(const State& state, const berth::Nodes& nodes,
                      berth::Verdicts& verdicts) const {
        const NodeRecord* const records = records_.rows();
        const std::uint64_t* const made = records_.generations();
        const std::uint64_t* const now = nodes.columns().generation;
        std::uint8_t* const zones = state.zones.get();
        berth::for_rows(nodes, [&](auto rows) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const std::size_t row = rows[i];
                if (made[row] == now[row]) {
                    judge(state, records[row], zones[row], i, verdicts);
                } else {
                    const auto at = static_cast<std::uint32_t>(i);
                    judge(state, records_.make(nodes[at].flat()), zones[row], i, verdicts);
                }
            }
        });
    }

    void judge(const State& state, const NodeRecord& record, std::uint8_t& zones,
               std::size_t position, berth::Verdicts& verdicts) const {
        zones = 0;
        if (record.kind != NodeRecord::Kind::kZones) {
            // An exporter's object will do where that is read too.
            if (record.kind == NodeRecord::Kind::kUnknown && !reads_exporter_) {
                verdicts.unschedulable(position, no_topology_);
            }
            return;
        }
        const std::size_t needed = zones_needed(state, record);
        if (needed == 0) {
            verdicts.unschedulable(position, no_room_);
        }
        zones = static_cast<std::uint8_t>(std::min<std::size_t>(needed, kScores.size() - 1));
    }

    void filter_exported(const State& state, const berth::Nodes& nodes,
                         berth::Verdicts& verdicts) const {
        if (state.aligned.qos == Qos::kBestEffort && !state.aligned.devices) {
            return;
        }
        for (auto [position, row] : nodes) {
            const ExportedTopology* const topology = exported_.row(row);
            if (topology == nullptr || !topology->single_numa_node ||
                verdicts.codes()[position] != BERTH_SUCCESS || state.zones[row] != 0) {
                continue;
            }
            switch (align(state.aligned, *topology, *nodes[position].flat().allocatable)) {
                case Alignment::kFits: break;
                case Alignment::kPod: verdicts.unschedulable(position, no_pod_); break;
                case Alignment::kInitContainer:
                    verdicts.unschedulable(position, no_init_container_);
                    break;
                case Alignment::kContainer: verdicts.unschedulable(position, no_container_); break;
            }
        }
    }

    void score_exported(const State& state, const berth::Nodes& nodes, berth::Scores scores) const {
        for (auto [position, row] : nodes) {
            if (state.zones[row] == 0) {
                scores[position] = exported_.score(state.aligned, row);
            }
        }
    }

    static constexpr auto kScores = [] {
        std::array<std::int64_t, 102> scores{};
        for (std::size_t zones = 1; zones < scores.size(); ++zones) {
            scores[zones] = berth::kMaxScore / static_cast<std::int64_t>(zones);
        }
        return scores;
    }();

    berth::Log log_;
    berth::Clock clock_;
    berth::Objects objects_;
    berth::Watch watch_;
    berth::Client client_;
    berth::Completion completion_;
    std::vector<std::string> aware_resources_;
    bool counts_cpus_;
    bool reads_crane_ = false, reads_exporter_ = false;
    std::vector<std::string> watched_;
    NodeRecords::Topologies topologies_;  // by the node's name
    Reservations reservations_;
    NodeRecords records_;
    ExportedNodes exported_;
    berth::Reasons no_topology_, no_room_, no_pod_, no_init_container_, no_container_;
    berth::Series malformed_;
    berth::MetricFamily placed_;
};

}  // namespace
}  // namespace berth::numa

BERTH_EXPORT_PLUGINS(berth::numa::NodeResourceTopologyMatch)
