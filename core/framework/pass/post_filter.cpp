#include "core/framework/pass/post_filter.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/framework/draft_tables.hpp"
#include "core/framework/plugin_call.hpp"

namespace berth::framework {

Refusals::Refusals(Cycle& cycle, std::uint32_t rows, const Status& status)
    : cycle_(cycle),
      status_(&status),
      code_(rows, static_cast<std::uint8_t>(status.code)),
      view_{sizeof(berth_refusals), rows, code_.data(), this, reasons_of, plugin_of} {}

Refusals::Refusals(Cycle& cycle, const NodeVerdicts& verdicts, std::string left_out_reason)
    : cycle_(cycle),
      verdicts_(&verdicts),
      left_out_reason_(std::move(left_out_reason)),
      code_(verdicts.code),
      view_{sizeof(berth_refusals),
            static_cast<std::uint32_t>(code_.size()),
            code_.data(),
            this,
            reasons_of,
            plugin_of} {
    for (std::uint8_t& code : code_) {
        if (code == kNotEvaluated) {
            code = BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE;
        }
    }
}

berth_array Refusals::keep(ReasonList texts) {
    const ReasonList& kept = texts_.emplace_back(std::move(texts));
    std::vector<berth_str>& array = arrays_.emplace_back();
    for (const std::string& text : kept) {
        array.push_back({text.data(), text.size()});
    }
    return {array.data(), static_cast<std::uint32_t>(array.size()), sizeof(berth_str)};
}

berth_array Refusals::reasons_of(const berth_refusals* view, std::uint32_t row) {
    auto& self = *static_cast<Refusals*>(view->host_data);
    if (row >= self.code_.size()) {
        return {nullptr, 0, sizeof(berth_str)};
    }
    if (self.status_ != nullptr) {
        return self.keep(self.status_->reasons);
    }
    if (self.verdicts_->code[row] == kNotEvaluated) {
        return self.left_out_reason_.empty() ? berth_array{nullptr, 0, sizeof(berth_str)}
                                             : self.keep({self.left_out_reason_});
    }
    return self.keep(self.cycle_.texts(self.verdicts_->reasons[row]));
}

berth_str Refusals::plugin_of(const berth_refusals* view, std::uint32_t row) {
    const auto& self = *static_cast<const Refusals*>(view->host_data);
    if (row >= self.code_.size()) {
        return {nullptr, 0};
    }
    if (self.status_ != nullptr) {
        return {self.status_->plugin.data(), self.status_->plugin.size()};
    }
    const std::uint16_t number = self.verdicts_->plugin[row];
    if (number >= self.cycle_.profile().instances.size()) {
        return {nullptr, 0};
    }
    const std::string& name = self.cycle_.profile().instances[number]->name;
    return {name.data(), name.size()};
}

namespace {

// The status of one plugin, with its texts also where it is a success.
Status ask(Cycle& cycle, const PluginInstance& plugin, const berth_nodes& nodes,
           const Refusals& refusals, berth_nomination& nomination) {
    berth_reasons reasons = 0;
    const berth_call call = cycle.call(plugin);
    const std::int32_t code = call_plugin(plugin, Point::kPostFilter, &cycle.pod_view(), [&] {
        return post_filter_table(plugin)->post_filter(plugin.plugin, &call, &cycle.pod_view(),
                                                      &nodes, &refusals.view(), &nomination,
                                                      &reasons);
    });
    Status status = cycle.status(code, reasons, plugin);
    if (status.ok()) {
        status.reasons = cycle.texts(reasons);
        status.plugin = plugin.name;
    } else if (status.code != Code::kError && !status.rejected()) {
        report_not_allowed(plugin, Point::kPostFilter, &cycle.pod_view(), code);
        return Status::error(
            fmt::format("the plugin returned {}, which is not allowed here", to_text(status.code)),
            plugin.name);
    }
    if (nomination.mode > BERTH_NOMINATION_SET ||
        (nomination.mode == BERTH_NOMINATION_SET && nomination.row >= nodes.count)) {
        report_misbehaviour(plugin, Point::kPostFilter, &cycle.pod_view(),
                            "it nominated a node that does not exist");
        return Status::error("the plugin nominated a node that does not exist", plugin.name);
    }
    return status;
}

}  // namespace

PostFilterResult run_post_filter(Cycle& cycle, SnapshotView& snapshot, const Refusals& refusals,
                                 const berth_candidates* candidates) {
    PostFilterResult out;
    out.status.code = Code::kUnschedulable;
    const berth_nodes nodes = snapshot.all();
    for (const PluginInstance* plugin : cycle.profile().post_filter) {
        berth_nomination nomination{};
        nomination.struct_size = sizeof(berth_nomination);
        nomination.candidates = candidates;
        Status status = ask(cycle, *plugin, nodes, refusals, nomination);
        if (status.code == Code::kError) {
            out.nomination.reset();
            out.status = std::move(status);
            return out;
        }
        const bool decides = status.ok() || status.code == Code::kUnschedulableAndUnresolvable;
        if (decides || nomination.mode != BERTH_NOMINATION_KEEP) {
            out.nomination = nomination;
        }
        if (decides) {
            out.status = std::move(status);
            return out;
        }
        for (std::string& reason : status.reasons) {
            out.status.reasons.push_back(std::move(reason));
        }
        if (out.status.plugin.empty()) {
            out.status.plugin = plugin->name;
        }
    }
    return out;
}

}  // namespace berth::framework
