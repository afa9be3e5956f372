#include "core/check/cycle.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace berth::check {
namespace {

constexpr std::uint64_t kToken = 41;

std::string joined(const framework::ReasonList& texts) {
    return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace

Cycle::Cycle(Instance& instance, framework::PodInfoRef pod)
    : instance_(instance),
      pod_(std::move(pod)),
      bits_(instance.world().snapshot().rows() / 64 + 1) {
    make_call();
}

Cycle::Cycle(const Cycle& from, int)
    : instance_(from.instance_), pod_(from.pod_), bits_(from.bits_) {
    make_call();
    if (from.slot.data == nullptr) {
        return;
    }
    expect(from.slot.ops != nullptr && from.slot.ops->clone != nullptr,
           "its state has no clone, though AddPod and RemovePod change it");
    step("clone of the state");
    slot = {from.slot.ops->clone(from.slot.data), from.slot.ops};
    expect(slot.data != nullptr, "clone returned null");
}

Cycle::~Cycle() {
    end();
}

void Cycle::make_call() {
    call.struct_size = sizeof(call);
    call.cycle = 1;
    call.state = &slot;
    call.cancel = &cancel_;
    call.now_ns = instance_.world().clock.now().nanoseconds;
    call.token = kToken;
    call.host_data = &scope_;
}

void Cycle::end() {
    if (slot.data != nullptr && slot.ops != nullptr && slot.ops->destroy != nullptr) {
        step("destroy of the state");
        slot.ops->destroy(slot.data);
    }
    slot = {};
}

std::string Cycle::texts(berth_reasons number) const {
    if (number == 0) {
        return "";
    }
    const framework::ReasonList list = (number & framework::kDetailBit) != 0
                                           ? details_.texts(number)
                                           : instance_.opened().reasons.texts(number);
    if (list.empty()) {
        fail(fmt::format("reason number {} was never made", number));
    }
    return joined(list);
}

std::int32_t Cycle::pre_filter() {
    const auto* table = instance_.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1);
    if (table == nullptr) {
        return BERTH_SUCCESS;
    }
    std::fill(bits_.begin(), bits_.end(), 0);
    narrowing = {sizeof(narrowing), 0, bits_.data()};
    const berth_nodes nodes = instance_.world().snapshot().all();
    berth_reasons reasons = 0;
    const std::int32_t code = checked_call("PreFilter", [&] {
        return table->pre_filter(instance_.raw, &call, &pod(), &nodes, &narrowing, &reasons);
    });
    static_cast<void>(texts(reasons));
    return code;
}

std::int32_t Cycle::pre_score(const berth_nodes& nodes) {
    const auto* table = instance_.table<berth_pre_score_v1>(BERTH_PRE_SCORE_V1);
    if (table == nullptr) {
        return BERTH_SUCCESS;
    }
    berth_reasons reasons = 0;
    const std::int32_t code = checked_call("PreScore", [&] {
        return table->pre_score(instance_.raw, &call, &pod(), &nodes, &reasons);
    });
    static_cast<void>(texts(reasons));
    return code;
}

FilterAnswer Cycle::filter(const berth_nodes& nodes) {
    const auto& table = instance_.need<berth_filter_v1>(BERTH_FILTER_V1);
    std::vector<std::uint8_t> codes(nodes.count + 1);
    std::vector<berth_reasons> reasons(nodes.count + 1);
    berth_verdicts out{sizeof(out), nodes.count, codes.data(), reasons.data()};
    FilterAnswer answer;
    answer.status = checked_call(fmt::format("Filter of {} nodes", nodes.count), [&] {
        return table.filter(instance_.raw, &call, &pod(), &nodes, &out);
    });
    for (std::uint32_t i = 0; i < nodes.count; ++i) {
        const std::string why = texts(reasons[i]);
        answer.nodes.push_back(why.empty() ? fmt::format("{}", codes[i])
                                           : fmt::format("{}: {}", codes[i], why));
    }
    return answer;
}

ScoreAnswer Cycle::score(const berth_nodes& nodes) {
    const auto& table = instance_.need<berth_score_v1>(BERTH_SCORE_V1);
    ScoreAnswer answer;
    answer.scores.assign(nodes.count + 1, 0);
    berth_reasons reasons = 0;
    answer.status = checked_call(fmt::format("Score of {} nodes", nodes.count), [&] {
        return table.score(instance_.raw, &call, &pod(), &nodes, answer.scores.data(), &reasons);
    });
    answer.scores.resize(nodes.count);
    static_cast<void>(texts(reasons));
    return answer;
}

std::int32_t Cycle::add_pod(const berth_pod& other, const berth_nodes& node) {
    const auto& table = instance_.need<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1);
    if (table.add_pod == nullptr) {
        return BERTH_SUCCESS;
    }
    berth_reasons reasons = 0;
    return checked_call("AddPod", [&] {
        return table.add_pod(instance_.raw, &call, &pod(), &other, &node, &reasons);
    });
}

std::int32_t Cycle::remove_pod(const berth_pod& other, const berth_nodes& node) {
    const auto& table = instance_.need<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1);
    if (table.remove_pod == nullptr) {
        return BERTH_SUCCESS;
    }
    berth_reasons reasons = 0;
    return checked_call("RemovePod", [&] {
        return table.remove_pod(instance_.raw, &call, &pod(), &other, &node, &reasons);
    });
}

FilterAnswer judge(Instance& instance, const framework::PodInfoRef& pod, const berth_nodes& nodes) {
    static_cast<void>(instance.need<berth_filter_v1>(BERTH_FILTER_V1));
    Cycle cycle(instance, pod);
    FilterAnswer answer;
    const std::int32_t before = cycle.pre_filter();
    if (before == BERTH_SUCCESS) {
        answer = cycle.filter(nodes);
    }
    answer.nodes.push_back(fmt::format("PreFilter: {}", before));
    return answer;
}

ScoreAnswer rate(Instance& instance, const framework::PodInfoRef& pod, const berth_nodes& nodes) {
    static_cast<void>(instance.need<berth_score_v1>(BERTH_SCORE_V1));
    Cycle cycle(instance, pod);
    static_cast<void>(cycle.pre_filter());
    ScoreAnswer answer;
    const std::int32_t before = cycle.pre_score(nodes);
    if (before == BERTH_SUCCESS) {
        answer = cycle.score(nodes);
    }
    answer.scores.push_back(before);
    return answer;
}

bool is_one_of(std::int32_t code, std::initializer_list<std::int32_t> codes) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

std::string difference(const FilterAnswer& a, const FilterAnswer& b) {
    for (std::size_t i = 0; i < std::min(a.nodes.size(), b.nodes.size()); ++i) {
        if (a.nodes[i] != b.nodes[i]) {
            return fmt::format("position {}: \"{}\" and \"{}\"", i, a.nodes[i], b.nodes[i]);
        }
    }
    return fmt::format("status {} and {}", a.status, b.status);
}

std::string difference(const ScoreAnswer& a, const ScoreAnswer& b) {
    for (std::size_t i = 0; i < std::min(a.scores.size(), b.scores.size()); ++i) {
        if (a.scores[i] != b.scores[i]) {
            return fmt::format("position {}: {} and {}", i, a.scores[i], b.scores[i]);
        }
    }
    return fmt::format("status {} and {}", a.status, b.status);
}

}  // namespace berth::check
