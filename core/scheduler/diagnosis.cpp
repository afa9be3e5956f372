#include "core/scheduler/diagnosis.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

namespace berth::scheduler {
namespace {

using framework::Code;

void insert_sorted(std::vector<std::string>& list, const std::string& name) {
    const auto at = std::lower_bound(list.begin(), list.end(), name);
    if (at == list.end() || *at != name) {
        list.insert(at, name);
    }
}

// How many nodes give each reason.
class Histogram {
public:
    void add(const framework::ReasonList& reasons, std::uint32_t nodes) {
        for (const std::string& reason : reasons) {
            counts_[reason] += nodes;
        }
    }

    // "3 Insufficient cpu, 1 Too many pods", sorted as texts.
    [[nodiscard]] std::string text() const {
        std::vector<std::string> items;
        items.reserve(counts_.size());
        for (const auto& [reason, nodes] : counts_) {
            items.push_back(fmt::format("{} {}", nodes, reason));
        }
        std::sort(items.begin(), items.end());
        return fmt::format("{}", fmt::join(items, ", "));
    }

private:
    std::map<std::string, std::uint32_t> counts_;
};

std::string reasons_text(const Diagnosis& diagnosis, const framework::Cycle& cycle) {
    std::unordered_map<berth_reasons, std::uint32_t> by_number;
    std::uint32_t without_status = 0;
    // Most nodes are refused for the same reasons as the one before.
    berth_reasons last = 0;
    std::uint32_t* nodes_of_last = nullptr;
    const framework::NodeVerdicts& verdicts = diagnosis.verdicts;
    for (std::size_t row = 0; row < verdicts.code.size(); ++row) {
        if (verdicts.code[row] == framework::kNotEvaluated) {
            ++without_status;
        } else if (verdicts.code[row] != BERTH_SUCCESS) {
            if (nodes_of_last == nullptr || verdicts.reasons[row] != last) {
                last = verdicts.reasons[row];
                nodes_of_last = &by_number[last];
            }
            ++*nodes_of_last;
        }
    }
    Histogram histogram;
    for (const auto& [number, nodes] : by_number) {
        histogram.add(cycle.texts(number), nodes);
    }
    if (!diagnosis.left_out_reason.empty() && without_status > 0) {
        histogram.add({diagnosis.left_out_reason}, without_status);
    }
    return histogram.text();
}

}  // namespace

void Diagnosis::clear() {
    pre_filter = {};
    left_out_reason.clear();
    unschedulable.clear();
    pending.clear();
    post_filter_message.clear();
}

void Diagnosis::add_plugin(const std::string& plugin, Code code) {
    if (plugin.empty()) {
        return;
    }
    if (code == Code::kUnschedulable || code == Code::kUnschedulableAndUnresolvable) {
        insert_sorted(unschedulable, plugin);
    } else if (code == Code::kPending) {
        insert_sorted(pending, plugin);
    }
}

void Diagnosis::add_refusing_plugins(const framework::Profile& profile) {
    // One entry per plugin and code, so that names are looked at a few times only.
    std::vector<std::uint8_t> seen(profile.instances.size() * 8, 0);
    for (std::size_t row = 0; row < verdicts.code.size(); ++row) {
        const std::uint8_t code = verdicts.code[row];
        const std::uint16_t plugin = verdicts.plugin[row];
        if (code == BERTH_SUCCESS || code == framework::kNotEvaluated || code >= 8 ||
            plugin >= profile.instances.size()) {
            continue;
        }
        std::uint8_t& known = seen[plugin * std::size_t{8} + code];
        if (known == 0) {
            known = 1;
            add_plugin(profile.instances[plugin]->name, static_cast<Code>(code));
        }
    }
}

std::string fit_error_text(const Diagnosis& diagnosis, const framework::Cycle& cycle) {
    std::string text = fmt::format("0/{} nodes are available:", diagnosis.verdicts.code.size());
    if (diagnosis.pre_filter.rejected()) {
        const std::string message = diagnosis.pre_filter.message();
        if (!message.empty()) {
            text += fmt::format(" {}.", message);
        }
    } else if (const std::string reasons = reasons_text(diagnosis, cycle); !reasons.empty()) {
        text += fmt::format(" {}.", reasons);
    }
    if (!diagnosis.post_filter_message.empty()) {
        text += fmt::format(" {}", diagnosis.post_filter_message);
    }
    return text;
}

std::string refused_later_text(const framework::Status& status) {
    Histogram histogram;
    histogram.add(status.reasons, 1);
    const std::string reasons = histogram.text();
    return reasons.empty() ? "0/1 nodes are available:"
                           : fmt::format("0/1 nodes are available: {}.", reasons);
}

}  // namespace berth::scheduler
