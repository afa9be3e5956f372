// PostFilter: what can be done when no node fits, asked of the plugins in order.
//
// As kube-scheduler's RunPostFilterPlugins (runtime/framework.go, v1.37.2): Success,
// UnschedulableAndUnresolvable and errors end it, other refusals collect their texts. Scheduling
// thread.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include <berth/draft/ext/post_filter.h>

#include "core/framework/cycle.hpp"
#include "core/framework/filter_pass.hpp"
#include "core/framework/snapshot_view.hpp"
#include "core/framework/status.hpp"

namespace berth::framework {

// Why each node was refused, as plugins see it. Refers to what it is made of.
class Refusals {
public:
    // PreFilter refused the pod: `status` holds for every node.
    Refusals(Cycle& cycle, std::uint32_t rows, const Status& status);
    // Filter refused all nodes; those that PreFilter left out carry `left_out_reason`.
    Refusals(Cycle& cycle, const NodeVerdicts& verdicts, std::string left_out_reason);
    Refusals(const Refusals&) = delete;
    Refusals& operator=(const Refusals&) = delete;

    [[nodiscard]] const berth_refusals& view() const { return view_; }

private:
    static berth_array reasons_of(const berth_refusals* self, std::uint32_t row);
    static berth_str plugin_of(const berth_refusals* self, std::uint32_t row);
    [[nodiscard]] berth_array keep(ReasonList texts);

    Cycle& cycle_;
    const NodeVerdicts* verdicts_ = nullptr;
    const Status* status_ = nullptr;
    std::string left_out_reason_;
    std::vector<std::uint8_t> code_;
    std::deque<ReasonList> texts_;
    std::deque<std::vector<berth_str>> arrays_;
    berth_refusals view_{};
};

struct PostFilterResult {
    Status status;  // its reasons follow the pod's message, on success as well
    // What becomes of the pod's nomination; nothing: no plugin had a say.
    std::optional<berth_nomination> nomination;
};
// `candidates`: not null, nothing is to be carried out, only told.
[[nodiscard]] PostFilterResult run_post_filter(Cycle& cycle, SnapshotView& snapshot,
                                               const Refusals& refusals,
                                               const berth_candidates* candidates = nullptr);

}  // namespace berth::framework
