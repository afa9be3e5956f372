// Cycle: one pod's cycle with one plugin, as the runners of core/framework make it, but with every
// answer looked at. Calls fail() the test where an exception comes out.
//
// One thread; filter() and score() may run at once on several threads when `call` is shared.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <berth/berth.h>
#include <berth/draft/draft.h>

#include "core/check/instance.hpp"
#include "core/framework/cycle.hpp"
#include "core/framework/plugin_call.hpp"
#include "core/framework/pod_info.hpp"

namespace berth::check {

// What Filter said of a set. A position's text is "code", or "code: reason, reason".
struct FilterAnswer {
    std::int32_t status = BERTH_SUCCESS;
    std::vector<std::string> nodes;
    friend bool operator==(const FilterAnswer&, const FilterAnswer&) = default;
};
struct ScoreAnswer {
    std::int32_t status = BERTH_SUCCESS;
    std::vector<std::int64_t> scores;
    friend bool operator==(const ScoreAnswer&, const ScoreAnswer&) = default;
};

class Cycle {
public:
    Cycle(Instance& instance, framework::PodInfoRef pod);
    // A copy for a dry run, with the state cloned; fail()s if the plugin cannot.
    Cycle(const Cycle& from, int);
    ~Cycle();
    Cycle(const Cycle&) = delete;
    Cycle& operator=(const Cycle&) = delete;

    // BERTH_SUCCESS where the plugin is not at that point. `text` is said of the reasons.
    std::int32_t pre_filter();
    std::int32_t pre_score(const berth_nodes& nodes);
    [[nodiscard]] FilterAnswer filter(const berth_nodes& nodes);
    [[nodiscard]] ScoreAnswer score(const berth_nodes& nodes);
    std::int32_t add_pod(const berth_pod& other, const berth_nodes& node);
    std::int32_t remove_pod(const berth_pod& other, const berth_nodes& node);
    // Ends the state, as at the end of a cycle.
    void end();

    // The texts of a number, joined; fail()s for a number that nobody made.
    [[nodiscard]] std::string texts(berth_reasons number) const;
    [[nodiscard]] const berth_pod& pod() const { return pod_->view; }
    [[nodiscard]] Instance& instance() const { return instance_; }
    [[nodiscard]] const std::vector<std::uint64_t>& narrowed_bits() const { return bits_; }

    berth_call call{};
    berth_state slot{};
    berth_narrowing narrowing{};

private:
    void make_call();

    Instance& instance_;
    framework::PodInfoRef pod_;
    framework::DetailStore details_;
    framework::CallScope scope_{&details_};
    std::uint32_t cancel_ = 0;
    std::vector<std::uint64_t> bits_;
};

// PreFilter, then Filter of all nodes, where PreFilter lets it; what was said, in one list.
[[nodiscard]] FilterAnswer judge(Instance& instance, const framework::PodInfoRef& pod,
                                 const berth_nodes& nodes);
// PreFilter and Filter are left out, PreScore is not.
[[nodiscard]] ScoreAnswer rate(Instance& instance, const framework::PodInfoRef& pod,
                               const berth_nodes& nodes);

// A call into the plugin whose exception fails the test. `what` is the step.
template <class Call>
std::int32_t checked_call(std::string_view what, Call&& call) {
    step(what);
    const std::int32_t code = framework::call_plugin(std::forward<Call>(call));
    if (code == framework::kThrew) {
        fail(std::string(what) + " threw an exception");
    }
    return code;
}

[[nodiscard]] bool is_one_of(std::int32_t code, std::initializer_list<std::int32_t> codes);
// "answers differ at node-3: 0 and 2: too busy"
[[nodiscard]] std::string difference(const FilterAnswer& a, const FilterAnswer& b);
[[nodiscard]] std::string difference(const ScoreAnswer& a, const ScoreAnswer& b);

}  // namespace berth::check
