#include "plugins/intree/default_preemption/victims.hpp"

#include <algorithm>

namespace berth::intree {
namespace {

constexpr std::string_view kNoVictims = "No preemption victims found for incoming pod";

}  // namespace

std::int64_t start_of(const berth_pod& pod, std::int64_t now_ns) {
    return pod.start_ns != 0 ? pod.start_ns : now_ns;
}

bool more_important(const berth_pod& a, const berth_pod& b, std::int64_t now_ns) {
    return a.priority != b.priority ? a.priority > b.priority
                                    : start_of(a, now_ns) < start_of(b, now_ns);
}

Trial VictimSearch::refused(const berth::WhatIfResult& why) const {
    return {why.code(), {}, texts_.number(why.reasons())};
}

Trial VictimSearch::failed(std::string_view why) const {
    return {berth::Code::error, {}, texts_.number(why)};
}

Trial VictimSearch::try_node(const berth::Node& node) const {
    Pods potential;
    const berth_node& flat = node.flat();
    for (std::uint32_t i = 0; i < flat.pod_count; ++i) {
        if (flat.pods[i]->priority < pod_.priority()) {
            potential.push_back(flat.pods[i]);
        }
    }
    if (potential.empty()) {
        return {berth::Code::unresolvable, {}, texts_.number(kNoVictims)};
    }
    berth::Hypothetical without = whatif_.open(call_, pod_, node.row());
    if (!without) {
        return failed("the state of the cycle could not be copied");
    }
    berth::WhatIfResult said;
    for (const berth_pod* pod : potential) {
        if (!without.remove(*pod, &said)) {
            return refused(said);
        }
    }
    if (!without.fits(BERTH_WHATIF_NOMINATED, &said)) {
        return refused(said);
    }
    const auto before = [now = call_.now_ns()](const berth_pod* a, const berth_pod* b) {
        return more_important(*a, *b, now);
    };
    std::stable_sort(potential.begin(), potential.end(), before);
    Pods violating, others;
    std::vector<std::int32_t> left = budgets_.allowed();
    for (const berth_pod* pod : potential) {
        (budgets_.violates(*pod, left) ? violating : others).push_back(pod);
    }
    Trial trial;
    if (!reprieve(without, violating, others, trial)) {
        return trial;
    }
    if (!violating.empty() && !others.empty()) {
        std::stable_sort(trial.victims.pods.begin(), trial.victims.pods.end(), before);
    }
    if (trial.victims.pods.empty()) {
        return failed("expected at least one victim pod on node \"" + std::string(node.name()) +
                      "\"");
    }
    return trial;
}

bool VictimSearch::reprieve(berth::Hypothetical& node, const Pods& violating, const Pods& others,
                            Trial& trial) const {
    for (const Pods* group : {&violating, &others}) {
        for (const berth_pod* pod : *group) {
            bool stays = false;
            if (!reprieve_one(node, *pod, stays, trial)) {
                return false;
            }
            if (!stays) {
                trial.victims.pods.push_back(pod);
                trial.victims.pdb_violations += group == &violating ? 1 : 0;
            }
        }
    }
    return true;
}

bool VictimSearch::reprieve_one(berth::Hypothetical& node, const berth_pod& pod, bool& stays,
                                Trial& trial) const {
    berth::WhatIfResult said;
    if (!node.add(pod, &said)) {
        trial = refused(said);
        return false;
    }
    stays = node.fits(BERTH_WHATIF_NOMINATED);
    if (!stays && !node.remove(pod, &said)) {
        trial = refused(said);
        return false;
    }
    return true;
}

}  // namespace berth::intree
