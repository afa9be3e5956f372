#include "tests/unit/queue/fakes.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/assert.hpp"

namespace berth::queue::test {

namespace {

berth_str str(const std::string& text) {
    return {text.data(), text.size()};
}

template <typename T>
berth_array array_of(const std::vector<T>& items) {
    return {items.data(), static_cast<std::uint32_t>(items.size()), sizeof(T)};
}

// A PodInfo with all that its view points into.
struct Stored {
    PodText text;
    std::vector<berth_amount> scalars;
    std::vector<berth_label> labels;
    std::vector<berth_str> gates;
    std::vector<berth_toleration> tolerations;
    std::vector<berth_resource_claim> claims;
    berth_requests requests{};
    framework::PodInfo info{};
};

}  // namespace

framework::PodInfoRef make_pod(const PodText& text) {
    auto stored = std::make_shared<Stored>();
    stored->text = text;
    PodText& t = stored->text;
    if (t.uid.empty()) {
        t.uid = "uid-" + t.name;
    }
    for (const auto& [name, value] : t.scalars) {
        stored->scalars.push_back({str(name), 0, 0, value});
    }
    for (const auto& [name, value] : t.labels) {
        stored->labels.push_back({str(name), str(value), 0, 0});
    }
    for (const std::string& gate : t.gates) {
        stored->gates.push_back(str(gate));
    }
    stored->tolerations.resize(t.tolerations);
    for (const auto& [name, made] : t.claims) {
        berth_resource_claim claim{};
        claim.name = str(name);
        claim.generated_name = str(made);
        stored->claims.push_back(claim);
    }
    stored->requests.milli_cpu = t.milli_cpu;
    stored->requests.memory = t.memory;
    stored->requests.scalars = array_of(stored->scalars);

    berth_pod& view = stored->info.view;
    view.struct_size = sizeof(berth_pod);
    view.namespace_name = str(t.space);
    view.name = str(t.name);
    view.uid = str(t.uid);
    view.scheduler_name = str(t.scheduler);
    view.node_name = str(t.node);
    view.nominated_node_name = str(t.nominated);
    view.priority = t.priority;
    view.placed_requests = &stored->requests;
    view.labels = array_of(stored->labels);
    view.scheduling_gates = array_of(stored->gates);
    view.tolerations = array_of(stored->tolerations);
    view.resource_claims = array_of(stored->claims);
    return {stored, &stored->info};
}

framework::PodInfoRef pod_named(const std::string& name, std::int32_t priority) {
    PodText text;
    text.name = name;
    text.priority = priority;
    return make_pod(text);
}

framework::EventRegistration on(std::uint32_t resource, std::uint64_t actions, bool hinted) {
    return {0, resource, actions, hinted, {}};
}

framework::ClusterEvent event_of(std::uint32_t resource, std::uint64_t actions) {
    framework::ClusterEvent event;
    event.resource = resource;
    event.actions = actions;
    return event;
}

framework::ClusterEvent node_added() {
    return event_of(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD);
}

std::optional<ProfileNumber> FakePolicy::profile(std::string_view scheduler) const {
    for (std::size_t i = 0; i < profiles_.size(); ++i) {
        if (profiles_[i].scheduler == scheduler) {
            return static_cast<ProfileNumber>(i);
        }
    }
    return {};
}

bool FakePolicy::less(const berth_queued& a, const berth_queued& b) const {
    return a.priority != b.priority ? a.priority > b.priority : a.timestamp_ns < b.timestamp_ns;
}

PluginNumber FakePolicy::pre_enqueue(ProfileNumber profile, const framework::PodInfo& pod,
                                     PluginNumber first) const {
    std::vector<PluginNumber> order;
    if (first != kNoPlugin) {
        order.push_back(first);
    }
    for (std::size_t i = 0; i < profiles_[profile].plugins.size(); ++i) {
        if (i != first) {
            order.push_back(static_cast<PluginNumber>(i));
        }
    }
    for (const PluginNumber number : order) {
        const FakePlugin& asked = plugin(profile, number);
        if (asked.gates) {
            calls.push_back(fmt::format("pre-enqueue {} {}", pod.name(), asked.name));
            if (asked.gates(pod)) {
                return number;
            }
        }
    }
    return kNoPlugin;
}

std::string_view FakePolicy::name(ProfileNumber profile, PluginNumber number) const {
    return number == kExtender ? std::string_view("Extender") : plugin(profile, number).name;
}

PluginNumber FakePolicy::find(ProfileNumber profile, std::string_view name) const {
    const auto& plugins = profiles_[profile].plugins;
    for (std::size_t i = 0; i < plugins.size(); ++i) {
        if (plugins[i].name == name) {
            return static_cast<PluginNumber>(i);
        }
    }
    return name == "Extender" ? kExtender : kNoPlugin;
}

std::span<const framework::EventRegistration> FakePolicy::registrations(ProfileNumber profile,
                                                                        PluginNumber number) const {
    static const std::vector<framework::EventRegistration> every = {
        on(BERTH_RESOURCE_ANY, BERTH_ACTION_ALL)};
    return number == kExtender ? every : plugin(profile, number).registrations;
}

bool FakePolicy::matches(const framework::EventRegistration& registration,
                         const framework::ClusterEvent& event) const {
    return framework::matches(registration, event);
}

bool FakePolicy::concerns_any(const framework::ClusterEvent& event) const {
    for (const FakeProfile& profile : profiles_) {
        for (const FakePlugin& plugin : profile.plugins) {
            for (const framework::EventRegistration& registration : plugin.registrations) {
                if (framework::matches(registration, event)) {
                    return true;
                }
            }
        }
    }
    return false;
}

void FakePolicy::hint(ProfileNumber profile, PluginNumber number,
                      const framework::EventRegistration&, const framework::ClusterEvent& event,
                      std::span<const berth_pod* const> pods,
                      std::span<std::uint8_t> verdicts) const {
    const FakePlugin& asked = plugin(profile, number);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < pods.size(); ++i) {
        names.emplace_back(pods[i]->name.ptr, pods[i]->name.len);
        const bool queue = !asked.wakes || asked.wakes(*pods[i], event);
        verdicts[i] = queue ? BERTH_QUEUE : BERTH_QUEUE_SKIP;
    }
    std::ranges::sort(names);
    calls.push_back(fmt::format("hint {} {}", asked.name, fmt::join(names, ",")));
}

World::World(std::vector<FakePlugin> plugins, Options options)
    : World({{"default-scheduler", std::move(plugins)}}, options) {}

World::World(std::vector<FakePolicy::FakeProfile> profiles, Options options)
    : policy(std::make_shared<FakePolicy>(std::move(profiles))), queue(clock, options, policy) {}

std::string World::pop_and_drop() {
    const PoppedPod pod = queue.pop();
    return pod == nullptr ? "" : std::string(pod->pod->name());
}

Part World::fail(PoppedPod pod, const std::vector<PluginNumber>& refused,
                 const std::vector<PluginNumber>& pending) {
    framework::PodInfoRef latest = pod->pod;
    return queue.requeue(std::move(pod), std::move(latest), {refused, pending});
}

Part World::park(const framework::PodInfoRef& pod, const std::vector<PluginNumber>& refused,
                 const std::vector<PluginNumber>& pending) {
    queue.add(pod);
    PoppedPod popped = queue.pop_active();
    BERTH_ASSERT(popped != nullptr && popped->pod->uid() == pod->uid());
    return fail(std::move(popped), refused, pending);
}

std::string World::where(const framework::PodInfoRef& pod) const {
    const std::optional<PodState> state = queue.find(*pod);
    if (!state.has_value()) {
        return "";
    }
    std::string text = fmt::format("{} {}", to_text(state->part), state->attempts);
    if (!state->plugins.empty()) {
        text += fmt::format(" [{}]", fmt::join(state->plugins, " "));
    }
    if (state->backoff_until.has_value()) {
        const base::Duration left = *state->backoff_until - base::Time::from_seconds(1'700'000'000);
        text += " until " + base::format_duration(left);
    }
    return text;
}

void World::after(base::Duration time) {
    clock.advance(time);
    queue.flush_backoff();
}

}  // namespace berth::queue::test
