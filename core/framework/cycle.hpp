// Cycle: the state of one pod's way through a profile, from Pop to PostBind.
//
// Holds the CycleState slots of all plugins, who said Skip, and the detail texts. One thread at a
// time uses it, but for Filter and Score, whose workers read slots and add details. reset() makes
// it ready for the next pod without giving memory back.
#pragma once

#include <berth/call.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/framework/pod_info.hpp"
#include "core/framework/profile.hpp"
#include "core/framework/reasons.hpp"
#include "core/framework/status.hpp"

namespace berth::framework {

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

    // A copy for a dry run: slots cloned, Skip sets kept. Scheduling thread.
    void clone_from(Cycle& other);

    // The berth_call for one call of one plugin; refers to this Cycle.
    [[nodiscard]] berth_call call(const PluginInstance& plugin, std::uint64_t token = 0);

    [[nodiscard]] const Profile& profile() const { return *profile_; }
    [[nodiscard]] const Generation& generation() const { return *generation_; }
    [[nodiscard]] const PodInfoRef& pod() const { return pod_; }
    [[nodiscard]] const berth_pod& pod_view() const { return pod_->view; }
    [[nodiscard]] std::uint64_t number() const { return number_; }

    [[nodiscard]] bool skips_filter(std::uint32_t plugin) const { return skip_filter_[plugin] != 0; }
    [[nodiscard]] bool skips_score(std::uint32_t plugin) const { return skip_score_[plugin] != 0; }
    void skip_filter(std::uint32_t plugin) { skip_filter_[plugin] = 1; }
    void skip_score(std::uint32_t plugin) { skip_score_[plugin] = 1; }

    [[nodiscard]] DetailStore& details() { return details_; }
    // Texts of a reason number, interned or detail.
    [[nodiscard]] ReasonList texts(berth_reasons number) const;
    // A Status made of what a plugin returned; an unknown code becomes an error.
    [[nodiscard]] Status status(std::int32_t code, berth_reasons reasons,
                                const PluginInstance& plugin) const;

private:
    GenerationRef generation_;
    const Profile* profile_ = nullptr;
    PodInfoRef pod_;
    std::uint64_t number_ = 0;
    std::int64_t now_ns_ = 0;
    std::vector<berth_state> slots_;
    std::vector<std::uint8_t> skip_filter_, skip_score_;
    DetailStore details_;
    std::uint32_t cancel_ = 0;
};

}  // namespace berth::framework
