#include "core/host/services/draft/tasks.hpp"

#include <latch>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/host/host_record.hpp"

namespace berth::host {
namespace {

using namespace std::chrono_literals;

struct World {
    base::SymbolTable symbols;
    base::FakeClock clock;
    Context context{symbols, clock};
    framework::ReasonTable reasons;
    HostRecord record{context, reasons, "Test@1"};
    HostRecord other{context, reasons, "Other@1"};
    std::vector<base::Task> posted;
    Tasks& tasks = context.tasks();

    World() {
        tasks.serve([this](base::Task task) { posted.push_back(std::move(task)); });
    }
    void take_in() {
        for (const base::Task& task : std::exchange(posted, {})) {
            task();
        }
        tasks.run_due();
    }
    void advance(base::Duration by) {
        clock.advance(by);
        take_in();
    }
    [[nodiscard]] base::Duration until_next() const {
        const auto due = tasks.next_due();
        return due ? *due - clock.now() : base::Duration(-1);
    }
};

// Writes down "r" for a run and "c" for a cancelled one.
struct Job {
    static void run(void* context, std::uint32_t cancelled) {
        auto& job = *static_cast<Job*>(context);
        job.said += cancelled != 0 ? 'c' : 'r';
        if (job.then) {
            job.then();
        }
    }
    explicit Job(std::uint32_t flags = BERTH_TASK_ON_SCHED)
        : task{sizeof(berth_task), flags, this, run} {}
    berth_task task;
    std::string said;
    std::function<void()> then;
};

}  // namespace

TEST_CASE("tasks: one that is posted runs once, when the inbox is taken in") {
    World world;
    Job job;
    const std::uint64_t token = world.tasks.post(world.record, job.task);
    CHECK(token != 0);
    CHECK(job.said.empty());
    world.take_in();
    world.tasks.cancel(world.record, token);
    world.take_in();
    CHECK(job.said == "r");
}

TEST_CASE("tasks: timers run when their time has come, again and again if they say so") {
    World world;
    Job once, often;
    CHECK(world.until_next() == base::Duration(-1));
    CHECK(world.tasks.after(world.record, once.task, 5s, 0s) != 0);
    const std::uint64_t token = world.tasks.after(world.record, often.task, 2s, 3s);
    CHECK(world.until_next() == 2s);
    world.advance(1s);
    CHECK(often.said.empty());
    world.advance(1s);
    CHECK(often.said == "r");
    world.advance(3s);
    CHECK(once.said == "r");
    CHECK(often.said == "rr");
    CHECK(world.until_next() == 3s);
    world.advance(30s);  // late: once, and on from now
    CHECK(often.said == "rrr");
    world.tasks.cancel(world.record, token);
    world.take_in();
    world.advance(30s);
    CHECK(often.said == "rrrc");
    CHECK(once.said == "r");
    CHECK(world.until_next() == base::Duration(-1));
}

TEST_CASE("tasks: cancelling tells the task once, and only its own instance may") {
    World world;
    Job job;
    const std::uint64_t token = world.tasks.after(world.record, job.task, 5s, 0s);
    world.tasks.cancel(world.other, token);
    world.tasks.cancel(world.record, 0);
    world.take_in();
    CHECK(job.said.empty());
    world.tasks.cancel(world.record, token);
    world.tasks.cancel(world.record, token);
    world.take_in();
    world.advance(10s);
    CHECK(job.said == "c");
}

TEST_CASE("tasks: the end of an instance, or of whoever runs them, cancels what is there") {
    World world;
    Job mine, timer, others;
    CHECK(world.tasks.post(world.record, mine.task) != 0);
    CHECK(world.tasks.after(world.record, timer.task, 5s, 1s) != 0);
    CHECK(world.tasks.after(world.other, others.task, 5s, 0s) != 0);
    mine.then = [&] { CHECK(world.tasks.post(world.record, mine.task) == 0); };
    world.tasks.end(world.record);
    CHECK(mine.said == "c");
    CHECK(timer.said == "c");
    world.take_in();
    CHECK(mine.said == "c");
    CHECK(others.said.empty());
    world.tasks.close();
    CHECK(others.said == "c");
    CHECK(world.tasks.post(world.other, others.task) == 0);
}

TEST_CASE("tasks: what blocks gets a thread of its own, and the end waits for it") {
    World world;
    Job slow(BERTH_TASK_BLOCKS), quick(BERTH_TASK_BLOCKS);
    std::latch both(2);  // neither can end before the other has begun
    const auto meet = [&] { both.arrive_and_wait(); };
    slow.then = meet;
    quick.then = meet;
    CHECK(world.tasks.post(world.record, slow.task) != 0);
    CHECK(world.tasks.after(world.record, quick.task, 1s, 0s) != 0);
    world.advance(1s);
    both.wait();
    world.tasks.end(world.record);
    CHECK(slow.said == "r");
    CHECK(quick.said == "r");
    world.tasks.close();
}

}  // namespace berth::host
