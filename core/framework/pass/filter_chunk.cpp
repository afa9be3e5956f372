#include "core/framework/pass/filter_chunk.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "core/framework/filter_pass.hpp"
#include "core/framework/plugin_call.hpp"

namespace berth::framework {

namespace {

// From how many survivors on a NODE_LOCAL plugin gets the whole chunk: columns in a row are faster
// than a list, until most of the work is for nothing.
bool dense(std::uint32_t alive, std::uint32_t count) {
    return alive * 4 >= count;
}

bool legal(std::uint8_t code) {
    return code <= BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE || code == BERTH_PENDING;
}

// As a verdict on a row, or for the whole call: then it may have been reported already.
void report_verdict(const PluginInstance& plugin, const Cycle& cycle, std::int32_t code) {
    if (known_code(code)) {
        report_not_allowed(plugin, Point::kFilter, &cycle.pod_view(), code);
    } else if (code >= 0) {
        report_code(plugin, Point::kFilter, &cycle.pod_view(), code);
    }
}

}  // namespace

berth_reasons failure_reasons(Cycle& cycle, std::int32_t code, berth_reasons said,
                              const PluginInstance& plugin) {
    const Status status = cycle.status(code, said, plugin);
    if (status.code == Code::kError && code == BERTH_ERROR) {
        return cycle.details().add(status.reasons);
    }
    report_verdict(plugin, cycle, code);
    if (status.code == Code::kError) {
        return cycle.details().add(status.reasons);
    }
    return cycle.details().add(
        {fmt::format("the plugin returned {}, which is not allowed here", to_text(status.code))});
}

void FilterChunk::evaluate(const FilterContext& context) {
    prepare();
    for (const ActiveFilter& filter : context.plugins) {
        if (feasible == 0) {
            break;
        }
        if (ask(context, filter)) {
            feasible = static_cast<std::uint32_t>(count_feasible(verdicts.code, rows.count));
            // Not if it was about rows that others had refused before.
            failed = failed && any_error(verdicts.code, rows.count);
        }
    }
}

void FilterChunk::prepare() {
    std::fill_n(verdicts.code, rows.count, std::uint8_t{BERTH_SUCCESS});
    std::fill_n(verdicts.plugin, rows.count, kNoPlugin);
    std::fill_n(verdicts.reasons, rows.count, berth_reasons{0});
    failed = false;
    std::uint32_t position = 0;
    for (const std::uint32_t row : special) {
        if (rows.list == nullptr) {
            verdicts.code[row - rows.begin] = kNotEvaluated;
            continue;
        }
        while (rows.list[position] < row) {
            ++position;
        }
        if (rows.list[position] == row) {  // else it was left out by narrowing
            verdicts.code[position] = kNotEvaluated;
        }
    }
    feasible = special.empty()
                   ? rows.count
                   : static_cast<std::uint32_t>(count_feasible(verdicts.code, rows.count));
}

bool FilterChunk::ask(const FilterContext& context, const ActiveFilter& filter) {
    const auto number = static_cast<std::uint16_t>(filter.plugin->number);
    const bool all_alive = feasible == rows.count;
    std::int32_t code = BERTH_ERROR;
    if (all_alive || (filter.node_local && special.empty() && dense(feasible, rows.count))) {
        const berth_nodes nodes = whole(context);
        code = call(context, filter, nodes);
        if (code == BERTH_SUCCESS) {
            if (!any_refused(answer_code.data(), rows.count)) {
                return false;
            }
            repair(context, filter, nodes);
            merge_verdicts(verdicts, number, answer_code.data(), answer_reasons.data(), rows.count);
            return true;
        }
    }
    const berth_nodes nodes = list_alive(context);
    if (!all_alive) {
        // A failure on the whole chunk may have been about rows that others have refused.
        code = call(context, filter, nodes);
    }
    if (code == BERTH_SUCCESS) {
        repair(context, filter, nodes);
    } else {
        const berth_reasons why =
            failure_reasons(*context.cycle, code, answer_reasons[0], *filter.plugin);
        std::fill_n(answer_code.data(), nodes.count, std::uint8_t{BERTH_ERROR});
        std::fill_n(answer_reasons.data(), nodes.count, why);
        failed = true;
    }
    spread(number, nodes.count);
    return true;
}

std::int32_t FilterChunk::call(const FilterContext& context, const ActiveFilter& filter,
                               const berth_nodes& nodes) {
    std::fill_n(answer_code.data(), nodes.count, std::uint8_t{BERTH_SUCCESS});
    std::fill_n(answer_reasons.data(), nodes.count, berth_reasons{0});
    berth_verdicts answer{.struct_size = sizeof(berth_verdicts),
                          .count = nodes.count,
                          .code = answer_code.data(),
                          .reasons = answer_reasons.data()};
    return call_plugin(*filter.plugin, Point::kFilter, &context.cycle->pod_view(), [&] {
        return filter.plugin->tables.filter->filter(filter.plugin->plugin, &filter.call,
                                                    &context.cycle->pod_view(), &nodes, &answer);
    });
}

berth_nodes FilterChunk::whole(const FilterContext& context) const {
    return rows.list == nullptr ? context.snapshot->range(rows.begin, rows.count)
                                : context.snapshot->list({rows.list, rows.count});
}

berth_nodes FilterChunk::list_alive(const FilterContext& context) {
    const std::size_t alive = list_feasible(verdicts.code, rows.count, 0, alive_positions.data());
    for (std::size_t i = 0; i < alive; ++i) {
        alive_rows[i] = rows.row(alive_positions[i]);
    }
    return context.snapshot->list({alive_rows.data(), alive});
}

void FilterChunk::repair(const FilterContext& context, const ActiveFilter& filter,
                         const berth_nodes& nodes) {
    failed = failed || any_error(answer_code.data(), nodes.count);
    if (!any_illegal(answer_code.data(), nodes.count)) {
        return;
    }
    failed = true;
    for (std::uint32_t i = 0; i < nodes.count; ++i) {
        if (!legal(answer_code[i])) {
            answer_reasons[i] =
                failure_reasons(*context.cycle, answer_code[i], answer_reasons[i], *filter.plugin);
            answer_code[i] = BERTH_ERROR;
        }
    }
}

void FilterChunk::spread(std::uint16_t number, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
        if (answer_code[i] != BERTH_SUCCESS) {
            const std::uint32_t position = alive_positions[i];
            verdicts.code[position] = answer_code[i];
            verdicts.plugin[position] = number;
            verdicts.reasons[position] = answer_reasons[i];
        }
    }
}

}  // namespace berth::framework
