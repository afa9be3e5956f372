#include "core/framework/cycle.hpp"

#include <atomic>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "core/base/assert.hpp"
#include "core/framework/plugin_call.hpp"

namespace berth::framework {

namespace {

template <typename Member>
bool has(const berth_state_ops* ops, Member berth_state_ops::*member, std::size_t end) {
    return ops != nullptr && ops->struct_size >= end && ops->*member != nullptr;
}

constexpr std::size_t kCloneEnd = offsetof(berth_state_ops, clone) + sizeof(berth_state_ops::clone);
constexpr std::size_t kDestroyEnd =
    offsetof(berth_state_ops, destroy) + sizeof(berth_state_ops::destroy);

}  // namespace

berth_call call_outside(const Profile& profile, CallScope& scope) {
    berth_call call{};
    call.struct_size = sizeof(berth_call);
    call.profile = profile.number;
    call.host_data = &scope;
    return call;
}

Status make_status(std::int32_t code, ReasonList texts, const PluginInstance& plugin) {
    if (code == kThrew) {
        return Status::error("the plugin threw an exception", plugin.name);
    }
    if (!known_code(code)) {
        return Status::error(fmt::format("the plugin returned the unknown code {}", code),
                             plugin.name);
    }
    Status status;
    status.code = static_cast<Code>(code);
    if (!status.ok()) {
        status.reasons = std::move(texts);
        status.plugin = plugin.name;
    }
    if (status.code == Code::kError && status.reasons.empty()) {
        status.reasons.emplace_back("the plugin failed without a reason");
    }
    return status;
}

Cycle::~Cycle() {
    end();
}

void Cycle::begin(GenerationRef generation, const Profile& profile, PodInfoRef pod,
                  std::uint64_t number, std::int64_t now_ns) {
    end();
    generation_ = std::move(generation);
    profile_ = &profile;
    pod_ = std::move(pod);
    number_ = number;
    now_ns_ = now_ns;
    const std::size_t plugins = profile.instances.size();
    slots_.assign(plugins, Slot{});
    skip_filter_.assign(plugins, 0);
    skip_score_.assign(plugins, 0);
    skip_pre_bind_.assign(plugins, 0);
    parallel_pre_bind_.assign(plugins, 0);
    std::atomic_ref(cancel_).store(0, std::memory_order_relaxed);
}

void Cycle::end() {
    clear_slots();
    details_.clear();
    profile_ = nullptr;
    pod_.reset();
    generation_.reset();  // last: the plugins that made the states live in it
}

void Cycle::clear_slots() {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        Slot& slot = slots_[i];
        berth_state& state = slot.state;
        if (state.data != nullptr && state.data != slot.shared &&
            has(state.ops, &berth_state_ops::destroy, kDestroyEnd)) {
            static_cast<void>(call_plugin(*profile_->instances[i], Point::kState, &pod_->view, [&] {
                state.ops->destroy(state.data);
                return BERTH_SUCCESS;
            }));
        }
        slot = Slot{};
    }
}

Status Cycle::clone_from(Cycle& other) {
    BERTH_ASSERT(&other != this && other.profile_ != nullptr);
    begin(other.generation_, *other.profile_, other.pod_, other.number_, other.now_ns_);
    skip_filter_ = other.skip_filter_;
    skip_score_ = other.skip_score_;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
        const berth_state& from = other.slots_[i].state;
        if (from.data == nullptr) {
            continue;
        }
        if (!has(from.ops, &berth_state_ops::clone, kCloneEnd)) {
            slots_[i] = Slot{.state = from, .shared = from.data};
            continue;
        }
        void* copy = nullptr;
        static_cast<void>(call_plugin(*profile_->instances[i], Point::kState, &pod_->view, [&] {
            copy = from.ops->clone(from.data);
            return BERTH_SUCCESS;
        }));
        if (copy == nullptr) {
            const std::string& name = profile_->instances[i]->name;
            return Status::error(fmt::format("plugin \"{}\" could not copy its state", name), name);
        }
        slots_[i].state = berth_state{.data = copy, .ops = from.ops};
    }
    return {};
}

void Cycle::cancel() {
    std::atomic_ref(cancel_).store(1, std::memory_order_relaxed);
}

berth_call Cycle::call(const PluginInstance& plugin, std::uint64_t token) {
    berth_call call{};
    call.struct_size = sizeof(berth_call);
    call.profile = profile_->number;
    call.cycle = number_;
    call.state = &slots_[plugin.number].state;
    call.cancel = &cancel_;
    call.now_ns = now_ns_;
    call.token = token;
    call.host_data = &scope_;
    return call;
}

ReasonList Cycle::texts(berth_reasons number) const {
    if ((number & kDetailBit) != 0) {
        return details_.texts(number);
    }
    return generation_->reasons->texts(number);
}

Status Cycle::status(std::int32_t code, berth_reasons reasons, const PluginInstance& plugin) const {
    if (code == BERTH_SUCCESS) {
        return {};
    }
    return make_status(code, texts(reasons), plugin);
}

}  // namespace berth::framework
