// The queue against SimpleModel, step by step, with everything that may happen to it.

#include "core/base/random.hpp"

#include <algorithm>
#include <map>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/unit/queue/simple_model.hpp"

using namespace berth;
using namespace berth::queue;
using namespace berth::queue::test;

namespace {

const std::vector<std::string> kNames = {"Node", "Room", "A", "B", "Own", "Silent"};

// Three configurations: another order, fewer plugins, one profile less.
ModelProfiles profiles_of(std::uint64_t which) {
    switch (which % 3) {
        case 0: return {{{"one", kNames}, {"two", {"Room", "B", "Own"}}}};
        case 1: return {{{"two", {"Silent", "Own", "B"}}, {"one", {"Own", "B", "A", "Node"}}}};
        default: return {{{"one", {"Room", "Silent", "B", "A"}}}};
    }
}

framework::ClusterEvent event_for(const ModelEvent& event) {
    static const std::map<std::string, std::pair<std::uint32_t, std::uint64_t>> kinds = {
        {"node-add", {BERTH_RESOURCE_NODE, BERTH_ACTION_ADD}},
        {"node-label", {BERTH_RESOURCE_NODE, BERTH_ACTION_UPDATE_NODE_LABEL}},
        {"pod-delete", {BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_DELETE}},
        {"other", {BERTH_RESOURCE_CSI_NODE, BERTH_ACTION_ADD}},
        {"all", {BERTH_RESOURCE_ANY, BERTH_ACTION_ALL}},
    };
    const auto [resource, actions] = kinds.at(event.kind);
    framework::ClusterEvent made = event_of(resource, actions);
    made.custom = std::to_string(event.number);  // seen by the fake hint, matched by nobody
    return made;
}

FakePlugin plugin_of(const std::string& name, const bool& open_b) {
    FakePlugin plugin;
    plugin.name = name;
    if (name == "Node") {
        plugin.registrations = {on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD)};
    } else if (name == "Room") {
        plugin.registrations = {on(BERTH_RESOURCE_ASSIGNED_POD, BERTH_ACTION_DELETE, true),
                                on(BERTH_RESOURCE_NODE, BERTH_ACTION_ADD, true)};
        plugin.wakes = [](const berth_pod& pod, const framework::ClusterEvent& event) {
            const auto number = static_cast<std::uint32_t>(std::stoul(event.custom));
            return SimpleModel::says_queue("Room", {pod.name.ptr, pod.name.len}, {"", number, ""});
        };
    } else if (name == "A" || name == "B") {
        plugin.registrations = {
            name == "A" ? on(BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_GATES_ELIMINATED)
                        : on(BERTH_RESOURCE_NODE, BERTH_ACTION_UPDATE_NODE_LABEL)};
        const std::string gate = name == "A" ? "a" : "b";
        plugin.gates = [gate, &open_b](const framework::PodInfo& pod) {
            for (std::uint32_t i = 0; i < pod.view.scheduling_gates.count; ++i) {
                const auto& s = static_cast<const berth_str*>(pod.view.scheduling_gates.items)[i];
                if (std::string_view(s.ptr, s.len) == gate) {
                    return gate == "a" || !open_b;
                }
            }
            return false;
        };
    } else if (name == "Own") {
        plugin.registrations = {on(BERTH_RESOURCE_TARGET_POD, BERTH_ACTION_UPDATE_POD_LABEL)};
    }
    return plugin;
}

std::shared_ptr<FakePolicy> policy_of(const ModelProfiles& profiles, const bool& open_b) {
    std::vector<FakePolicy::FakeProfile> made;
    for (const auto& [scheduler, names] : profiles.plugins) {
        std::vector<FakePlugin> plugins;
        for (const std::string& name : names) {
            plugins.push_back(plugin_of(name, open_b));
        }
        made.push_back({scheduler, std::move(plugins)});
    }
    return std::make_shared<FakePolicy>(std::move(made));
}

// Queue and model side by side, and what is known outside of both: the pods that exist.
class Run {
public:
    explicit Run(std::uint64_t seed)
        : random_(seed),
          model_(profiles_of(0)),
          policy_(policy_of(profiles_of(0), model_.open_b)),
          queue_(clock_, {}, policy_) {
        model_.now = clock_.now().nanoseconds;
        model_.start = model_.now;
    }

    void step() {
        policy_->calls.clear();
        const std::uint64_t dice = random_.below(100);
        if (dice < 16) {
            create();
        } else if (dice < 28) {
            update();
        } else if (dice < 33) {
            destroy();
        } else if (dice < 52) {
            pop();
        } else if (dice < 70) {
            end_attempt();
        } else if (dice < 84) {
            happen();
        } else if (dice < 88) {
            activate();
        } else if (dice < 98) {
            wait();
        } else if (dice < 99) {
            model_.open_b = !model_.open_b;
        } else if (random_.below(4) == 0) {
            reload();
        }
    }

    void compare() {
        std::size_t waiting = 0;
        for (const ModelPod& pod : model_.pods()) {
            if (pod.part == "lent") {
                continue;
            }
            ++waiting;
            const auto state = queue_.find(*known_.at(pod.text.uid));
            CAPTURE(pod.text.name);
            REQUIRE(state.has_value());
            REQUIRE(describe(*state) == describe(pod));
            REQUIRE_FALSE(model_.overslept(pod));
        }
        const Sizes sizes = queue_.sizes();
        REQUIRE(sizes.active + sizes.backoff + sizes.unschedulable + sizes.gated == waiting);
        REQUIRE(sizes.in_flight == static_cast<std::size_t>(
                                       std::ranges::count_if(model_.pods(), &ModelPod::in_flight)));
        std::size_t visited = 0;
        queue_.for_each([&](const PodState&) { ++visited; });
        REQUIRE(visited == waiting);
    }

    // Everything comes out in the end: gates open, time passes, no pod is left.
    void drain() {
        lent_.clear();
        model_.pods().remove_if([](const ModelPod& pod) { return pod.part == "lent"; });
        model_.open_b = true;
        for (auto& [name, text] : exists_) {
            PodText after = text;
            after.gates.clear();
            change(text, after);
        }
        advance(3600);
        queue_.flush_unschedulable_leftover();
        model_.flush_leftover();
        compare();
        while (pop()) {}
        compare();
        REQUIRE(model_.pods().size() == lent_.size());
        REQUIRE(queue_.sizes().active + queue_.sizes().backoff + queue_.sizes().unschedulable +
                    queue_.sizes().gated ==
                0);
        lent_.clear();
    }

private:
    static std::string describe(const ModelPod& pod) {
        std::set<std::string> plugins = pod.refused;
        plugins.insert(pod.pending.begin(), pod.pending.end());
        const std::string part = pod.part == "error" ? "backoff" : pod.part;
        const bool backoff = part == "backoff";
        return fmt::format("{} {} [{}] {} {}", part, pod.attempts, fmt::join(plugins, " "),
                           pod.gating, backoff ? pod.expiry : 0);
    }
    static std::string describe(const PodState& state) {
        const std::int64_t expiry =
            state.backoff_until.has_value() ? state.backoff_until->nanoseconds - 1'000'000'000 : 0;
        return fmt::format("{} {} [{}] {} {}", to_text(state.part), state.attempts,
                           fmt::join(state.plugins, " "), state.gating_plugin, expiry);
    }

    framework::PodInfoRef made(const PodText& text) { return known_[text.uid] = make_pod(text); }

    void vary(PodText& text) {
        text.gates.clear();
        for (const char* gate : {"a", "b"}) {
            if (random_.below(6) == 0) {
                text.gates.emplace_back(gate);
            }
        }
        text.labels.clear();
        if (random_.below(2) == 0) {
            text.labels.emplace_back("l", std::to_string(random_.below(3)));
        }
        text.priority = static_cast<std::int32_t>(random_.below(4));
    }

    void create() {
        PodText text;
        text.name = fmt::format("p{}", random_.below(25));
        text.uid = fmt::format("uid-{}", ++last_uid_);
        text.scheduler = random_.below(4) == 0 ? "two" : "one";
        vary(text);
        const auto old = exists_.find(text.name);
        if (old != exists_.end()) {
            if (random_.below(4) != 0) {
                return;
            }
            if (random_.below(2) == 0) {  // else the deletion was missed
                forget(old->second);
            }
        }
        exists_[text.name] = text;
        REQUIRE(queue_.add(made(text)) == model_.add(text));
    }

    void forget(const PodText& text) {
        queue_.remove(*known_.at(text.uid));
        model_.remove(text.uid);
    }

    PodText* any() {
        if (exists_.empty()) {
            return nullptr;
        }
        auto at = exists_.begin();
        std::advance(at, static_cast<std::ptrdiff_t>(random_.below(exists_.size())));
        return &at->second;
    }

    void change(PodText& text, const PodText& after) {
        const framework::PodInfoRef before = known_.at(text.uid);
        queue_.update(before, made(after));
        model_.update(text, after);
        text = after;
    }

    void update() {
        if (PodText* text = any(); text != nullptr) {
            // Bound or lent-and-done pods are not the queue's: the scheduler would not update them.
            const bool lent_done = std::ranges::any_of(model_.pods(), [&](const ModelPod& pod) {
                return pod.text.uid == text->uid && pod.part == "lent" && !pod.in_flight;
            });
            if (!lent_done) {
                PodText after = *text;
                vary(after);
                change(*text, after);
            }
        }
    }

    void destroy() {
        if (PodText* text = any(); text != nullptr) {
            forget(*text);
            exists_.erase(text->name);
        }
    }

    bool pop() {
        const bool backoff_too = random_.below(2) == 0;
        PoppedPod pod = backoff_too ? queue_.pop() : queue_.pop_active();
        const ModelPod* expected = model_.pop(backoff_too);
        REQUIRE((pod != nullptr) == (expected != nullptr));
        if (pod == nullptr) {
            return backoff_too ? false : drain_pop();
        }
        REQUIRE(pod->pod->uid() == expected->text.uid);
        REQUIRE(pod->attempts() == expected->attempts);
        lent_.push_back(std::move(pod));
        return true;
    }
    // Nothing active: is there anything in backoff?
    bool drain_pop() { return queue_.sizes().backoff > 0; }

    void end_attempt() {
        if (lent_.empty()) {
            return;
        }
        const std::size_t which = random_.below(lent_.size());
        const std::string uid(lent_[which]->pod->uid());
        const std::string name(lent_[which]->pod->name());
        const std::uint64_t how = random_.below(8);
        if (how == 0) {
            queue_.done(*lent_[which]);
            model_.done(uid);
            return;
        }
        PoppedPod pod = std::move(lent_[which]);
        lent_.erase(lent_.begin() + static_cast<std::ptrdiff_t>(which));
        const auto exists = exists_.find(name);
        const bool same = exists != exists_.end() && exists->second.uid == uid;
        if (how == 1 || exists == exists_.end() || (!same && random_.below(2) == 0)) {
            if (how == 1 && same) {
                exists_.erase(exists);  // bound
            }
            pod.reset();
            model_.drop(uid);
            return;
        }
        fail(std::move(pod), exists->second);
    }

    void fail(PoppedPod pod, const PodText& latest) {
        const std::string uid(pod->pod->uid());
        std::set<std::string> names[2];
        std::vector<PluginNumber> numbers[2];
        if (random_.below(5) != 0) {
            for (const std::string& name : kNames) {
                const PluginNumber number = pod->policy->find(pod->profile, name);
                const std::uint64_t list = random_.below(8);
                if (number != kNoPlugin && list < 2) {
                    names[list].insert(name);
                    numbers[list].push_back(number);
                }
            }
            if (random_.below(20) == 0) {
                names[0].insert("Extender");
                numbers[0].push_back(kExtender);
            }
        }
        const Part part =
            queue_.requeue(std::move(pod), known_.at(latest.uid), {numbers[0], numbers[1]});
        REQUIRE((part != Part::kNone) == model_.requeue(uid, latest, names[0], names[1]));
    }

    void happen() {
        static const char* const kinds[] = {"node-add", "node-label", "pod-delete", "other", "all"};
        ModelEvent event{kinds[random_.below(20) == 0 ? 4 : random_.below(4)],
                         static_cast<std::uint32_t>(random_.below(1000)), ""};
        MoveLimits limits;
        std::string except;
        if (random_.below(4) == 0) {
            limits.highest_priority = static_cast<std::int32_t>(random_.below(4));
        }
        if (const PodText* text = any(); text != nullptr && random_.below(4) == 0) {
            limits.except = known_.at(text->uid).get();
            except = text->uid;
        }
        queue_.move_all(event_for(event), limits);
        model_.event(event, limits.highest_priority, except);
    }

    void activate() {
        if (const PodText* text = any(); text != nullptr) {
            const framework::PodInfoRef pod = known_.at(text->uid);
            queue_.activate({&pod, 1});
            model_.activate(text->uid);
        }
    }

    void advance(std::int64_t seconds) {
        clock_.advance(std::chrono::seconds(seconds));
        model_.now = clock_.now().nanoseconds;
        queue_.flush_backoff();
        model_.flush_backoff();
    }

    void wait() {
        const std::uint64_t dice = random_.below(20);
        if (dice == 0) {
            advance(static_cast<std::int64_t>(random_.below(400)));
            queue_.flush_unschedulable_leftover();
            model_.flush_leftover();
        } else if (dice < 10) {
            advance(static_cast<std::int64_t>(random_.below(4)));
        } else {  // no flush: that would be late in the middle of a second
            clock_.advance(std::chrono::milliseconds(random_.below(700)));
            model_.now = clock_.now().nanoseconds;
        }
    }

    void reload() {
        const std::uint64_t which = random_.below(3);
        policy_ = policy_of(profiles_of(which), model_.open_b);
        queue_.replace_policy(policy_);
        model_.reload(profiles_of(which));
    }

    base::Rng random_;
    base::FakeClock clock_;
    SimpleModel model_;
    std::shared_ptr<FakePolicy> policy_;
    SchedulingQueue queue_;
    std::vector<PoppedPod> lent_;
    std::map<std::string, PodText> exists_;               // by name
    std::map<std::string, framework::PodInfoRef> known_;  // newest version, by UID
    std::uint64_t last_uid_ = 0;
};

}  // namespace

TEST_CASE("queue: does what a simple model does, over many random steps") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        CAPTURE(seed);
        Run run(seed);
        for (int step = 0; step < 12'000; ++step) {
            CAPTURE(step);
            run.step();
            run.compare();
        }
        run.drain();
    }
}
