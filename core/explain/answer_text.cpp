#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/base/text_table.hpp"
#include "core/explain/answer.hpp"

namespace berth::explain {
namespace {

using base::printable;
using base::TextTable;

std::string plural(std::size_t count, std::string_view word) {
    return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

// "node-1, node-2, node-3 and 4 more"
std::string some(const std::vector<std::string>& names, std::size_t shown) {
    const std::size_t count = std::min(names.size(), std::max<std::size_t>(shown, 1));
    std::string out = fmt::format("{}", fmt::join(names.data(), names.data() + count, ", "));
    if (names.size() > count) {
        out += fmt::format(" and {} more", names.size() - count);
    }
    return out;
}

// What the code adds to the reason.
std::string_view hint(std::string_view code) {
    if (code == "UnschedulableAndUnresolvable") {
        return " (no preemption helps)";
    }
    return code == "Error" ? " (an error)" : "";
}

// The most frequent refusals first.
std::string refusals(const Answer& answer, const TextOptions& options) {
    std::map<Rejection, std::vector<std::string>> groups;
    for (const auto& [node, rejection] : answer.rejected) {
        groups[rejection].push_back(node);
    }
    if (groups.empty()) {
        return {};
    }
    std::vector<std::pair<Rejection, std::vector<std::string>>> sorted(groups.begin(),
                                                                       groups.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.second.size() > b.second.size();
    });
    TextTable table({"NODES", "REFUSED BY", "REASON", "WHICH"});
    for (const auto& [rejection, nodes] : sorted) {
        table.add({fmt::format("{:>5}", nodes.size()),
                   rejection.plugin.empty() ? "(left out)" : rejection.plugin,
                   fmt::format("{}{}", fmt::join(rejection.reasons, ", "), hint(rejection.code)),
                   some(nodes, options.named_nodes)});
    }
    return "\n" + table.text(2);
}

using ScoredNode = std::pair<std::string, const NodeScore*>;

// The node that was chosen, then by score, then by name.
std::vector<ScoredNode> best_first(const Answer& answer) {
    std::vector<ScoredNode> sorted;
    for (const auto& [node, score] : answer.scores) {
        sorted.emplace_back(node, &score);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
        if (a.second->total != b.second->total) {
            return a.second->total > b.second->total;
        }
        return (a.first == answer.node) > (b.first == answer.node);
    });
    return sorted;
}

// A row for each plugin, a column for each of the best nodes.
std::string scores(const Answer& answer, const TextOptions& options) {
    std::vector<ScoredNode> nodes = best_first(answer);
    if (nodes.empty() || options.best_nodes == 0) {
        return {};
    }
    const std::size_t all = nodes.size();
    nodes.resize(std::min(all, options.best_nodes));
    std::vector<std::string> head{"(RAW) SCORE"};
    std::vector<std::string> totals{"total"};
    for (const auto& [name, score] : nodes) {
        head.push_back(name);
        totals.push_back(std::to_string(score->total));
    }
    TextTable table(std::move(head), 1);
    for (std::size_t i = 0; i < nodes.front().second->plugins.size(); ++i) {
        std::vector<std::string> row{nodes.front().second->plugins[i].plugin};
        for (const auto& [name, score] : nodes) {
            const PluginScore& part = score->plugins[i];
            row.push_back(part.raw == part.weighted
                              ? std::to_string(part.weighted)
                              : fmt::format("({}) {}", part.raw, part.weighted));
        }
        table.add(std::move(row));
    }
    table.add(std::move(totals));
    std::string out = "\n" + table.text(2);
    if (all > nodes.size()) {
        out += fmt::format("  … and {}\n", plural(all - nodes.size(), "more feasible node"));
    }
    return out;
}

std::string headline(const Answer& answer) {
    if (!answer.skipped.empty()) {
        return "is not tried: " + answer.skipped;
    }
    if (!answer.error.empty()) {
        return "fails: " + answer.error;
    }
    if (answer.node.empty()) {
        return "stays pending: " + answer.message;
    }
    std::string out = "goes to " + answer.node;
    const std::size_t fitting = std::max(answer.scores.size(), answer.best.size());
    if (answer.best.size() > 1) {
        out += fmt::format(", one of {} equally good nodes", answer.best.size());
    } else if (fitting > 1) {
        out += fmt::format(", the best of {} nodes that fit", fitting);
    } else if (answer.best.empty()) {
        out += ", its nominated node";
    } else if (answer.nodes > 1) {
        out += fmt::format(", the only one of {} nodes that fits", answer.nodes);
    }
    return out;
}

std::string pre_filter(const Answer& answer) {
    if (!answer.pre_filter) {
        return {};
    }
    return fmt::format("  {} refused it before any node was looked at: {}{}\n",
                       answer.pre_filter->plugin,
                       printable(fmt::format("{}", fmt::join(answer.pre_filter->reasons, ", "))),
                       hint(answer.pre_filter->code));
}

std::string preemption(const Answer& answer, const TextOptions& options) {
    if (answer.nominated.empty()) {
        return {};
    }
    return fmt::format("  preemption would make room on {} by ending {}\n",
                       printable(answer.nominated),
                       printable(some(answer.victims, options.named_nodes)));
}

std::string writes(const Answer& answer) {
    std::string out;
    for (const Write& one : answer.writes) {
        out += fmt::format("  {} would {} {}{}\n", one.plugin, one.verb, printable(one.about),
                           one.body.empty() ? "" : ": " + printable(one.body));
    }
    return out;
}

}  // namespace

std::string to_text(const Answer& answer, const TextOptions& options) {
    std::string out = printable(answer.pod) + "\n  " + printable(headline(answer)) + '\n';
    out += pre_filter(answer);
    out += preemption(answer, options);
    out += writes(answer);
    if (!answer.unschedulable_plugins.empty()) {
        out += fmt::format("  may be tried again after a change that concerns {}\n",
                           fmt::join(answer.unschedulable_plugins, ", "));
    }
    out += scores(answer, options);
    out += refusals(answer, options);
    return out;
}

}  // namespace berth::explain
