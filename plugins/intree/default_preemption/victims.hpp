// The victims on one node: the fewest and least important pods whose end lets a pod in.
//
// kube-scheduler: SelectVictimsOnNode (pkg/scheduler/framework/plugins/defaultpreemption,
// v1.37.2). Nodes are tried on any thread, each by one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <berth/sdk.h>
#include <berth/sdk/draft/host/whatif.h>

#include "plugins/intree/default_preemption/budgets.hpp"
#include "plugins/intree/default_preemption/refusal_texts.hpp"

namespace berth::intree {

struct Victims {
    std::vector<const berth_pod*> pods;  // the most important first
    std::int64_t pdb_violations = 0;
};

// What became of one node.
struct Trial {
    berth::Code code = berth::Code::success;
    Victims victims;            // of a success
    std::uint32_t refusal = 0;  // else, in RefusalTexts
};

// Higher priority, then the longer run. `now_ns` stands for the start of a pod that has none.
[[nodiscard]] bool more_important(const berth_pod& a, const berth_pod& b, std::int64_t now_ns);
[[nodiscard]] std::int64_t start_of(const berth_pod& pod, std::int64_t now_ns);

class VictimSearch {
public:
    VictimSearch(const berth::WhatIf& whatif, const Budgets& budgets, RefusalTexts& texts,
                 const berth::Call& call, const berth::Pod& pod)
        : whatif_(whatif), budgets_(budgets), texts_(texts), call_(call), pod_(pod) {}

    [[nodiscard]] Trial try_node(const berth::Node& node) const;

private:
    using Pods = std::vector<const berth_pod*>;

    [[nodiscard]] Trial refused(const berth::WhatIfResult& why) const;
    [[nodiscard]] Trial failed(std::string_view why) const;
    // Puts back what may stay, in order of importance; false: `trial` is an error.
    bool reprieve(berth::Hypothetical& node, const Pods& violating, const Pods& others,
                  Trial& trial) const;
    bool reprieve_one(berth::Hypothetical& node, const berth_pod& pod, bool& stays,
                      Trial& trial) const;

    const berth::WhatIf& whatif_;
    const Budgets& budgets_;
    RefusalTexts& texts_;
    const berth::Call& call_;
    const berth::Pod& pod_;
};

}  // namespace berth::intree
