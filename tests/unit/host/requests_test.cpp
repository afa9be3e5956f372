#include "core/host/services/draft/requests.hpp"

#include <latch>
#include <thread>

#include <doctest/doctest.h>

#include "core/base/clock.hpp"
#include "core/host/host_record.hpp"

namespace berth::host {
namespace {

// A plugin's side: what it was answered.
struct Asker {
    static void call(void* context, const berth_reply* reply) {
        auto& asker = *static_cast<Asker*>(context);
        asker.answers +=
            std::to_string(reply->token) + ":" + std::to_string(reply->http_status) +
            std::string(reply->text.ptr == nullptr ? "" : reply->text.ptr, reply->text.len) + " ";
        if (asker.then) {
            asker.then();
        }
    }
    berth_done done{sizeof(berth_done), 0, this, call};
    std::string answers;
    std::function<void()> then;
};

struct World {
    base::SymbolTable symbols;
    base::FakeClock clock;
    Context context{symbols, clock};
    framework::ReasonTable reasons;
    HostRecord record{context, reasons, "Test@1"};
    HostRecord other{context, reasons, "Other@1"};
    std::vector<base::Task> posted;
    Requests& requests = context.requests();

    World() {
        requests.serve([this](base::Task task) { posted.push_back(std::move(task)); });
    }
    void run() {
        for (const base::Task& task : std::exchange(posted, {})) {
            task();
        }
    }
};

}  // namespace

TEST_CASE("requests: an answer is called once, when the inbox is taken in") {
    World world;
    Asker asker;
    const std::uint64_t token = world.requests.open(world.record, &asker.done);
    REQUIRE(token != 0);
    const access::ReplyDone arrival = world.requests.arrival(token);
    arrival({200, "", "fine", ""});
    CHECK(asker.answers.empty());
    world.run();
    arrival({500, "", "again", ""});
    world.requests.cancel(world.record, token);
    world.run();
    CHECK(asker.answers == "1:200fine ");
    CHECK(world.requests.waiting() == 0);
}

TEST_CASE("requests: nobody waits where there is no done") {
    World world;
    const std::uint64_t token = world.requests.open(world.record, nullptr);
    CHECK(token != 0);
    CHECK(world.requests.waiting() == 0);
    world.requests.arrival(token)({200, "", "", ""});
    CHECK(world.posted.empty());
}

TEST_CASE("requests: what was given up is answered with nothing, unless the answer was faster") {
    World world;
    Asker asker;
    const std::uint64_t first = world.requests.open(world.record, &asker.done);
    const std::uint64_t second = world.requests.open(world.record, &asker.done);
    world.requests.cancel(world.other, first);  // not its own
    world.requests.cancel(world.record, first);
    world.requests.arrival(second)({200, "", "", ""});
    world.requests.cancel(world.record, second);
    world.requests.cancel(world.record, 0);
    world.requests.arrival(first)({200, "", "", ""});
    world.run();
    CHECK(asker.answers == "1:0 2:200 ");
}

TEST_CASE("requests: the end of an instance answers its own, and it may ask no more") {
    World world;
    Asker asker;
    Asker of_other;
    const std::uint64_t sent = world.requests.open(world.record, &asker.done);
    static_cast<void>(world.requests.open(world.other, &of_other.done));
    static_cast<void>(world.requests.open(world.record, &asker.done));
    world.requests.arrival(sent)({200, "", "", ""});
    // It asks again from within the answer.
    asker.then = [&] { CHECK(world.requests.open(world.record, &asker.done) == 0); };
    world.requests.end(world.record);
    CHECK(asker.answers == "1:0 3:0 ");
    world.run();
    CHECK(asker.answers == "1:0 3:0 ");
    CHECK(of_other.answers.empty());
    CHECK(world.requests.waiting() == 1);
}

TEST_CASE("requests: when nobody takes answers in any more, all get none") {
    World world;
    Asker asker;
    const std::uint64_t token = world.requests.open(world.record, &asker.done);
    const access::ReplyDone late = world.requests.arrival(token);
    world.requests.close();
    late({200, "", "", ""});
    CHECK(asker.answers == "1:0 ");
    CHECK(world.posted.empty());
    CHECK(world.requests.open(world.record, &asker.done) == 0);
}

TEST_CASE("requests: a request that was not sent is forgotten") {
    World world;
    Asker asker;
    world.requests.drop(world.requests.open(world.record, &asker.done));
    world.requests.end(world.record);
    CHECK(asker.answers.empty());
}

TEST_CASE("requests: the end of an instance waits for the call that runs") {
    World world;
    Asker asker;
    std::latch called(1);
    std::atomic<bool> returned = false;
    asker.then = [&] {
        called.count_down();
        for (int i = 0; i < 1000; ++i) {
            std::this_thread::yield();
        }
        returned = true;
    };
    world.requests.arrival(world.requests.open(world.record, &asker.done))({200, "", "", ""});
    std::thread sched([&] { world.run(); });
    called.wait();
    world.requests.end(world.record);
    CHECK(returned);
    sched.join();
}

}  // namespace berth::host
