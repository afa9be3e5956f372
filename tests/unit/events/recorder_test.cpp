#include "core/events/recorder.hpp"

#include <deque>

#include <doctest/doctest.h>

#include "tests/unit/client/fake_wire.hpp"

namespace berth::events {
namespace {

using namespace std::chrono_literals;

struct World {
    base::FakeClock clock;
    client::FakeLoop loop{clock};
    std::deque<std::pair<EventWrite, std::function<void(Outcome)>>> writes;
    Recorder recorder{{"host-1", 3},
                      clock,
                      [this](EventWrite write, std::function<void(Outcome)> done) {
                          writes.emplace_back(std::move(write), std::move(done));
                      },
                      [this](base::Duration delay, std::function<void()> task) {
                          loop.after(delay, std::move(task));
                      }};

    void record(const std::string& pod, const std::string& reason = "FailedScheduling") {
        access::EventRecord event;
        event.regarding = {"v1", "Pod", "shop", pod};
        event.regarding_uid = "u-" + pod;
        event.warning = true;
        event.reason = reason;
        event.action = "Scheduling";
        event.note = "no \"room\"";
        event.reporting_controller = "default-scheduler";
        event.time = clock.now();
        recorder.record(event);
        loop.run();
    }
    // Settles the oldest write; its method, name and body.
    std::string settle(Outcome outcome) {
        if (writes.empty()) {
            return "nothing";
        }
        auto [write, done] = std::move(writes.front());
        writes.pop_front();
        done(outcome);
        loop.run();
        return (write.patch ? "PATCH " + write.name + " " : "POST ") + write.body;
    }
};

TEST_CASE("recorder: the whole event, as kube-scheduler's looks") {
    World world;
    world.record("web");
    CHECK(world.settle(Outcome::kDone) ==
          R"(POST {"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{)"
          R"("name":"web.17979cfe362a0000","namespace":"shop"},)"
          R"("eventTime":"2023-11-14T22:13:20.000000Z",)"
          R"("reportingController":"default-scheduler",)"
          R"("reportingInstance":"default-scheduler-host-1","action":"Scheduling",)"
          R"("reason":"FailedScheduling","regarding":{"apiVersion":"v1","kind":"Pod",)"
          R"("namespace":"shop","name":"web","uid":"u-web"},"note":"no \"room\"",)"
          R"("type":"Warning"})");
}

TEST_CASE("recorder: what an event is related to stands in it, and tells it from others") {
    World world;
    access::EventRecord event;
    event.regarding = {"v1", "Pod", "shop", "low"};
    event.related = {"v1", "Pod", "shop", "high"};
    event.related_uid = "u-high";
    event.time = world.clock.now();
    world.recorder.record(event);
    event.related_uid = "u-higher";
    world.recorder.record(event);
    world.loop.run();
    CHECK(world.settle(Outcome::kDone)
              .ends_with(R"("type":"Normal","related":{"apiVersion":"v1","kind":"Pod",)"
                         R"("namespace":"shop","name":"high","uid":"u-high"}})"));
    CHECK(world.settle(Outcome::kDone).find("u-higher") != std::string::npos);
}

TEST_CASE("recorder: the second makes a series, further ones only count") {
    World world;
    world.record("web");
    static_cast<void>(world.settle(Outcome::kDone));
    world.clock.advance(1s);
    world.record("web");
    CHECK(world.settle(Outcome::kDone) == R"(PATCH web.17979cfe362a0000 {"series":{"count":2,)"
                                          R"("lastObservedTime":"2023-11-14T22:13:21.000000Z"}})");
    for (int i = 0; i < 5; ++i) {
        world.record("web");
    }
    CHECK(world.settle(Outcome::kDone) == "nothing");
    world.record("web", "Other");
    CHECK(world.settle(Outcome::kDone).find("\"reason\":\"Other\"") != std::string::npos);
    // when it has not come again for six minutes, the count is written and forgotten
    world.loop.advance(13min);
    CHECK(world.settle(Outcome::kDone).find("\"count\":7") != std::string::npos);
    world.record("web");
    CHECK(world.settle(Outcome::kDone).find("POST") == 0);
}

TEST_CASE("recorder: an event that is gone is made anew with its count") {
    World world;
    world.record("web");
    static_cast<void>(world.settle(Outcome::kDone));
    world.record("web");
    CHECK(world.settle(Outcome::kGone).find("PATCH") == 0);
    const std::string again = world.settle(Outcome::kDone);
    CHECK(again.find("POST") == 0);
    CHECK(again.find("\"count\":2") != std::string::npos);
}

TEST_CASE("recorder: what could not be written is tried again, not for ever") {
    World world;
    world.record("web");
    int tries = 0;
    while (world.settle(Outcome::kRetry) != "nothing" && tries < 100) {
        ++tries;
        world.loop.advance(10s);
    }
    CHECK(tries == 12);
}

TEST_CASE("recorder: too many that wait are dropped and counted") {
    World world;
    for (const char* pod : {"a", "b", "c", "d", "e"}) {
        world.record(pod);
    }
    CHECK(world.writes.size() == 3);
    CHECK(world.recorder.dropped() == 2);
    static_cast<void>(world.settle(Outcome::kDone));
    world.record("f");
    CHECK(world.writes.size() == 3);
}

}  // namespace
}  // namespace berth::events
