#include "core/framework/binding_runner.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/framework/draft_tables.hpp"
#include "core/framework/plugin_call.hpp"
#include "core/framework/runner.hpp"

namespace berth::framework {

namespace {

// A refusal stays as it is; all else that is not success becomes an error with the usual words.
Status judged(Point point, Status status, const PluginInstance& plugin, const Cycle& cycle,
              std::string blamed = {}) {
    if (status.ok() || status.rejected()) {
        return status;
    }
    std::string message = status.message();
    if (status.code != Code::kError) {
        report_not_allowed(plugin, point, &cycle.pod_view(),
                           static_cast<std::int32_t>(status.code));
        message =
            fmt::format("the plugin returned {}, which is not allowed here", to_text(status.code));
    }
    return Status::error(
        fmt::format("running {} plugin \"{}\": {}", to_text(point), plugin.name, message),
        std::move(blamed));
}

Status completed(const Completion& completion, const PluginInstance& plugin) {
    ReasonList texts;
    if (!completion.text.empty()) {
        texts.push_back(completion.text);
    }
    return make_status(completion.code, std::move(texts), plugin);
}

const PluginInstance* take_pending(BindingProgress& progress, std::uint64_t token) {
    auto& pending = progress.pending;
    const auto it = std::find_if(pending.begin(), pending.end(),
                                 [&](const auto& entry) { return entry.token == token; });
    if (it == pending.end()) {
        return nullptr;
    }
    const PluginInstance* const plugin = it->plugin;
    pending.erase(it);
    return plugin;
}

// Calls with a token of its own; what goes on is noted in `progress` and not armed yet.
template <typename Call>
Status start(Cycle& cycle, const PluginInstance& plugin, Point point, Completions& completions,
             BindingProgress& progress, Call&& call_with) {
    const std::uint64_t token = completions.create(cycle.number());
    const berth_call call = cycle.call(plugin, token);
    berth_reasons reasons = 0;
    const std::int32_t code =
        call_plugin(plugin, point, &cycle.pod_view(), [&] { return call_with(call, reasons); });
    if (code == BERTH_STARTED) {
        progress.pending.push_back({token, &plugin});
    } else {
        completions.discard(token);
    }
    return cycle.status(code, reasons, plugin);
}

Status arm_pending(Completions& completions, const BindingProgress& progress) {
    Status status;
    status.code = Code::kStarted;
    // Copied: a posted completion may be handled at once, and changes the list.
    const std::vector<BindingProgress::Pending> pending = progress.pending;
    for (const BindingProgress::Pending& entry : pending) {
        completions.arm(entry.token);
    }
    return status;
}

Status pre_bind_one(Cycle& cycle, const berth_node_ref& node, const PluginInstance& plugin,
                    Completions& completions, BindingProgress& progress) {
    Status status = start(cycle, plugin, Point::kPreBind, completions, progress,
                          [&](const berth_call& call, berth_reasons& reasons) {
                              return pre_bind_table(plugin)->pre_bind(
                                  plugin.plugin, &call, &cycle.pod_view(), &node, &reasons);
                          });
    return status.code == Code::kStarted
               ? status
               : judged(Point::kPreBind, std::move(status), plugin, cycle);
}

Status pre_flight_error(const PluginInstance& plugin, const Status& status) {
    if (status.code == Code::kError) {
        return Status::error(
            fmt::format("running PreBindPreFlight \"{}\": {}", plugin.name, status.message()));
    }
    return Status::error(fmt::format(
        "PreBindPreFlight {} returned \"{}\", which is unsupported. It is supposed to return "
        "Success, Skip, or Error status",
        plugin.name, to_text(status.code)));
}

}  // namespace

Status run_reserve(Cycle& cycle, const berth_node_ref& node) {
    for (const PluginInstance* plugin : cycle.profile().reserve) {
        berth_reasons reasons = 0;
        const berth_call call = cycle.call(*plugin);
        const std::int32_t code = call_plugin(*plugin, Point::kReserve, &cycle.pod_view(), [&] {
            return reserve_table(*plugin)->reserve(plugin->plugin, &call, &cycle.pod_view(), &node,
                                                   &reasons);
        });
        if (Status status =
                judged(Point::kReserve, cycle.status(code, reasons, *plugin), *plugin, cycle);
            !status.ok()) {
            return status;
        }
    }
    return {};
}

void run_unreserve(Cycle& cycle, const berth_node_ref& node) {
    const std::vector<PluginInstance*>& plugins = cycle.profile().reserve;
    for (auto it = plugins.rbegin(); it != plugins.rend(); ++it) {
        const PluginInstance& plugin = **it;
        if (reserve_table(plugin)->unreserve == nullptr) {
            continue;
        }
        const berth_call call = cycle.call(plugin);
        static_cast<void>(call_plugin(plugin, Point::kUnreserve, &cycle.pod_view(), [&] {
            reserve_table(plugin)->unreserve(plugin.plugin, &call, &cycle.pod_view(), &node);
            return BERTH_SUCCESS;
        }));
    }
}

PermitResult run_permit(Cycle& cycle, const berth_node_ref& node, Completions& completions) {
    PermitResult out;
    for (const PluginInstance* plugin : cycle.profile().permit) {
        const std::uint64_t token = completions.create(cycle.number());
        const berth_call call = cycle.call(*plugin, token);
        std::int64_t timeout_ns = 0;
        berth_reasons reasons = 0;
        const std::int32_t code = call_plugin(*plugin, Point::kPermit, &cycle.pod_view(), [&] {
            return permit_table(*plugin)->permit(plugin->plugin, &call, &cycle.pod_view(), &node,
                                                 &timeout_ns, &reasons);
        });
        Status status = cycle.status(code, reasons, *plugin);
        if (status.code == Code::kWait) {
            const bool longest = timeout_ns <= 0 || timeout_ns > BERTH_PERMIT_LONGEST_WAIT_NS;
            out.waits.push_back(
                {plugin, token, longest ? BERTH_PERMIT_LONGEST_WAIT_NS : timeout_ns});
            out.status = std::move(status);
            continue;
        }
        completions.discard(token);
        if (!status.ok()) {
            for (const PermitWait& wait : out.waits) {
                completions.abandon(wait.token);
            }
            out.waits.clear();
            out.status = judged(Point::kPermit, std::move(status), *plugin, cycle, plugin->name);
            return out;
        }
    }
    if (out.status.code == Code::kWait) {
        out.status.reasons.emplace_back(
            "one or more plugins asked to wait and no plugin rejected pod");
    }
    return out;
}

Status run_pre_bind_pre_flight(Cycle& cycle, const berth_node_ref& node) {
    Status out;
    out.code = Code::kSkip;
    for (const PluginInstance* plugin : cycle.profile().pre_bind) {
        const berth_pre_bind_v1& table = *pre_bind_table(*plugin);
        std::uint32_t allow_parallel = 0;
        berth_reasons reasons = 0;
        std::int32_t code = BERTH_SUCCESS;
        if (table.pre_flight != nullptr) {
            const berth_call call = cycle.call(*plugin);
            code = call_plugin(*plugin, Point::kPreBindPreFlight, &cycle.pod_view(), [&] {
                return table.pre_flight(plugin->plugin, &call, &cycle.pod_view(), &node,
                                        &allow_parallel, &reasons);
            });
        }
        if (allow_parallel != 0) {
            cycle.allow_parallel_pre_bind(plugin->number);
        }
        const Status status = cycle.status(code, reasons, *plugin);
        if (status.code == Code::kSkip) {
            cycle.skip_pre_bind(plugin->number);
        } else if (status.ok()) {
            out = {};
        } else {
            return pre_flight_error(*plugin, status);
        }
    }
    return out;
}

Status run_pre_bind(Cycle& cycle, const berth_node_ref& node, Completions& completions,
                    BindingProgress& progress) {
    const std::vector<PluginInstance*>& plugins = cycle.profile().pre_bind;
    while (progress.next_pre_bind < plugins.size()) {
        const PluginInstance& plugin = *plugins[progress.next_pre_bind];
        const bool parallel = cycle.parallel_pre_bind(plugin.number);
        if (!parallel && !progress.pending.empty()) {
            break;  // the neighbours before it come first
        }
        ++progress.next_pre_bind;
        if (cycle.skips_pre_bind(plugin.number)) {
            continue;
        }
        Status status = pre_bind_one(cycle, node, plugin, completions, progress);
        if (!status.ok() && status.code != Code::kStarted) {
            give_up(cycle, completions, progress);
            return status;
        }
        if (!parallel && status.code == Code::kStarted) {
            break;
        }
    }
    return progress.pending.empty() ? Status{} : arm_pending(completions, progress);
}

Status complete_pre_bind(Cycle& cycle, const berth_node_ref& node, Completions& completions,
                         BindingProgress& progress, const Completion& completion) {
    Status going_on;
    going_on.code = Code::kStarted;
    const PluginInstance* const plugin = take_pending(progress, completion.token);
    if (plugin == nullptr) {
        return going_on;
    }
    Status status = judged(Point::kPreBind, completed(completion, *plugin), *plugin, cycle);
    if (!status.ok()) {
        give_up(cycle, completions, progress);
        return status;
    }
    return progress.pending.empty() ? run_pre_bind(cycle, node, completions, progress) : going_on;
}

Status run_bind(Cycle& cycle, const berth_node_ref& node, Completions& completions,
                BindingProgress& progress) {
    const std::vector<PluginInstance*>& plugins = cycle.profile().bind;
    while (progress.next_bind < plugins.size()) {
        const PluginInstance& plugin = *plugins[progress.next_bind++];
        Status status = start(cycle, plugin, Point::kBind, completions, progress,
                              [&](const berth_call& call, berth_reasons& reasons) {
                                  return plugin.tables.bind->bind(
                                      plugin.plugin, &call, &cycle.pod_view(), &node, &reasons);
                              });
        if (status.code == Code::kStarted) {
            return arm_pending(completions, progress);
        }
        if (status.code != Code::kSkip) {
            return judged(Point::kBind, std::move(status), plugin, cycle);
        }
    }
    return Status::error("no Bind plugin was willing to bind the pod");
}

Status complete_bind(Cycle& cycle, const berth_node_ref& node, Completions& completions,
                     BindingProgress& progress, const Completion& completion) {
    const PluginInstance* const plugin = take_pending(progress, completion.token);
    if (plugin == nullptr) {
        Status going_on;
        going_on.code = Code::kStarted;
        return going_on;
    }
    Status status = completed(completion, *plugin);
    return status.code == Code::kSkip ? run_bind(cycle, node, completions, progress)
                                      : judged(Point::kBind, std::move(status), *plugin, cycle);
}

void give_up(Cycle& cycle, Completions& completions, BindingProgress& progress) {
    if (progress.pending.empty()) {
        return;
    }
    cycle.cancel();
    for (const BindingProgress::Pending& entry : progress.pending) {
        completions.abandon(entry.token);
    }
    progress.pending.clear();
}

void run_post_bind(Cycle& cycle, const berth_node_ref& node) {
    for (const PluginInstance* plugin : cycle.profile().post_bind) {
        const berth_call call = cycle.call(*plugin);
        static_cast<void>(call_plugin(*plugin, Point::kPostBind, &cycle.pod_view(), [&] {
            post_bind_table(*plugin)->post_bind(plugin->plugin, &call, &cycle.pod_view(), &node);
            return BERTH_SUCCESS;
        }));
    }
}

}  // namespace berth::framework
