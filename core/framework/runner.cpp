#include "core/framework/runner.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/framework/plugin_call.hpp"

namespace berth::framework {

namespace {

// Where a status came from.
struct Said {
    const PluginInstance& plugin;
    Point point;
    const berth_pod& pod;
};

std::string not_allowed(const Status& status, const Said& said) {
    report_not_allowed(said.plugin, said.point, &said.pod, static_cast<std::int32_t>(status.code));
    return fmt::format("the plugin returned {}, which is not allowed here", to_text(status.code));
}

Status wrapped(std::string_view what, const Status& status, const Said& said,
               std::string blamed = {}) {
    const PluginInstance& plugin = said.plugin;
    const std::string message = status.code == Code::kError || status.rejected()
                                    ? status.message()
                                    : not_allowed(status, said);
    return Status::error(fmt::format("running {} \"{}\": {}", what, plugin.name, message),
                         std::move(blamed));
}

Status pre_enqueue_one(const Generation& generation, const Profile& profile, const PodInfo& pod,
                       const PluginInstance& plugin) {
    DetailStore details;
    CallScope scope{&details};
    const berth_call call = call_outside(profile, scope);
    berth_reasons reasons = 0;
    const std::int32_t code = call_plugin(plugin, Point::kPreEnqueue, &pod.view, [&] {
        return plugin.tables.pre_enqueue->pre_enqueue(plugin.plugin, &call, &pod.view, &reasons);
    });
    if (code == BERTH_SUCCESS) {
        return {};
    }
    Status status = make_status(
        code,
        (reasons & kDetailBit) != 0 ? details.texts(reasons) : generation.reasons->texts(reasons),
        plugin);
    if (status.code != Code::kError && !status.rejected()) {
        return Status::error(not_allowed(status, {plugin, Point::kPreEnqueue, pod.view}),
                             plugin.name);
    }
    return status;
}

// Adds one plugin's narrowing to what the earlier ones left; true: nothing is left.
bool merge_narrowing(PreFilterResult& out, std::uint32_t rows) {
    if ((rows & 63) != 0) {
        out.bits.back() &= (std::uint64_t{1} << (rows & 63)) - 1;
    }
    if (!out.narrowed) {
        out.narrowed = true;
        out.kept.swap(out.bits);
        return false;
    }
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < out.kept.size(); ++i) {
        out.kept[i] &= out.bits[i];
        any |= out.kept[i];
    }
    return any == 0;
}

void list_rows(PreFilterResult& out) {
    for (std::size_t i = 0; i < out.kept.size(); ++i) {
        for (std::uint64_t word = out.kept[i]; word != 0; word &= word - 1) {
            out.rows.push_back(static_cast<std::uint32_t>(i * 64) +
                               static_cast<std::uint32_t>(std::countr_zero(word)));
        }
    }
}

void reset(PreFilterResult& out, std::uint32_t rows) {
    out.status = {};
    out.narrowed = false;
    out.rows.clear();
    out.narrowing_plugins.clear();
    out.left_out_reason.clear();
    out.bits.assign((std::size_t{rows} + 63) / 64, 0);
    out.kept.assign(out.bits.size(), 0);
}

Status nothing_left(const std::vector<std::string>& plugins) {
    Status status;
    status.code = Code::kUnschedulableAndUnresolvable;
    status.reasons.push_back(fmt::format("node(s) didn't satisfy plugin(s) [{}] simultaneously",
                                         fmt::join(plugins, " ")));
    return status;
}

struct PreFilterCall {
    Status status;
    bool narrowed = false;
};

PreFilterCall pre_filter_one(Cycle& cycle, const PluginInstance& plugin, const berth_nodes& nodes,
                             PreFilterResult& out) {
    std::fill(out.bits.begin(), out.bits.end(), 0);
    berth_narrowing narrowing{
        .struct_size = sizeof(berth_narrowing), .narrowed = 0, .bits = out.bits.data()};
    berth_reasons reasons = 0;
    const berth_call call = cycle.call(plugin);
    const std::int32_t code = call_plugin(plugin, Point::kPreFilter, &cycle.pod_view(), [&] {
        return plugin.tables.pre_filter->pre_filter(plugin.plugin, &call, &cycle.pod_view(), &nodes,
                                                    &narrowing, &reasons);
    });
    return {cycle.status(code, reasons, plugin), narrowing.narrowed != 0};
}

using ChangePod = std::int32_t (*)(berth_plugin*, const berth_call*, const berth_pod*,
                                   const berth_pod*, const berth_nodes*, berth_reasons*);

Status change_pod(Cycle& cycle, const berth_pod& other, const berth_nodes& node,
                  ChangePod berth_pre_filter_v1::*function, Point point, std::string_view what) {
    for (const PluginInstance* plugin : cycle.profile().pre_filter) {
        const ChangePod change = *plugin->tables.pre_filter.*function;
        if (change == nullptr || cycle.skips_filter(plugin->number)) {
            continue;
        }
        berth_reasons reasons = 0;
        const berth_call call = cycle.call(*plugin);
        const std::int32_t code = call_plugin(*plugin, point, &cycle.pod_view(), [&] {
            return change(plugin->plugin, &call, &cycle.pod_view(), &other, &node, &reasons);
        });
        if (code != BERTH_SUCCESS) {
            return wrapped(what, cycle.status(code, reasons, *plugin),
                           {*plugin, point, cycle.pod_view()});
        }
    }
    return {};
}

}  // namespace

Status run_pre_enqueue(const Generation& generation, const Profile& profile, const PodInfo& pod,
                       const PluginInstance* first) {
    if (first != nullptr) {
        if (Status status = pre_enqueue_one(generation, profile, pod, *first); !status.ok()) {
            return status;
        }
    }
    for (const PluginInstance* plugin : profile.pre_enqueue) {
        if (plugin == first) {
            continue;
        }
        if (Status status = pre_enqueue_one(generation, profile, pod, *plugin); !status.ok()) {
            return status;
        }
    }
    return {};
}

bool less(const Profile& profile, const berth_queued& a, const berth_queued& b) {
    const PluginInstance& plugin = *profile.queue_sort;
    return call_plugin(plugin, Point::kQueueSort, a.pod,
                       [&] { return plugin.tables.queue_sort->less(plugin.plugin, &a, &b); }) == 1;
}

void run_hint(const PluginInstance& plugin, const EventRegistration& registration,
              const ClusterEvent& event, std::span<const berth_pod* const> pods,
              std::span<std::uint8_t> verdicts) {
    std::fill(verdicts.begin(), verdicts.end(), std::uint8_t{BERTH_QUEUE});
    if (pods.empty() || !registration.hinted || !plugin.tables.events ||
        plugin.tables.events->hint == nullptr) {
        return;
    }
    const berth_event view = event.view();
    const std::int32_t code = call_plugin(plugin, Point::kHint, pods.front(), [&] {
        return plugin.tables.events->hint(plugin.plugin, registration.number, &view, pods.data(),
                                          static_cast<std::uint32_t>(pods.size()), verdicts.data());
    });
    for (std::uint8_t& verdict : verdicts) {
        if (code != BERTH_SUCCESS || verdict != BERTH_QUEUE_SKIP) {
            verdict = BERTH_QUEUE;
        }
    }
}

void run_pre_filter(Cycle& cycle, SnapshotView& snapshot, PreFilterResult& out) {
    const berth_nodes nodes = snapshot.all();
    reset(out, nodes.count);
    Status refused;
    for (const PluginInstance* plugin : cycle.profile().pre_filter) {
        PreFilterCall answer = pre_filter_one(cycle, *plugin, nodes, out);
        if (answer.status.code == Code::kSkip) {
            cycle.skip_filter(plugin->number);
            continue;
        }
        if (answer.status.code == Code::kUnschedulable) {
            refused = std::move(answer.status);
            continue;
        }
        if (answer.status.code == Code::kUnschedulableAndUnresolvable) {
            out.narrowing_plugins.clear();
            out.status = std::move(answer.status);
            return;
        }
        if (!answer.status.ok()) {
            out.narrowing_plugins.clear();
            out.status = wrapped("PreFilter plugin", answer.status,
                                 {*plugin, Point::kPreFilter, cycle.pod_view()}, plugin->name);
            return;
        }
        if (answer.narrowed && nodes.count != 0) {
            std::vector<std::string>& names = out.narrowing_plugins;
            names.insert(std::upper_bound(names.begin(), names.end(), plugin->name), plugin->name);
            if (merge_narrowing(out, nodes.count)) {
                out.status = nothing_left(names);
                return;
            }
        }
    }
    out.status = std::move(refused);
    if (out.narrowed) {
        list_rows(out);
        out.left_out_reason = fmt::format("node(s) didn't satisfy plugin(s) [{}]",
                                          fmt::join(out.narrowing_plugins, " "));
    }
}

Status run_add_pod(Cycle& cycle, const berth_pod& other, const berth_nodes& node) {
    return change_pod(cycle, other, node, &berth_pre_filter_v1::add_pod, Point::kAddPod,
                      "AddPod on PreFilter plugin");
}

Status run_remove_pod(Cycle& cycle, const berth_pod& other, const berth_nodes& node) {
    return change_pod(cycle, other, node, &berth_pre_filter_v1::remove_pod, Point::kRemovePod,
                      "RemovePod on PreFilter plugin");
}

Status run_pre_score(Cycle& cycle, const berth_nodes& feasible) {
    for (const PluginInstance* plugin : cycle.profile().pre_score) {
        berth_reasons reasons = 0;
        const berth_call call = cycle.call(*plugin);
        const std::int32_t code = call_plugin(*plugin, Point::kPreScore, &cycle.pod_view(), [&] {
            return plugin->tables.pre_score->pre_score(plugin->plugin, &call, &cycle.pod_view(),
                                                       &feasible, &reasons);
        });
        if (code == BERTH_SKIP) {
            cycle.skip_score(plugin->number);
        } else if (code != BERTH_SUCCESS) {
            return wrapped("PreScore plugin", cycle.status(code, reasons, *plugin),
                           {*plugin, Point::kPreScore, cycle.pod_view()});
        }
    }
    return {};
}

}  // namespace berth::framework
