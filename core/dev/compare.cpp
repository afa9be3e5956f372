#include "core/dev/compare.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include <fmt/format.h>

namespace berth::dev {
namespace {

constexpr std::size_t kPluginsShown = 4;

std::int64_t part(const JudgedScore& score, const std::string& plugin) {
    const auto found = score.plugins.find(plugin);
    return found == score.plugins.end() ? 0 : found->second;
}

const JudgedScore* score_of(const JudgedPod& pod, const std::string& node) {
    const auto found = pod.scores.find(node);
    return found == pod.scores.end() ? nullptr : &found->second;
}

// By how much each plugin prefers `node` to `other`; nothing where one of them was not scored.
std::optional<std::map<std::string, std::int64_t>> preferences(const JudgedPod& pod,
                                                               const std::string& node,
                                                               const std::string& other) {
    const JudgedScore* const a = score_of(pod, node);
    const JudgedScore* const b = score_of(pod, other);
    if (a == nullptr || b == nullptr) {
        return std::nullopt;
    }
    std::map<std::string, std::int64_t> out;
    for (const auto& [plugin, weighted] : a->plugins) {
        out[plugin] = weighted - part(*b, plugin);
    }
    return out;
}

std::string by_scores(const JudgedPod& was, const JudgedPod& is) {
    const auto now = preferences(is, is.node, was.node);
    if (!now) {
        return is.scores.empty() ? fmt::format("{} is the only node that fits", is.node)
                                 : fmt::format("{} did not fit before", is.node);
    }
    const auto before = preferences(was, is.node, was.node);
    std::vector<std::pair<std::string, std::int64_t>> order(now->begin(), now->end());
    // What changed comes first, then what weighs most.
    const auto change = [&](const std::string& plugin, std::int64_t value) {
        const auto found = before ? before->find(plugin) : now->end();
        return before && found != before->end() ? std::abs(value - found->second) : std::abs(value);
    };
    std::stable_sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
        return std::pair(change(a.first, a.second), std::abs(a.second)) >
               std::pair(change(b.first, b.second), std::abs(b.second));
    });
    std::string parts;
    std::size_t shown = 0;
    for (const auto& [plugin, value] : order) {
        const auto old = before ? before->find(plugin) : now->end();
        const bool known = before && old != before->end();
        if ((value == 0 && (!known || old->second == 0)) || shown == kPluginsShown) {
            continue;
        }
        const bool same = known && old->second == value;
        parts += fmt::format("{}{} {:+}{}", shown == 0 ? "" : ", ", plugin, value,
                             same || !before ? ""
                             : known         ? fmt::format(" (was {:+})", old->second)
                                             : " (new)");
        ++shown;
    }
    const std::int64_t here = score_of(is, is.node)->total, there = score_of(is, was.node)->total;
    return fmt::format("{} has {}, {} {}: {}", is.node, here, was.node, there,
                       parts.empty() ? "a tie" : parts);
}

std::string why_moved(const JudgedPod& was, const JudgedPod& is) {
    const auto refused = is.refused.find(was.node);
    if (refused != is.refused.end()) {
        return fmt::format("{} is refused now: {}", was.node, refused->second);
    }
    const auto before = was.refused.find(is.node);
    if (before != was.refused.end()) {
        return fmt::format("{} was refused before: {}; {}", is.node, before->second,
                           by_scores(was, is));
    }
    return by_scores(was, is);
}

std::string moved(const std::string& pod, const JudgedPod& was, const JudgedPod& is) {
    const auto shown = [](const std::string& node) { return node.empty() ? "pending" : node; };
    std::string why;
    if (is.node.empty()) {
        why = is.message;
    } else if (was.node.empty()) {
        const auto refused = was.refused.find(is.node);
        why = refused == was.refused.end()
                  ? was.message
                  : fmt::format("{} was refused before: {}", is.node, refused->second);
    } else {
        why = why_moved(was, is);
    }
    return fmt::format("{}: {} → {}\n    {}\n", pod, shown(was.node), shown(is.node), why);
}

}  // namespace

std::string compare(const Judged& before, const Judged& now, std::size_t most) {
    std::string out;
    std::size_t told = 0, more = 0;
    const auto tell = [&](const std::string& text) {
        if (told < most) {
            out += text;
            ++told;
        } else {
            ++more;
        }
    };
    for (const auto& [name, is] : now) {
        const auto was = before.find(name);
        if (was == before.end()) {
            tell(fmt::format("{}: new → {}\n", name, is.node.empty() ? is.message : is.node));
        } else if (was->second.node != is.node) {
            tell(moved(name, was->second, is));
        } else if (is.node.empty() && was->second.message != is.message) {
            tell(fmt::format("{}: still pending\n    {}\n", name, is.message));
        }
    }
    for (const auto& [name, was] : before) {
        if (!now.contains(name)) {
            tell(fmt::format("{}: gone\n", name));
        }
    }
    if (more != 0) {
        out += fmt::format("and {} more\n", more);
    }
    return out;
}

std::string summary(const Judged& now) {
    std::size_t placed = 0;
    std::string pending;
    for (const auto& [name, pod] : now) {
        if (!pod.node.empty()) {
            ++placed;
        } else if (pending.size() < 400) {
            pending += fmt::format("  {}: {}\n", name, pod.message);
        }
    }
    return fmt::format("{} pods: {} placed, {} pending\n{}", now.size(), placed,
                       now.size() - placed, pending);
}

}  // namespace berth::dev
