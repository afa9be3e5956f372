// Cycle: the state of one pod's way through a profile, from Pop to PostBind.
//
// Holds the CycleState slots of all plugins, who said Skip, and the detail texts. One thread at a
// time uses it, but for Filter and Score, whose workers read slots and add details. reset() makes
// it ready for the next pod without giving memory back.
#pragma once

#include <cstdint>
#include <vector>

#include <berth/call.h>

#include "core/framework/pod_info.hpp"
#include "core/framework/profile.hpp"
#include "core/framework/reasons.hpp"
#include "core/framework/status.hpp"

namespace berth::framework {

// What berth_call::host_data points to, for host services: where the call's detail texts go.
struct CallScope {
    DetailStore* details = nullptr;
};

// A berth_call outside of a pod's cycle (PreEnqueue); refers to `scope`.
[[nodiscard]] berth_call call_outside(const Profile& profile, CallScope& scope);

// A Status made of what `plugin` returned; a code that the ABI does not know becomes an error.
[[nodiscard]] Status make_status(std::int32_t code, ReasonList texts, const PluginInstance& plugin);

class Cycle {
public:
    Cycle() = default;
    ~Cycle();
    Cycle(const Cycle&) = delete;
    Cycle& operator=(const Cycle&) = delete;

    // Begins the cycle of `pod`; ends what the slots held before.
    void begin(GenerationRef generation, const Profile& profile, PodInfoRef pod,
               std::uint64_t number, std::int64_t now_ns);
    void end();

    // Becomes a copy for a dry run: slots cloned, Skip sets kept. Fails if a plugin cannot clone.
    Status clone_from(Cycle& other);

    // Tells long work of this cycle to give up. Any thread.
    void cancel();

    // The berth_call for one call of one plugin; refers to this Cycle.
    [[nodiscard]] berth_call call(const PluginInstance& plugin, std::uint64_t token = 0);

    [[nodiscard]] const Profile& profile() const { return *profile_; }
    [[nodiscard]] const Generation& generation() const { return *generation_; }
    [[nodiscard]] const PodInfoRef& pod() const { return pod_; }
    [[nodiscard]] const berth_pod& pod_view() const { return pod_->view; }
    [[nodiscard]] std::uint64_t number() const { return number_; }

    [[nodiscard]] bool skips_filter(std::uint32_t plugin) const {
        return skip_filter_[plugin] != 0;
    }
    [[nodiscard]] bool skips_score(std::uint32_t plugin) const { return skip_score_[plugin] != 0; }
    void skip_filter(std::uint32_t plugin) { skip_filter_[plugin] = 1; }
    void skip_score(std::uint32_t plugin) { skip_score_[plugin] = 1; }
    // What PreBindPreFlight said: nothing to do; may run beside its neighbours.
    [[nodiscard]] bool skips_pre_bind(std::uint32_t plugin) const {
        return skip_pre_bind_[plugin] != 0;
    }
    [[nodiscard]] bool parallel_pre_bind(std::uint32_t plugin) const {
        return parallel_pre_bind_[plugin] != 0;
    }
    void skip_pre_bind(std::uint32_t plugin) { skip_pre_bind_[plugin] = 1; }
    void allow_parallel_pre_bind(std::uint32_t plugin) { parallel_pre_bind_[plugin] = 1; }

    [[nodiscard]] DetailStore& details() { return details_; }
    // Texts of a reason number, interned or detail.
    [[nodiscard]] ReasonList texts(berth_reasons number) const;
    // A Status made of what a plugin returned; an unknown code becomes an error.
    [[nodiscard]] Status status(std::int32_t code, berth_reasons reasons,
                                const PluginInstance& plugin) const;

private:
    // A slot, and whether its state is shared with the cycle that this one is a copy of.
    struct Slot {
        berth_state state{};
        const void* shared = nullptr;
    };

    void clear_slots();

    GenerationRef generation_;
    const Profile* profile_ = nullptr;
    PodInfoRef pod_;
    std::uint64_t number_ = 0;
    std::int64_t now_ns_ = 0;
    std::vector<Slot> slots_;
    std::vector<std::uint8_t> skip_filter_, skip_score_, skip_pre_bind_, parallel_pre_bind_;
    DetailStore details_;
    CallScope scope_{&details_};
    std::uint32_t cancel_ = 0;
};

}  // namespace berth::framework
