#include "core/explain/explainer.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/explain/candidate_list.hpp"
#include "core/framework/runner.hpp"
#include "core/host/context.hpp"
#include "core/scheduler/ask_post_filter.hpp"

namespace berth::explain {
namespace {

using framework::Code;
using framework::PodInfoRef;
using scheduler::Outcome;

std::string_view text(berth_str str) {
    return {str.ptr, str.len};
}

std::string full_name(const framework::PodInfo& pod) {
    return fmt::format("{}/{}", pod.namespace_name(), pod.name());
}

Rejection rejection_of(const framework::Status& status) {
    return {status.plugin, std::string(to_text(status.code)), status.reasons};
}

}  // namespace

Explainer::Explainer(Needs needs, framework::GenerationRef generation,
                     framework::TieBreak tie_break)
    : needs_(needs),
      generation_(std::move(generation)),
      views_(needs.symbols),
      cache_(needs.symbols),
      index_(cache_, needs.host.symbols()),
      catalog_(cache_, waiting_, needs.symbols),
      arena_(1, 0),
      algorithm_(arena_, tie_break) {
    cache_.use_columns(generation_);
    needs_.host.set_pods(&catalog_);
    needs_.host.set_index(&index_);
    needs_.host.set_nominator(&nominator_);
    if (needs_.writes_to != nullptr) {
        desk_.emplace(needs_.host, *needs_.writes_to);
    }
}

Explainer::~Explainer() {
    desk_.reset();
    needs_.host.set_nominator(nullptr);
    needs_.host.set_index(nullptr);
    needs_.host.set_pods(nullptr);
}

void Explainer::load_namespaces(const std::vector<model::Object>& namespaces) {
    for (const model::Object& object : namespaces) {
        index_.set_namespace(*model::as<model::Namespace>(object));
    }
}

void Explainer::load_others(const std::vector<model::Object>& objects) {
    for (const model::Object& object : objects) {
        needs_.host.objects().apply({access::ChangeType::kAdded, object, {}});
    }
}

void Explainer::load(const std::vector<model::Object>& nodes,
                     const std::vector<model::Object>& pods) {
    for (const model::Object& node : nodes) {
        cache_.add_node(model::as<model::Node>(node));
    }
    for (const model::Object& object : pods) {
        const auto pod = model::as<model::Pod>(object);
        if (pod->is_finished()) {
            continue;
        }
        PodInfoRef info = views_.make(pod);
        if (!pod->node_name.empty()) {
            cache_.add_pod(std::move(info));
            continue;
        }
        // Nominations of pods that another scheduler looks after are not known to this one.
        if (!pod->status.nominated_node_name.empty() &&
            generation_->find(pod->spec->scheduler_name) != nullptr) {
            nominator_.add(info);
        }
        waiting_.put(info);
        pending_.push_back(std::move(info));
    }
    std::stable_sort(pending_.begin(), pending_.end(), [](const auto& a, const auto& b) {
        return a->view.priority > b->view.priority;
    });
}

Answer Explainer::judge(const PodInfoRef& pod) {
    Answer answer;
    answer.pod = full_name(*pod);
    const framework::Profile* profile = generation_->find(text(pod->view.scheduler_name));
    if (profile == nullptr) {
        answer.skipped = fmt::format("no profile {}", text(pod->view.scheduler_name));
        return answer;
    }
    if ((pod->view.flags & BERTH_POD_TERMINATING) != 0) {
        answer.skipped = "being deleted";
        return answer;
    }
    const framework::Status held = run_pre_enqueue(*generation_, *profile, *pod, nullptr);
    if (!held.ok()) {
        answer.skipped = fmt::format("{}: {}", held.plugin, held.message());
        return answer;
    }
    const base::Time now = needs_.clock.now();
    snapshot_ = &cache_.snapshot(now);
    needs_.host.set_snapshot(snapshot_);
    answer.nodes = snapshot_->rows();
    framework::Cycle cycle;
    cycle.begin(generation_, *profile, pod, ++cycles_, now.nanoseconds);
    decide(cycle, pod, answer);
    cycle.end();
    needs_.host.set_snapshot(nullptr);
    return answer;
}

void Explainer::decide(framework::Cycle& cycle, const PodInfoRef& pod, Answer& answer) {
    algorithm_.run(cycle, *snapshot_, nominator_, scheduler::Depth::kExplain, decision_);
    if (!decision_.pre_filter.status.ok() && decision_.outcome != Outcome::kNoNodes) {
        answer.pre_filter = rejection_of(decision_.pre_filter.status);
    }
    switch (decision_.outcome) {
        case Outcome::kChosen:
            fill_refusals(cycle, answer);
            fill_best(answer);
            fill_scores(answer);
            place(cycle, pod, answer);
            break;
        case Outcome::kNoFit:
            fill_refusals(cycle, answer);
            answer.unschedulable_plugins = decision_.diagnosis.unschedulable;
            find_candidates(cycle, answer);
            answer.message = scheduler::fit_error_text(decision_.diagnosis, cycle);
            break;
        case Outcome::kNoNodes: answer.message = std::string(scheduler::kNoNodesMessage); break;
        case Outcome::kError:
            fill_refusals(cycle, answer);
            if (!decision_.filter.error.ok()) {
                answer.rejected[node_name(decision_.filter.error_row)] = {
                    decision_.error.plugin,
                    std::string(to_text(decision_.error.code)),
                    {decision_.error.message()}};
            }
            if (decision_.filter.feasible.empty()) {
                answer.message = decision_.error.message();
            } else {
                answer.error = decision_.error.message();  // PreScore or Score
            }
            break;
    }
}

void Explainer::find_candidates(framework::Cycle& cycle, Answer& answer) {
    if (cycle.profile().post_filter.empty()) {
        return;
    }
    CandidateList candidates(*snapshot_);
    const framework::PostFilterResult result =
        scheduler::ask_post_filter({cycle, *snapshot_, nominator_}, decision_.diagnosis,
                                   needs_.host.dry_runs(), candidates.sink());
    answer.nominated = scheduler::nominated_node(result, *snapshot_).value_or("");
    candidates.fill(answer.nominated, answer);
}

void Explainer::fill_refusals(const framework::Cycle& cycle, Answer& answer) const {
    if (answer.pre_filter) {
        return;
    }
    const framework::NodeVerdicts& verdicts = decision_.diagnosis.verdicts;
    // The nominated node took it: no other node was looked at.
    const bool nominated_alone =
        decision_.outcome == Outcome::kChosen && !decision_.scored &&
        node_name(decision_.row) == text(cycle.pod_view().nominated_node_name);
    for (std::uint32_t row = 0; row < verdicts.code.size(); ++row) {
        if (verdicts.code[row] == framework::kNotEvaluated) {
            if (!decision_.diagnosis.left_out_reason.empty() && !nominated_alone) {
                answer.rejected[node_name(row)] = {
                    "",
                    std::string(to_text(Code::kUnschedulableAndUnresolvable)),
                    {decision_.diagnosis.left_out_reason}};
            }
        } else if (verdicts.code[row] != BERTH_SUCCESS) {
            const std::uint16_t plugin = verdicts.plugin[row];
            const auto& instances = cycle.profile().instances;
            answer.rejected[node_name(row)] = {
                plugin < instances.size() ? instances[plugin]->name : "",
                std::string(to_text(static_cast<Code>(verdicts.code[row]))),
                cycle.texts(verdicts.reasons[row])};
        }
    }
}

void Explainer::fill_best(Answer& answer) const {
    const auto& feasible = decision_.filter.feasible;
    answer.node = node_name(decision_.row);
    if (feasible.size() == 1) {
        answer.best = {answer.node};
        return;
    }
    const auto& totals = decision_.scores.totals;
    const std::int64_t most = *std::max_element(totals.begin(), totals.end());
    for (std::size_t i = 0; i < feasible.size(); ++i) {
        if (totals[i] == most) {
            answer.best.push_back(node_name(feasible[i]));
        }
    }
    std::sort(answer.best.begin(), answer.best.end());
}

void Explainer::fill_scores(Answer& answer) const {
    if (!decision_.scored) {
        return;
    }
    const auto& feasible = decision_.filter.feasible;
    for (std::size_t i = 0; i < feasible.size(); ++i) {
        NodeScore& score = answer.scores[node_name(feasible[i])];
        score.total = decision_.scores.totals[i];
        for (const framework::PluginScores& part : decision_.scores.plugins) {
            score.plugins.push_back({part.plugin->name, part.raw[i], part.weighted[i]});
        }
        for (const scheduler::ExtenderScores& part : decision_.extender_scores) {
            score.plugins.push_back({part.extender, part.raw[i], part.weighted[i]});
        }
    }
}

void Explainer::place(framework::Cycle& cycle, const PodInfoRef& pod, Answer& answer) {
    auto placed = std::make_shared<model::Pod>(*pod->pod);
    placed->node_name = answer.node;
    placed->status.start_time = placed->meta.creation;
    cache_.assume(views_.make(std::move(placed)), decision_.row);
    nominator_.remove(*pod);
    const berth_columns& columns = snapshot_->columns();
    const std::string uid(text(snapshot_->node(decision_.row)->uid));
    const berth_node_ref node{.struct_size = sizeof(berth_node_ref),
                              .reserved = 0,
                              .id = columns.node_id[decision_.row],
                              .name = {answer.node.data(), answer.node.size()},
                              .uid = {uid.data(), uid.size()}};
    framework::Status status = run_reserve(cycle, node);
    if (status.ok() && desk_) {
        status = desk_->pre_bind(cycle, node);
        answer.writes = desk_->take_writes();
    }
    if (!status.ok() && status.code != Code::kStarted) {
        answer.error = status.message();
        run_unreserve(cycle, node);
        cache_.forget(pod->uid());
    }
}

std::string Explainer::node_name(std::uint32_t row) const {
    return std::string(text(snapshot_->columns().name[row]));
}

}  // namespace berth::explain
