#include "core/scheduler/extender_pass.hpp"

#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/log.hpp"
#include "core/framework/pass/extender.hpp"

namespace berth::scheduler {

namespace {

using framework::Extender;

// Extenders score from 0 to 10, plugins from 0 to 100.
constexpr std::int64_t kScale = BERTH_SCORE_MAXIMUM / 10;

class Rows final : public framework::ExtenderNodes {
public:
    Rows(const cache::Snapshot& snapshot, const std::vector<std::uint32_t>& rows)
        : snapshot_(snapshot), rows_(rows) {}

    [[nodiscard]] std::size_t size() const override { return rows_.size(); }
    [[nodiscard]] std::string_view name(std::size_t position) const override {
        return snapshot_.info(rows_[position]).name();
    }
    [[nodiscard]] const model::Node& object(std::size_t position) const override {
        return *snapshot_.info(rows_[position]).node();
    }

private:
    const cache::Snapshot& snapshot_;
    const std::vector<std::uint32_t>& rows_;
};

void note_failed(framework::Cycle& cycle, const cache::Snapshot& snapshot,
                 const framework::FailedNode& failed, framework::NodeVerdicts& verdicts) {
    const std::uint32_t row = snapshot.row_of(failed.name);
    if (row == BERTH_NO_ROW) {
        return;
    }
    verdicts.code[row] =
        failed.unresolvable ? BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE : BERTH_UNSCHEDULABLE;
    verdicts.plugin[row] = framework::kNoPlugin;
    verdicts.reasons[row] = cycle.details().add({failed.reason});
}

// A row that an extender took away without a word has no status at all.
void forget(const std::vector<std::uint32_t>& rows, framework::NodeVerdicts& verdicts) {
    for (const std::uint32_t row : rows) {
        verdicts.code[row] = framework::kNotEvaluated;
    }
}

void take_answer(framework::Cycle& cycle, const cache::Snapshot& snapshot,
                 const framework::ExtenderFilterAnswer& answer,
                 std::vector<std::uint32_t>& feasible, framework::NodeVerdicts& verdicts) {
    std::vector<std::uint32_t> stay;
    stay.reserve(answer.positions.size());
    for (const std::size_t position : answer.positions) {
        stay.push_back(feasible[position]);
    }
    forget(feasible, verdicts);
    for (const framework::FailedNode& failed : answer.failed) {
        note_failed(cycle, snapshot, failed, verdicts);
    }
    for (const std::uint32_t row : stay) {
        verdicts.code[row] = BERTH_SUCCESS;
    }
    feasible = std::move(stay);
}

std::int64_t weighted(std::int64_t score, std::int64_t weight) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(score) *
                                     static_cast<std::uint64_t>(weight) *
                                     static_cast<std::uint64_t>(kScale));
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

ExtenderScores by_position(const Extender& extender, const framework::HostPriorities& priorities,
                           const Rows& nodes) {
    std::unordered_map<std::string_view, std::int64_t> scores;
    for (const framework::HostPriority& priority : priorities) {
        std::int64_t& score = scores[priority.node];
        score = sum(score, priority.score);
    }
    ExtenderScores out{.extender = extender.name(), .raw = {}, .weighted = {}};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto found = scores.find(nodes.name(i));
        out.raw.push_back(found == scores.end() ? 0 : found->second);
        out.weighted.push_back(weighted(out.raw.back(), extender.traits().weight));
    }
    return out;
}

}  // namespace

framework::Status run_extender_filters(framework::Cycle& cycle, const cache::Snapshot& snapshot,
                                       std::vector<std::uint32_t>& feasible,
                                       framework::NodeVerdicts& verdicts) {
    for (const auto& extender : cycle.generation().extenders) {
        if (feasible.empty()) {
            break;
        }
        if (!extender->traits().filters || !extender->interested(*cycle.pod())) {
            continue;
        }
        const auto answer = extender->filter(*cycle.pod(), Rows(snapshot, feasible));
        if (answer) {
            take_answer(cycle, snapshot, *answer, feasible, verdicts);
        } else if (extender->traits().ignorable) {
            BERTH_LOG(base::Severity::kInfo, "extender {}: passed over, as it is ignorable: {}",
                      extender->name(), answer.error().message());
        } else {
            return framework::Status::error(answer.error().message());
        }
    }
    return {};
}

std::vector<ExtenderScores> run_extender_priorities(const framework::Cycle& cycle,
                                                    const cache::Snapshot& snapshot,
                                                    const std::vector<std::uint32_t>& feasible,
                                                    std::vector<std::int64_t>& totals) {
    const Rows nodes(snapshot, feasible);
    using Answer = std::function<base::Result<framework::HostPriorities>()>;
    std::vector<std::pair<const Extender*, Answer>> asked;
    for (const auto& extender : cycle.generation().extenders) {
        if (extender->traits().prioritizes && extender->interested(*cycle.pod())) {
            asked.emplace_back(extender.get(), extender->prioritize(*cycle.pod(), nodes));
        }
    }
    std::vector<ExtenderScores> out;
    for (const auto& [extender, answer] : asked) {
        const auto priorities = answer();
        if (!priorities) {
            BERTH_LOG(base::Severity::kInfo, "extender {}: no priorities: {}", extender->name(),
                      priorities.error().message());
            continue;
        }
        out.push_back(by_position(*extender, *priorities, nodes));
        for (std::size_t i = 0; i < totals.size(); ++i) {
            totals[i] = sum(totals[i], out.back().weighted[i]);
        }
    }
    return out;
}

}  // namespace berth::scheduler
