#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/explain/answer.hpp"

namespace berth::explain {
namespace {

std::string plural(std::size_t count, std::string_view word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

// "node-1, node-2, node-3 and 4 more"
std::string some(const std::vector<std::string>& names, std::size_t shown) {
    const std::size_t count = std::min(names.size(), shown);
    std::string out = fmt::format("{}", fmt::join(names.begin(), names.begin() + count, ", "));
    if (names.size() > count) {
        out += fmt::format(" and {} more", names.size() - count);
    }
    return out;
}

std::string_view who(const Rejection& rejection) {
    return rejection.plugin.empty() ? "(left out)" : std::string_view(rejection.plugin);
}

// The most frequent refusals first.
void add_refusals(const Answer& answer, const TextOptions& options, std::string& out) {
    std::map<Rejection, std::vector<std::string>> groups;
    for (const auto& [node, rejection] : answer.rejected) {
        groups[rejection].push_back(node);
    }
    std::vector<std::pair<Rejection, std::vector<std::string>>> sorted(groups.begin(),
                                                                       groups.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.second.size() > b.second.size();
    });
    if (sorted.empty()) {
        return;
    }
    out += fmt::format("  refused by {}:\n", plural(answer.rejected.size(), "node"));
    std::size_t width = 0;
    for (const auto& [rejection, nodes] : sorted) {
        width = std::max(width, who(rejection).size());
    }
    for (const auto& [rejection, nodes] : sorted) {
        out += fmt::format("    {:<{}}  {:>5}  {}{}  ({})\n", who(rejection), width, nodes.size(),
                           fmt::join(rejection.reasons, ", "),
                           rejection.code == "Unschedulable" ? "" : " [" + rejection.code + "]",
                           some(nodes, options.named_nodes));
    }
}

void add_scores(const Answer& answer, const TextOptions& options, std::string& out) {
    std::vector<std::pair<std::string, const NodeScore*>> sorted;
    for (const auto& [node, score] : answer.scores) {
        sorted.emplace_back(node, &score);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
        if (a.second->total != b.second->total) {
            return a.second->total > b.second->total;
        }
        return (a.first == answer.node) > (b.first == answer.node);
    });
    if (sorted.empty()) {
        return;
    }
    out += fmt::format("  scores of {} (weighted, raw in brackets):\n",
                       plural(sorted.size(), "feasible node"));
    for (std::size_t i = 0; i < std::min(sorted.size(), options.best_nodes); ++i) {
        std::string parts;
        for (const PluginScore& plugin : sorted[i].second->plugins) {
            parts += fmt::format("  {} {} ({})", plugin.plugin, plugin.weighted, plugin.raw);
        }
        out += fmt::format("    {} {:<24} {:>6} {}\n", sorted[i].first == answer.node ? '*' : ' ',
                           sorted[i].first, sorted[i].second->total, parts);
    }
    if (sorted.size() > options.best_nodes) {
        out += fmt::format("      … and {} more\n", sorted.size() - options.best_nodes);
    }
}

void add_preemption(const Answer& answer, const TextOptions& options, std::string& out) {
    if (!answer.nominated.empty()) {
        out += fmt::format("  preemption would free {} by ending {}\n", answer.nominated,
                           some(answer.victims, options.named_nodes));
    }
}

}  // namespace

std::string to_text(const Answer& answer, const TextOptions& options) {
    if (!answer.skipped.empty()) {
        return fmt::format("{}: not tried: {}\n", answer.pod, answer.skipped);
    }
    std::string out;
    if (!answer.error.empty()) {
        out = fmt::format("{}: failed: {}\n", answer.pod, answer.error);
    } else if (!answer.node.empty()) {
        out = fmt::format("{}: goes to {}", answer.pod, answer.node);
        if (answer.best.size() > 1) {
            out += fmt::format(" (one of {} equally good nodes)", answer.best.size());
        }
        out += '\n';
    } else {
        out = fmt::format("{}: stays pending: {}\n", answer.pod, answer.message);
    }
    if (answer.pre_filter) {
        out += fmt::format("  refused before any node was looked at by {}: {}\n",
                           answer.pre_filter->plugin, fmt::join(answer.pre_filter->reasons, ", "));
    }
    add_refusals(answer, options, out);
    add_scores(answer, options, out);
    add_preemption(answer, options, out);
    if (!answer.unschedulable_plugins.empty()) {
        out += fmt::format("  events of these plugins may wake it: {}\n",
                           fmt::join(answer.unschedulable_plugins, ", "));
    }
    return out;
}

}  // namespace berth::explain
