// The threads of a scheduler that runs. What is waited for has a limit, nothing sleeps.
#include "core/live/live_scheduler.hpp"

#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>

#include <doctest/doctest.h>

#include "core/model/decode.hpp"
#include "plugins/intree/catalog.hpp"
#include "tests/unit/scheduler/world.hpp"

namespace berth::live {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

// Waits for a count to be reached, on any thread.
class Bound final : public scheduler::Observer {
public:
    void on_bound(const framework::PodInfo& /*pod*/, std::string_view /*node*/) override {
        const std::lock_guard lock(mutex_);
        ++count_;
        changed_.notify_all();
    }
    [[nodiscard]] bool reach(int count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, 60s, [&] { return count_ >= count; });
    }
    [[nodiscard]] int count() {
        const std::lock_guard lock(mutex_);
        return count_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int count_ = 0;
};

struct LiveWorld {
    LiveWorld() {
        std::string name = (fs::temp_directory_path() / "berth-live-XXXXXX").string();
        folder = mkdtemp(name.data());
        options.loader.state_folder = folder + "/state";
        options.loader.config = folder + "/config.yaml";
        options.crash_handlers = false;
        write_config("");
        apply(
            "{apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: '4', "
            "memory: 8Gi, pods: '10'}}}");
    }
    ~LiveWorld() {
        live.reset();
        fs::remove_all(folder);
    }
    LiveWorld(const LiveWorld&) = delete;
    LiveWorld& operator=(const LiveWorld&) = delete;

    void write_config(const std::string& more) const {
        std::ofstream(options.loader.config) << "apiVersion: kubescheduler.config.k8s.io/v1\n"
                                                "kind: KubeSchedulerConfiguration\n"
                                             << more;
    }
    void start() {
        live = std::make_unique<LiveScheduler>(
            LiveScheduler::Needs{cluster, clock, symbols, host, intree::entries()}, options,
            &bound);
        base::Errors warnings;
        const base::Errors errors = live->start(warnings);
        REQUIRE_MESSAGE(errors.empty(), errors.front().message());
    }
    void apply(std::string_view yaml) {
        model::Decoded decoded = model::decode_text(yaml, "test", pools);
        REQUIRE(decoded.errors.empty());
        for (model::Draft& draft : decoded.objects) {
            REQUIRE(store.apply(std::move(draft)));
        }
    }
    void add_pod(const std::string& name) {
        apply("{apiVersion: v1, kind: Pod, metadata: {name: " + name +
              ", namespace: default}, spec: {containers: [{name: c}]}}");
    }
    // The scheduling thread has taken in all that came before.
    [[nodiscard]] std::uint64_t attempts() const {
        std::uint64_t out = 0;
        live->on_scheduling_thread(
            [&](scheduler::Scheduler& scheduler) { out = scheduler.attempts(); });
        return out;
    }
    template <typename What>
    [[nodiscard]] bool eventually(What&& what) {
        const auto end = clock.steady() + 60s;
        bool seen = false;
        while (!seen && clock.steady() < end) {
            live->on_scheduling_thread(
                [&](scheduler::Scheduler& scheduler) { seen = what(scheduler); });
        }
        return seen;
    }

    std::string folder;
    base::RealClock clock;
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    cluster::EmbeddedCluster store{pools, clock};
    scheduler::testing::MoodyCluster cluster{store};
    host::Context host{symbols, clock};
    Options options;
    Bound bound;
    std::unique_ptr<LiveScheduler> live;
};

TEST_CASE("live scheduler: a pod is placed as soon as it is there") {
    LiveWorld world;
    world.start();
    world.add_pod("a");
    CHECK(world.bound.reach(1));
    CHECK(world.live->alive(60s));
}

TEST_CASE("live scheduler: one that waits to lead knows the pods and tries none") {
    LiveWorld world;
    world.options.waits_to_lead = true;
    int steps = 0;
    world.options.before_step = [&steps] { ++steps; };
    world.add_pod("a");
    world.start();
    CHECK(world.attempts() == 0);
    CHECK(world.eventually([](auto& scheduler) { return scheduler.queue().sizes().active == 1; }));
    CHECK(world.attempts() == 0);
    world.live->on_scheduling_thread([&](auto&) { CHECK(steps == 0); });
    world.live->lead();
    CHECK(world.bound.reach(1));
    world.live->on_scheduling_thread([&](auto&) { CHECK(steps > 0); });
}

TEST_CASE("live scheduler: the configuration that it tells is the one that runs") {
    LiveWorld world;
    world.write_config("percentageOfNodesToScore: 40\n");
    world.start();
    CHECK(world.live->configuration().percentage_of_nodes_to_score == 40);
    world.write_config("percentageOfNodesToScore: 60\n");
    world.live->reload();
    CHECK(world.eventually([](auto& scheduler) { return scheduler.generation().number == 2; }));
    CHECK(world.eventually(
        [&](auto&) { return world.live->configuration().percentage_of_nodes_to_score == 60; }));
    world.write_config("percentageOfNodesToScore: sixty\n");
    world.live->reload();
    CHECK(world.eventually([&](auto&) { return !world.live->status().config_problem.empty(); }));
    CHECK(world.live->configuration().percentage_of_nodes_to_score == 60);
}

TEST_CASE("live scheduler: a stop waits for bindings, with patience") {
    struct Case {
        const char* name;
        base::Duration patience;
        int bound;
    };
    for (const Case& c : {Case{"none", 0s, 0}, Case{"much", 60s, 1}}) {
        CAPTURE(c.name);
        LiveWorld world;
        world.cluster.keep_bindings = true;
        world.start();
        world.add_pod("a");
        REQUIRE(world.eventually([&](auto&) { return !world.cluster.bindings.empty(); }));
        std::jthread later;
        if (c.bound != 0) {
            later = std::jthread([&world] { world.cluster.answer_bindings(); });
        }
        world.live->stop(c.patience);
        CHECK(world.bound.count() == c.bound);
    }
}

TEST_CASE("live scheduler: after its end tasks are refused, and those before have run") {
    LiveWorld world;
    world.start();
    bool ran = false;
    CHECK(world.live->post([&ran](auto&) { ran = true; }));
    world.live->stop();
    CHECK(ran);
    CHECK_FALSE(world.live->post([](auto&) {}));
    world.live->on_scheduling_thread([](auto&) { FAIL("there is no such thread"); });
    world.live->stop();
}

TEST_CASE("live scheduler: with a bad configuration nothing runs") {
    LiveWorld world;
    world.write_config("profiles: 3\n");
    LiveScheduler live({world.cluster, world.clock, world.symbols, world.host, intree::entries()},
                       world.options);
    base::Errors warnings;
    CHECK_FALSE(live.start(warnings).empty());
    CHECK_FALSE(live.post([](auto&) {}));
    live.stop();
}

}  // namespace
}  // namespace berth::live
