// Dynamic: refuses nodes whose measured load is above a limit, and prefers nodes with less load.
//
// The load stands in node annotations ("value,timestamp"), written by crane-scheduler's annotator;
// a policy file says which of them count. Answers are those of crane-scheduler's plugin of this
// name (c2c0533); docs/plugins/dynamic.md tells where they are not.
#include <optional>

#include <berth/draft/host/queue.h>
#include <berth/sdk.h>
#include <berth/sdk/draft.h>

#include "plugins/dynamic/bad_annotations.hpp"
#include "plugins/dynamic/node_load.hpp"
#include "plugins/dynamic/own_bindings.hpp"
#include "plugins/dynamic/policy.hpp"
#include "plugins/dynamic/time_zone.hpp"

namespace berth::dynamic {
namespace {

constexpr const char* kDefaultPath = "/etc/kubernetes/dynamic-scheduler-policy.yaml";

struct DynamicArgs {
    std::string policy_config_path = kDefaultPath;
    std::string time_zone;
    std::chrono::nanoseconds max_clock_skew{0};
    bool count_own_bindings = false;

    static constexpr auto describe() {
        return berth::fields(
            berth::field<&DynamicArgs::policy_config_path>.summary(
                "the DynamicSchedulerPolicy file; followed while it changes"),
            berth::field<&DynamicArgs::time_zone>.summary(
                "the zone of the annotations' timestamps; empty: $TZ, or Asia/Shanghai"),
            berth::field<&DynamicArgs::max_clock_skew>.min(std::chrono::nanoseconds(0)).summary("a timestamp further ahead of the clock does not count; 0: it does"),
            berth::field<&DynamicArgs::count_own_bindings>.summary(
                "pods placed since the hot value was written heat a node as well"));
    }
};

class Dynamic : public berth::Plugin<Dynamic, DynamicArgs> {
public:
    static constexpr auto name = "Dynamic";
    static constexpr auto summary = "refuses nodes with a high measured load, prefers the others";

    // One node at the moment when the cell was filled.
    struct Cell {
        std::int64_t until_ns;  // from then on it is out of date
        berth_reasons reason;   // of a refused node; 0: made when it is needed
        std::uint16_t refused;  // 0: no; else the limit's number and 1
        std::uint8_t score;
        std::uint8_t reserved;
    };
    static constexpr auto column_reads = berth::Action::update_node_annotation;

    Dynamic(const DynamicArgs& args, berth::Host& host)
        : host_(host),
          clock_(host.clock()),
          cells_(host),
          queue_(host.find<berth_queue_v1>(BERTH_HOST_QUEUE_V1)),
          zone_(args.time_zone),
          max_clock_skew_(args.max_clock_skew),
          count_own_bindings_(args.count_own_bindings),
          bad_(host) {
        try {
            follow(args);
        } catch (const std::exception& thrown) {
            throw std::runtime_error(
                std::string("failed to get scheduler policy from config file: ") + thrown.what());
        }
    }

    void fill_cell(const berth::Node& node, Cell& cell, berth::Filling& filling) {
        std::vector<Reading> readings;
        cell = cell_of(node, filling.now_ns(), &readings);
        filling.until(cell.until_ns);
        bad_.note(node.name(), policy_, readings);
        if (cell.refused != 0) {
            try {
                cell.reason = static_cast<berth_reasons>(
                    host_.reason(reason_text(node.name(), cell.refused)));
            } catch (const std::length_error&) {
                cell.reason = 0;  // the host's table is full: a detail for each pod
            }
        }
    }

    void filter(const berth::Pod& pod, const berth::Nodes& nodes, berth::Verdicts& verdicts,
                const berth::Call& call) const {
        if ((pod->flags & BERTH_POD_OWNED_BY_DAEMON_SET) != 0) {
            return;
        }
        const Cell* const cells = cells_[call];
        const std::int64_t now = call.now_ns();
        berth::for_rows(nodes, [&](auto rows) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const Cell& cell = cells[rows[i]];
                if (now >= cell.until_ns || cell.refused != 0) {
                    refuse(nodes, i, cell, verdicts, call);
                }
            }
        });
    }

    void score(const berth::Pod&, const berth::Nodes& nodes, berth::Scores scores,
               const berth::Call& call) const {
        const Cell* const cells = cells_[call];
        const std::int64_t now = call.now_ns();
        berth::for_rows(nodes, [&](auto rows) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const Cell& cell = cells[rows[i]];
                scores[i] = now < cell.until_ns
                                ? cell.score
                                : cell_of(nodes[static_cast<std::uint32_t>(i)], now).score;
            }
        });
    }

    berth::Verdict reserve(const berth::Pod& pod, const berth::NodeRef& node) {
        if (count_own_bindings_ && !policy_.hot_values.empty()) {
            own_.add(node.name(), pod.uid(), clock_.now_ns(), policy_);
            cells_.refill(node.name());
        }
        return berth::Verdict::success();
    }
    void unreserve(const berth::Pod& pod, const berth::NodeRef& node) {
        if (count_own_bindings_) {
            own_.remove(node.name(), pod.uid());
            cells_.refill(node.name());
        }
    }

    berth::Events events() const {
        return {berth::on(berth::Resource::node,
                          berth::Action::add | berth::Action::update_node_annotation)
                    .hint<&Dynamic::after_node>()};
    }
    bool after_node(const berth::Pod&, const berth::Event& event) const {
        return !event.new_node() || refusing_limit(event.new_node()->annotations(), rules(),
                                                   clock_.now_ns()) == NodeLoad::kNobody;
    }

private:
    void follow(const DynamicArgs& args) {
        // As crane-scheduler's defaults of v1beta2, which the later versions lost.
        const bool unset =
            args.policy_config_path.empty() && host_.config_version() == BERTH_CONFIG_V1BETA2;
        policy_file_.emplace(
            host_,
            berth::DocumentPlace{.path = unset ? std::string_view(kDefaultPath)
                                               : std::string_view(args.policy_config_path),
                                 .api_version = PolicyFile::kApiVersion,
                                 .kind = PolicyFile::kKind},
            [](PolicyFile&& file) { return make_policy(file.spec); },
            [this](Policy&& policy) {
                policy_ = std::move(policy);
                cells_.refill_all();
                if (queue_ != nullptr) {
                    queue_->wake_refused(host_.raw());
                }
            });
    }

    Rules rules() const { return {policy_, zone_, max_clock_skew_}; }

    Cell cell_of(const berth::Node& node, std::int64_t now_ns,
                 std::vector<Reading>* readings = nullptr) const {
        const berth::Labels annotations = node.annotations();
        std::int64_t until = std::numeric_limits<std::int64_t>::max();
        double own = 0;
        if (count_own_bindings_) {
            const auto hot = hot_value(annotations, rules(), now_ns, until);
            constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::min();
            own = own_.heat(node.name(), hot ? hot->stamp_ns : kAll, now_ns, policy_, until);
        }
        const NodeLoad load = judge(annotations, rules(), now_ns, own, readings);
        Cell cell{};
        cell.until_ns = std::min(until, load.until_ns);
        cell.score = load.score;
        if (load.refused_by != NodeLoad::kNobody) {
            cell.refused = static_cast<std::uint16_t>(load.refused_by + 1);
        }
        return cell;
    }

    std::string reason_text(std::string_view node, std::uint16_t refused) const {
        const std::size_t metric = policy_.limits[refused - 1u].metric;
        return "Load[" + policy_.metrics[metric].name + "] of node[" + std::string(node) +
               "] is too high";
    }

    // A node that is refused, or whose cell has just gone out of date.
    void refuse(const berth::Nodes& nodes, std::size_t position, const Cell& filled,
                berth::Verdicts& verdicts, const berth::Call& call) const {
        const berth::Node node = nodes[static_cast<std::uint32_t>(position)];
        const bool holds = call.now_ns() < filled.until_ns;
        const Cell cell = holds ? filled : cell_of(node, call.now_ns());
        if (cell.refused == 0) {
            return;
        }
        const berth::Reasons why = cell.reason != 0
                                       ? berth::Reasons{cell.reason}
                                       : call.detail(reason_text(node.name(), cell.refused));
        verdicts.unschedulable(position, why);
    }

    const berth::Host& host_;
    berth::Clock clock_;
    berth::Cells<Cell> cells_;
    const berth_queue_v1* queue_;  // null: not served, refused pods wait for other events
    TimeZone zone_;
    std::chrono::nanoseconds max_clock_skew_;
    bool count_own_bindings_;
    BadAnnotations bad_;
    Policy policy_;
    OwnBindings own_;
    std::optional<berth::Document<PolicyFile, Policy>> policy_file_;
};

}  // namespace
}  // namespace berth::dynamic

BERTH_EXPORT_PLUGINS(berth::dynamic::Dynamic)
