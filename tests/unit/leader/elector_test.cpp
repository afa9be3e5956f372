#include "core/leader/elector.hpp"

#include <doctest/doctest.h>

#include "core/cluster/embedded_cluster.hpp"
#include "core/model/words.hpp"
#include "tests/unit/client/fake_wire.hpp"

namespace berth::leader {
namespace {

using namespace std::chrono_literals;

// A server that may be out of reach for one of its clients.
class Reach final : public access::Cluster {
public:
    explicit Reach(access::Cluster& cluster) : cluster_(cluster) {}
    bool cut = false;

    std::unique_ptr<access::Watch> watch(std::vector<model::ObjectKind> kinds,
                                         access::Watcher& watcher) override {
        return cluster_.watch(std::move(kinds), watcher);
    }
    void get(access::ObjectName name, access::ObjectDone done) override {
        cut ? done(lost()) : cluster_.get(std::move(name), std::move(done));
    }
    void list(model::ObjectKind kind,
              std::function<void(base::Result<std::vector<model::Object>>)> done) override {
        cluster_.list(kind, std::move(done));
    }
    void create(model::Object object, access::ObjectDone done) override {
        cut ? done(lost()) : cluster_.create(std::move(object), std::move(done));
    }
    void update(model::Object object, access::ObjectDone done) override {
        cut ? done(lost()) : cluster_.update(std::move(object), std::move(done));
    }
    void patch(access::ObjectName name, std::string json, access::ObjectDone done) override {
        cluster_.patch(std::move(name), std::move(json), std::move(done));
    }
    void remove(access::ObjectName name, std::string uid, access::Done done) override {
        cluster_.remove(std::move(name), std::move(uid), std::move(done));
    }
    void bind(access::Binding binding, access::Done done) override {
        cluster_.bind(std::move(binding), std::move(done));
    }
    void patch_pod_status(access::PodStatusPatch patch, access::Done done) override {
        cluster_.patch_pod_status(std::move(patch), std::move(done));
    }
    void record(access::EventRecord event) override { cluster_.record(std::move(event)); }
    void request(access::ObjectRequest request, access::ReplyDone done) override {
        cluster_.request(std::move(request), std::move(done));
    }
    [[nodiscard]] bool may_write() const override { return cluster_.may_write(); }

private:
    static base::Result<model::Object> lost() {
        return base::fail(base::ErrorCode::kUnavailable, "no connection");
    }
    access::Cluster& cluster_;
};

struct World {
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    base::FakeClock clock;
    client::FakeLoop loop{clock};
    cluster::EmbeddedCluster cluster{pools, clock};

    model::Ptr<model::Lease> lease() {
        model::Ptr<model::Lease> out;
        cluster.get({"coordination.k8s.io/v1", "Lease", "kube-system", "kube-scheduler"},
                    [&](base::Result<model::Object> object) {
                        out = object ? model::as<model::Lease>(*object) : nullptr;
                    });
        return out;
    }
};

struct Candidate {
    Candidate(World& world, const std::string& identity)
        : reach(world.cluster),
          elector(options(identity), reach, world.clock, world.symbols,
                  [&world](base::Duration delay, std::function<void()> task) {
                      world.loop.after(delay, std::move(task));
                  },
                  {[this] { said += "started "; }, [this](base::Duration until) { held = until; },
                   [this] { said += "lost "; },
                   [this](const std::string& holder) { said += "leader=" + holder + " "; }}) {}

    static ElectorOptions options(const std::string& identity) {
        ElectorOptions out;
        out.identity = identity;
        out.name = "kube-scheduler";
        out.namespace_name = "kube-system";
        return out;
    }
    std::string take() { return std::exchange(said, ""); }

    Reach reach;
    std::string said;
    base::Duration held{0};
    Elector elector;
};

TEST_CASE("elector: one of two leads, and renews") {
    World world;
    Candidate a(world, "a");
    Candidate b(world, "b");
    a.elector.start();
    world.loop.run();
    CHECK(a.take() == "leader=a started ");
    CHECK(a.held == world.clock.steady() + 10s);
    b.elector.start();
    world.loop.advance(60s);
    CHECK(b.take() == "leader=a ");
    CHECK(a.take().empty());
    CHECK(a.held > world.clock.steady() + 7s);
    REQUIRE(world.lease() != nullptr);
    CHECK(world.lease()->holder_identity == "a");
    CHECK(world.lease()->lease_transitions == 0);
    CHECK(world.lease()->lease_duration_seconds == 15);
}

TEST_CASE("elector: who cannot renew has lost before another begins") {
    World world;
    Candidate a(world, "a");
    Candidate b(world, "b");
    a.elector.start();
    world.loop.run();
    b.elector.start();
    world.loop.advance(5s);
    static_cast<void>(a.take());
    a.reach.cut = true;
    base::Duration lost{0};
    base::Duration began{0};
    for (int i = 0; i < 600 && began.count() == 0; ++i) {
        world.loop.advance(100ms);
        if (lost.count() == 0 && a.said.find("lost") != std::string::npos) {
            lost = world.clock.steady();
        }
        if (b.said.find("started") != std::string::npos) {
            began = world.clock.steady();
        }
    }
    REQUIRE(lost.count() != 0);
    REQUIRE(began.count() != 0);
    CHECK(lost < began);
    CHECK(a.held <= lost);
    CHECK_FALSE(a.elector.is_leader());
    CHECK(world.lease()->lease_transitions == 1);
    // for good: it does not come back
    a.reach.cut = false;
    world.loop.advance(60s);
    CHECK(a.take() == "lost ");
}

TEST_CASE("elector: a lease that is given up is taken at the next try") {
    World world;
    Candidate a(world, "a");
    Candidate b(world, "b");
    a.elector.start();
    world.loop.run();
    b.elector.start();
    world.loop.advance(3s);
    bool done = false;
    a.elector.release([&] { done = true; });
    world.loop.advance(5s);
    CHECK(done);
    CHECK(b.take() == "leader=a leader=b started ");
    CHECK(a.take() == "leader=a started ");
}

TEST_CASE("elector: a holder whose clock is far off still holds") {
    World world;
    Candidate a(world, "a");
    a.elector.start();
    world.loop.run();
    Candidate b(world, "b");
    b.elector.start();
    world.clock.set(world.clock.now() + std::chrono::hours(5));
    world.loop.advance(30s);
    CHECK(b.take() == "leader=a ");
}

TEST_CASE("elector: a lease that another has taken is lost at once") {
    World world;
    Candidate a(world, "a");
    a.elector.start();
    world.loop.run();
    static_cast<void>(a.take());
    auto stolen = std::make_shared<model::Lease>(*world.lease());
    stolen->holder_identity = "b";
    world.cluster.update(model::Object(model::Ptr<model::Lease>(stolen)),
                         [](base::Result<model::Object>) {});
    world.loop.advance(3s);
    CHECK(a.take() == "leader=b lost ");
}

TEST_CASE("elector: a process that was frozen has lost when it wakes") {
    World world;
    Candidate a(world, "a");
    a.elector.start();
    world.loop.run();
    static_cast<void>(a.take());
    world.clock.advance(20s);  // and no task ran
    CHECK(a.held < world.clock.steady());
    world.loop.run();
    CHECK(a.take() == "lost ");
}

}  // namespace
}  // namespace berth::leader
