#include "core/framework/score_pass.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/framework/pass/score_chunk.hpp"
#include "core/framework/pass/score_loops.hpp"
#include "core/framework/plugin_call.hpp"

namespace berth::framework {

struct ScorePass::Buffers {
    std::vector<ActiveScore> plugins;
    std::deque<std::vector<std::int64_t>> scores;
    std::deque<ScoreChunk> chunks;
};

namespace {

std::size_t choose_plugins(Cycle& cycle, std::size_t count, std::vector<ActiveScore>& plugins,
                           std::deque<std::vector<std::int64_t>>& scores) {
    plugins.clear();
    for (const ScorePlugin& entry : cycle.profile().score) {
        if (cycle.skips_score(entry.plugin->number)) {
            continue;
        }
        if (scores.size() == plugins.size()) {
            scores.emplace_back();
        }
        std::vector<std::int64_t>& column = scores[plugins.size()];
        column.resize(std::max(column.size(), count));
        const std::uint32_t traits = entry.plugin->tables.score->traits;
        plugins.push_back({.plugin = entry.plugin,
                           .weight = entry.weight,
                           .call = cycle.call(*entry.plugin),
                           .node_local = (traits & BERTH_TRAIT_NODE_LOCAL) != 0,
                           .scores = column.data(),
                           .constant = false,
                           .value = 0});
    }
    return plugins.size();
}

// Chunks of ascending rows: the feasible list is ascending but for the place where the walk went
// round. A list in any other order is scored row by row.
std::uint32_t make_chunks(std::span<const std::uint32_t> feasible, std::deque<ScoreChunk>& chunks) {
    const std::size_t descents = count_descents(feasible);
    const bool rotated = descents == 1 && feasible.back() < feasible.front();
    const bool ascending = descents == 0 || rotated;
    const auto round = std::partition_point(
        feasible.begin(), feasible.end(),
        [&](std::uint32_t row) { return !rotated || row >= feasible.front(); });
    const auto wrap = static_cast<std::size_t>(round - feasible.begin());
    std::uint32_t count = 0;
    for (std::size_t first = 0; first < feasible.size(); ++count) {
        const std::size_t end = first < wrap ? wrap : feasible.size();
        if (count == chunks.size()) {
            chunks.emplace_back();
        }
        ScoreChunk& chunk = chunks[count];
        chunk.rows = feasible.subspan(first, std::min<std::size_t>(end - first, kScoreChunkRows));
        chunk.first = static_cast<std::uint32_t>(first);
        chunk.ascending = ascending;
        first += chunk.rows.size();
    }
    return count;
}

Status score_all(const ScoreContext& context, std::span<const std::uint32_t> feasible, Arena& arena,
                 std::deque<ScoreChunk>& chunks) {
    const std::uint32_t count = make_chunks(feasible, chunks);
    if (arena.worth(static_cast<std::uint32_t>(feasible.size()))) {
        arena.run(count, [&](std::uint32_t i) { chunks[i].evaluate(context); });
    } else {
        for (std::uint32_t i = 0; i < count; ++i) {
            chunks[i].evaluate(context);
        }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!chunks[i].error.empty()) {
            return Status::error(chunks[i].error);
        }
    }
    return {};
}

Status normalize_by_plugin(Cycle& cycle, const ActiveScore& active, const berth_nodes& nodes) {
    berth_reasons reasons = 0;
    const PluginInstance& plugin = *active.plugin;
    const std::int32_t code = call_plugin(plugin, Point::kNormalize, &cycle.pod_view(), [&] {
        return active.plugin->tables.score->normalize(active.plugin->plugin, &active.call,
                                                      &cycle.pod_view(), &nodes, active.scores,
                                                      &reasons);
    });
    if (code == BERTH_SUCCESS) {
        return {};
    }
    const Status status = cycle.status(code, reasons, *active.plugin);
    return Status::error(fmt::format(
        "running Normalize on Score plugins: plugin \"{}\" failed with: {}", active.plugin->name,
        status.code == Code::kError || status.rejected()
            ? status.message()
            : fmt::format("the plugin returned {}, which is not allowed here",
                          to_text(status.code))));
}

bool in_range(Extremes scores) {
    return scores.minimum >= BERTH_SCORE_MINIMUM && scores.maximum <= BERTH_SCORE_MAXIMUM;
}

// Normalises one plugin's scores; false: some are out of range.
bool normalize_plugin(ActiveScore& active, std::span<std::int64_t> scores) {
    const std::uint32_t kind = active.plugin->tables.score->normalize_kind;
    const Extremes raw = extremes(scores);
    if (raw.minimum == raw.maximum) {
        active.constant = true;
        active.value = normalized(kind, raw.minimum, raw);
        return in_range({active.value, active.value});
    }
    if (kind == BERTH_NORMALIZE_NONE || kind == BERTH_NORMALIZE_CUSTOM) {
        return in_range(raw);
    }
    normalize(kind, scores, raw);
    // The formulas stay in range but for scores below zero.
    return raw.minimum >= 0 || kind == BERTH_NORMALIZE_MIN_MAX || in_range(extremes(scores));
}

void add_up(std::span<const ActiveScore> plugins, std::span<std::int64_t> totals) {
    std::uint64_t for_all = 0;
    for (const ActiveScore& active : plugins) {
        if (active.constant) {
            for_all += static_cast<std::uint64_t>(active.weight) *
                       static_cast<std::uint64_t>(active.value);
        }
    }
    const auto base = static_cast<std::int64_t>(for_all);
    bool first = true;
    for (const ActiveScore& active : plugins) {
        if (active.constant) {
            continue;
        }
        const std::span<const std::int64_t> scores(active.scores, totals.size());
        if (first) {
            set_weighted(totals, scores, active.weight, base);
        } else {
            add_weighted(totals, scores, active.weight);
        }
        first = false;
    }
    if (first) {
        std::fill(totals.begin(), totals.end(), base);
    }
}

std::int64_t score_at(const ActiveScore& active, std::size_t position) {
    return active.constant ? active.value : active.scores[position];
}

// kube-scheduler goes node by node, plugin by plugin, and stops at the first bad score.
Status first_bad_score(const Cycle& cycle, std::span<const ActiveScore> plugins,
                       std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        for (const ActiveScore& active : plugins) {
            const std::int64_t score = score_at(active, i);
            if (!in_range({score, score})) {
                report_misbehaviour(*active.plugin, Point::kScore, &cycle.pod_view(),
                                    fmt::format("its score {} is out of range", score));
                return Status::error(fmt::format(
                    "applying score defaultWeights on Score plugins: plugin \"{}\" returns an "
                    "invalid score {}, it should in the range of [{}, {}] after normalizing",
                    active.plugin->name, score, BERTH_SCORE_MINIMUM, BERTH_SCORE_MAXIMUM));
            }
        }
    }
    return {};
}

void keep_raw(std::span<const ActiveScore> plugins, std::size_t count, ScoreOutcome& out) {
    for (const ActiveScore& active : plugins) {
        PluginScores& kept = out.plugins.emplace_back();
        kept.plugin = active.plugin;
        kept.weight = active.weight;
        kept.raw.assign(active.scores, active.scores + count);
    }
}

void keep_weighted(std::span<const ActiveScore> plugins, std::size_t count, ScoreOutcome& out) {
    for (std::size_t p = 0; p < plugins.size(); ++p) {
        std::vector<std::int64_t>& weighted = out.plugins[p].weighted;
        weighted.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            weighted[i] = score_at(plugins[p], i) * plugins[p].weight;
        }
    }
}

Status finish(Cycle& cycle, const SnapshotView& snapshot, std::span<const std::uint32_t> feasible,
              std::span<ActiveScore> plugins, ScoreOutcome& out) {
    for (const ActiveScore& active : plugins) {
        if (active.plugin->tables.score->normalize_kind == BERTH_NORMALIZE_CUSTOM) {
            if (Status status = normalize_by_plugin(cycle, active, snapshot.list(feasible));
                !status.ok()) {
                return status;
            }
        }
    }
    bool good = true;
    for (ActiveScore& active : plugins) {
        good = normalize_plugin(active, {active.scores, feasible.size()}) && good;
    }
    if (!good) {
        return first_bad_score(cycle, plugins, feasible.size());
    }
    add_up(plugins, out.totals);
    return {};
}

}  // namespace

ScorePass::ScorePass(Arena& arena) : arena_(arena), buffers_(std::make_unique<Buffers>()) {}

ScorePass::~ScorePass() = default;

void ScorePass::run(Cycle& cycle, SnapshotView& snapshot, std::span<const std::uint32_t> feasible,
                    bool keep_parts, ScoreOutcome& out) {
    out.error = {};
    out.plugins.clear();
    std::vector<ActiveScore>& plugins = buffers_->plugins;
    if (feasible.empty() ||
        choose_plugins(cycle, feasible.size(), plugins, buffers_->scores) == 0) {
        out.totals.assign(feasible.size(), cycle.profile().score.empty() ? 1 : 0);
        return;
    }
    out.totals.resize(feasible.size());  // add_up sets every one
    const ScoreContext context{.cycle = &cycle, .snapshot = &snapshot, .plugins = plugins};
    out.error = score_all(context, feasible, arena_, buffers_->chunks);
    if (!out.error.ok()) {
        return;
    }
    if (keep_parts) {
        keep_raw(plugins, feasible.size(), out);
    }
    out.error = finish(cycle, snapshot, feasible, plugins, out);
    if (out.error.ok() && keep_parts) {
        keep_weighted(plugins, feasible.size(), out);
    }
}

}  // namespace berth::framework
