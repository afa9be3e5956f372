#include "core/framework/pass/score_chunk.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/framework/pass/score_loops.hpp"
#include "core/framework/plugin_call.hpp"

namespace berth::framework {

namespace {

struct Answer {
    std::int32_t code = BERTH_SUCCESS;
    berth_reasons reasons = 0;
    bool unwritten = false;
};

Answer ask(const ScoreContext& context, const ActiveScore& active, const berth_nodes& nodes,
           std::int64_t* scores) {
    constexpr std::int64_t kUnwritten = std::numeric_limits<std::int64_t>::min();
    fill({scores, nodes.count}, kUnwritten);
    Answer answer;
    const berth_pod* pod = &context.cycle->pod_view();
    answer.code = call_plugin(*active.plugin, Point::kScore, pod, [&] {
        return active.plugin->tables.score->score(active.plugin->plugin, &active.call,
                                                  &context.cycle->pod_view(), &nodes, scores,
                                                  &answer.reasons);
    });
    if (answer.code == BERTH_SUCCESS && any_equal({scores, nodes.count}, kUnwritten)) {
        report_misbehaviour(*active.plugin, Point::kScore, pod, "it left scores unwritten");
        answer.unwritten = true;
    }
    return answer;
}

void report_not_allowed_score(const ScoreContext& context, const ActiveScore& active,
                              std::int32_t code) {
    const Code said = static_cast<Code>(code);
    if (known_code(code) && said != Code::kError && !is_rejection(said)) {
        report_not_allowed(*active.plugin, Point::kScore, &context.cycle->pod_view(), code);
    }
}

}  // namespace

void ScoreChunk::evaluate(const ScoreContext& context) {
    error.clear();
    for (const ActiveScore& active : context.plugins) {
        if (!score(context, active)) {
            return;
        }
    }
}

bool ScoreChunk::score(const ScoreContext& context, const ActiveScore& active) {
    std::int64_t* const into = active.scores + first;
    const auto count = static_cast<std::uint32_t>(rows.size());
    const std::uint32_t begin = rows.front();
    const std::uint32_t width = ascending ? rows.back() - begin + 1 : 0;
    Answer answer;
    if (width == count) {
        answer = ask(context, active, context.snapshot->range(begin, count), into);
    } else {
        if (active.node_local && width != 0 && width <= 2 * count) {
            answer = ask(context, active, context.snapshot->range(begin, width), wide.data());
            if (answer.code == BERTH_SUCCESS && !answer.unwritten) {
                for (std::uint32_t i = 0; i < count; ++i) {
                    into[i] = wide[rows[i] - begin];
                }
                return true;
            }
            // It may have failed on a row that is not feasible.
        }
        answer = ask(context, active, context.snapshot->list(rows), into);
    }
    if (answer.unwritten) {
        error = fmt::format(
            "running Score plugins: plugin \"{}\" failed with: it left scores "
            "unwritten",
            active.plugin->name);
        return false;
    }
    if (answer.code == BERTH_SUCCESS) {
        return true;
    }
    report_not_allowed_score(context, active, answer.code);
    const Status status = context.cycle->status(answer.code, answer.reasons, *active.plugin);
    error = fmt::format("running Score plugins: plugin \"{}\" failed with: {}", active.plugin->name,
                        status.code == Code::kError || status.rejected()
                            ? status.message()
                            : fmt::format("the plugin returned {}, which is not allowed here",
                                          to_text(status.code)));
    return false;
}

}  // namespace berth::framework
