#include "core/framework/filter_pass.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/framework/pass/filter_chunk.hpp"
#include "core/framework/plugin_call.hpp"

namespace berth::framework {

namespace {

constexpr std::uint32_t kLeastSpan = 64;

void resize(NodeVerdicts& verdicts, std::uint32_t rows) {
    verdicts.code.resize(rows);
    verdicts.plugin.resize(rows);
    verdicts.reasons.resize(rows);
}

bool node_local(const PluginInstance& plugin) {
    return (plugin.tables.filter->traits & BERTH_TRAIT_NODE_LOCAL) != 0;
}

}  // namespace

void NodeVerdicts::reset(std::uint32_t rows) {
    code.assign(rows, kNotEvaluated);
    plugin.assign(rows, kNoPlugin);
    reasons.assign(rows, 0);
}

struct FilterPass::Buffers {
    std::vector<ActiveFilter> plugins;
    std::deque<FilterChunk> chunks;
};

namespace {

// One run of the pass.
class Walk {
public:
    Walk(Cycle& cycle, SnapshotView& snapshot, const FilterRequest& request, NodeVerdicts& verdicts,
         FilterOutcome& out, std::uint32_t rows)
        : cycle_(cycle),
          request_(request),
          verdicts_(verdicts),
          out_(out),
          rows_(rows),
          start_(request.start % rows) {
        context_.cycle = &cycle;
        context_.snapshot = &snapshot;
    }

    void run(Arena& arena, std::vector<ActiveFilter>& plugins, std::deque<FilterChunk>& chunks);

private:
    void walk(Arena& arena, std::deque<FilterChunk>& chunks);
    [[nodiscard]] std::uint32_t next_span() const;
    void place(FilterChunk& chunk, std::uint32_t position, std::uint32_t end) const;
    [[nodiscard]] std::span<const std::uint32_t> special_of(const ChunkRows& rows) const;
    // Goes through an evaluated chunk; false: the walk has ended.
    bool take(FilterChunk& chunk);
    bool take_slowly(FilterChunk& chunk);
    void judge_apart(FilterChunk& chunk, std::uint32_t position);
    void publish(const FilterChunk& chunk, std::uint32_t count);
    void forget(const FilterChunk& chunk, std::uint32_t from);
    void forget_from(std::uint32_t position);
    void forget_rows(std::uint32_t begin, std::uint32_t end);

    Cycle& cycle_;
    const FilterRequest& request_;
    NodeVerdicts& verdicts_;
    FilterOutcome& out_;
    FilterContext context_;
    std::uint32_t rows_;
    std::uint32_t start_;
    std::uint32_t position_ = 0;
};

// How many positions to evaluate before looking at the outcome again: as many as seem needed to
// find what is still wanted, going by the share that was feasible until now.
std::uint32_t Walk::next_span() const {
    const std::uint32_t left = rows_ - position_;
    const auto found = static_cast<std::uint64_t>(out_.feasible.size());
    std::uint64_t need = request_.wanted - found + 1;
    if (position_ != 0) {
        need = need * position_ / std::max<std::uint64_t>(found, 1);
    }
    need = (need + kLeastSpan - 1) / kLeastSpan * kLeastSpan;
    need = std::max<std::uint64_t>(need, kLeastSpan);
    return need + kLeastSpan >= left ? left : static_cast<std::uint32_t>(need);
}

void Walk::place(FilterChunk& chunk, std::uint32_t position, std::uint32_t end) const {
    std::uint32_t index = start_ + position;
    std::uint32_t before_wrap = rows_ - start_;
    std::uint32_t stop = end;
    if (index >= rows_) {
        index -= rows_;
    } else {
        stop = std::min(end, before_wrap);
    }
    const std::uint32_t count = std::min(stop - position, kChunkRows);
    if (request_.all_rows) {
        chunk.rows = {.list = nullptr, .begin = index, .count = count};
        chunk.verdicts = {verdicts_.code.data() + index, verdicts_.plugin.data() + index,
                          verdicts_.reasons.data() + index};
    } else {
        chunk.rows = {.list = request_.rows.data() + index, .begin = 0, .count = count};
        chunk.verdicts = {chunk.own_code.data(), chunk.own_plugin.data(), chunk.own_reasons.data()};
    }
    chunk.special = special_of(chunk.rows);
}

std::span<const std::uint32_t> Walk::special_of(const ChunkRows& rows) const {
    const auto& special = request_.special_rows;
    if (special.empty()) {
        return {};
    }
    const auto from = std::lower_bound(special.begin(), special.end(), rows.row(0));
    const auto to = std::upper_bound(from, special.end(), rows.row(rows.count - 1));
    return {from, to};
}

void Walk::run(Arena& arena, std::vector<ActiveFilter>& plugins, std::deque<FilterChunk>& chunks) {
    for (const PluginInstance* plugin : cycle_.profile().filter) {
        if (!cycle_.skips_filter(plugin->number)) {
            plugins.push_back({plugin, cycle_.call(*plugin), node_local(*plugin)});
        }
    }
    context_.plugins = plugins;
    walk(arena, chunks);
    if (request_.all_rows) {
        forget_from(position_);
    }
}

void Walk::walk(Arena& arena, std::deque<FilterChunk>& chunks) {
    while (position_ < rows_) {
        const std::uint32_t span = next_span();
        const std::uint32_t end = position_ + span;
        if (!arena.worth(span)) {
            while (position_ < end) {
                FilterChunk& chunk = chunks.empty() ? chunks.emplace_back() : chunks.front();
                place(chunk, position_, end);
                chunk.evaluate(context_);
                position_ += chunk.rows.count;
                if (!take(chunk)) {
                    return;
                }
            }
            continue;
        }
        std::uint32_t count = 0;
        for (; position_ < end; ++count) {
            if (count == chunks.size()) {
                chunks.emplace_back();
            }
            place(chunks[count], position_, end);
            position_ += chunks[count].rows.count;
        }
        arena.run(count, [&](std::uint32_t i) { chunks[i].evaluate(context_); });
        for (std::uint32_t i = 0; i < count; ++i) {
            if (!take(chunks[i])) {
                while (++i < count) {
                    forget(chunks[i], 0);
                }
                return;
            }
        }
    }
}

bool Walk::take(FilterChunk& chunk) {
    const std::uint32_t count = chunk.rows.count;
    const std::size_t feasible = chunk.feasible;
    if (chunk.failed || !chunk.special.empty() ||
        out_.feasible.size() + feasible > request_.wanted) {
        return take_slowly(chunk);
    }
    const std::size_t before = out_.feasible.size();
    out_.feasible.resize(before + count);
    std::uint32_t* const into = out_.feasible.data() + before;
    if (feasible == count) {
        list_range(chunk.rows.begin, count, into);
    } else {
        list_feasible(chunk.verdicts.code, count, chunk.rows.begin, into);
        out_.feasible.resize(before + feasible);
    }
    if (chunk.rows.list != nullptr) {
        for (std::size_t i = 0; i < feasible; ++i) {
            into[i] = chunk.rows.list[into[i]];
        }
    }
    out_.evaluated += count;
    publish(chunk, count);
    return true;
}

bool Walk::take_slowly(FilterChunk& chunk) {
    for (std::uint32_t i = 0; i < chunk.rows.count; ++i) {
        if (chunk.verdicts.code[i] == kNotEvaluated) {
            judge_apart(chunk, i);
        }
        const std::uint8_t code = chunk.verdicts.code[i];
        if (code == BERTH_ERROR) {
            out_.error = error_status(
                cycle_, {Code::kError, chunk.verdicts.plugin[i], chunk.verdicts.reasons[i]});
            out_.error_row = chunk.rows.row(i);
        }
        if (code == BERTH_ERROR ||
            (code == BERTH_SUCCESS && out_.feasible.size() == request_.wanted)) {
            publish(chunk, i);
            forget(chunk, i);
            return false;
        }
        if (code == BERTH_SUCCESS) {
            out_.feasible.push_back(chunk.rows.row(i));
        }
        ++out_.evaluated;
    }
    publish(chunk, chunk.rows.count);
    return true;
}

void Walk::judge_apart(FilterChunk& chunk, std::uint32_t position) {
    const RowVerdict verdict = request_.judge_row(chunk.rows.row(position));
    const bool valid = verdict.code == Code::kSuccess || is_rejection(verdict.code);
    chunk.verdicts.code[position] =
        valid ? static_cast<std::uint8_t>(verdict.code) : std::uint8_t{BERTH_ERROR};
    chunk.verdicts.plugin[position] = verdict.plugin;
    chunk.verdicts.reasons[position] = verdict.reasons;
}

// Verdicts of a list move to their rows; those of a range are there.
void Walk::publish(const FilterChunk& chunk, std::uint32_t count) {
    if (chunk.rows.list == nullptr) {
        return;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t row = chunk.rows.list[i];
        verdicts_.code[row] = chunk.own_code[i];
        verdicts_.plugin[row] = chunk.own_plugin[i];
        verdicts_.reasons[row] = chunk.own_reasons[i];
    }
}

void Walk::forget(const FilterChunk& chunk, std::uint32_t from) {
    if (chunk.rows.list == nullptr) {
        forget_rows(chunk.rows.begin + from, chunk.rows.begin + chunk.rows.count);
    }
}

// All rows of positions that were not evaluated: what they hold is of another pass.
void Walk::forget_from(std::uint32_t position) {
    const std::uint32_t before_wrap = rows_ - start_;
    if (position < before_wrap) {
        forget_rows(start_ + position, rows_);
    }
    forget_rows(position > before_wrap ? position - before_wrap : 0, start_);
}

void Walk::forget_rows(std::uint32_t begin, std::uint32_t end) {
    if (begin < end) {
        std::fill(verdicts_.code.begin() + begin, verdicts_.code.begin() + end, kNotEvaluated);
        std::fill(verdicts_.plugin.begin() + begin, verdicts_.plugin.begin() + end, kNoPlugin);
        std::fill(verdicts_.reasons.begin() + begin, verdicts_.reasons.begin() + end, 0);
    }
}

// Without Filter plugins kube-scheduler looks at no node: the first ones will do.
void take_first(const FilterRequest& request, std::uint32_t rows, NodeVerdicts& verdicts,
                FilterOutcome& out) {
    const std::uint32_t count = std::min(request.wanted, rows);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t index = (request.start % rows + i) % rows;
        const std::uint32_t row = request.all_rows ? index : request.rows[index];
        out.feasible.push_back(row);
        verdicts.code[row] = BERTH_SUCCESS;
    }
    out.evaluated = count;
}

}  // namespace

Status error_status(const Cycle& cycle, const RowVerdict& verdict) {
    if (verdict.plugin == kNoPlugin) {
        Status status;
        status.code = Code::kError;
        status.reasons = cycle.texts(verdict.reasons);
        return status;
    }
    const PluginInstance& plugin = *cycle.profile().instances[verdict.plugin];
    const Status said = cycle.status(BERTH_ERROR, verdict.reasons, plugin);
    return Status::error(
        fmt::format("running \"{}\" filter plugin: {}", plugin.name, said.message()), plugin.name);
}

FilterPass::FilterPass(Arena& arena) : arena_(arena), buffers_(std::make_unique<Buffers>()) {}

FilterPass::~FilterPass() = default;

void FilterPass::run(Cycle& cycle, SnapshotView& snapshot, const FilterRequest& request,
                     NodeVerdicts& verdicts, FilterOutcome& out) {
    const std::uint32_t all = snapshot.rows();
    out.feasible.clear();
    out.evaluated = 0;
    out.error = {};
    const std::uint32_t rows =
        request.all_rows ? all : static_cast<std::uint32_t>(request.rows.size());
    const bool no_plugins = cycle.profile().filter.empty();
    if (request.all_rows && !no_plugins) {
        resize(verdicts, all);  // the walk sets every row
    } else {
        verdicts.reset(all);
    }
    if (rows == 0) {
        return;
    }
    if (no_plugins) {
        take_first(request, rows, verdicts, out);
        return;
    }
    buffers_->plugins.clear();
    Walk(cycle, snapshot, request, verdicts, out, rows)
        .run(arena_, buffers_->plugins, buffers_->chunks);
}

RowVerdict FilterPass::judge(Cycle& cycle, SnapshotView& snapshot, std::uint32_t row) {
    const berth_nodes nodes = snapshot.range(row, 1);
    for (const PluginInstance* plugin : cycle.profile().filter) {
        if (cycle.skips_filter(plugin->number)) {
            continue;
        }
        std::uint8_t code = BERTH_SUCCESS;
        berth_reasons reasons = 0;
        berth_verdicts verdicts{
            .struct_size = sizeof(berth_verdicts), .count = 1, .code = &code, .reasons = &reasons};
        const berth_call call = cycle.call(*plugin);
        const std::int32_t status = call_plugin(*plugin, Point::kFilter, &cycle.pod_view(), [&] {
            return plugin->tables.filter->filter(plugin->plugin, &call, &cycle.pod_view(), &nodes,
                                                 &verdicts);
        });
        const std::int32_t said = status != BERTH_SUCCESS ? status : code;
        if (said == BERTH_SUCCESS) {
            continue;
        }
        const auto number = static_cast<std::uint16_t>(plugin->number);
        const bool known = status == BERTH_SUCCESS && is_rejection(static_cast<Code>(code));
        return known ? RowVerdict{static_cast<Code>(code), number, reasons}
                     : RowVerdict{Code::kError, number,
                                  failure_reasons(cycle, said, reasons, *plugin)};
    }
    return {};
}

}  // namespace berth::framework
