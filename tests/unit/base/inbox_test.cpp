#include "core/base/inbox.hpp"

#include <memory>
#include <thread>

#include <doctest/doctest.h>

using berth::base::Inbox;

TEST_CASE("inbox: hands items over in order, at most as many as asked for") {
    Inbox<int> inbox;
    for (int i = 0; i < 5; ++i) {
        CHECK(inbox.put(i));
    }
    std::vector<int> seen;
    CHECK(inbox.drain(3, [&](int i) { seen.push_back(i); }) == 3);
    CHECK(inbox.put(5));
    CHECK(inbox.drain(10, [&](int i) { seen.push_back(i); }) == 3);
    CHECK(seen == std::vector{0, 1, 2, 3, 4, 5});
    CHECK(inbox.empty());
}

TEST_CASE("inbox: an item put while draining waits its turn") {
    Inbox<std::unique_ptr<int>> inbox;
    inbox.put(std::make_unique<int>(1));
    int sum = 0;
    inbox.drain(2, [&](std::unique_ptr<int> item) {
        sum += *item;
        if (*item == 1) {
            inbox.put(std::make_unique<int>(2));
        }
    });
    CHECK(sum == 3);
}

TEST_CASE("inbox: takes nothing after it is closed, but keeps what it has") {
    Inbox<int> inbox;
    inbox.put(1);
    inbox.close();
    CHECK_FALSE(inbox.put(2));
    CHECK(inbox.wait({}));
    CHECK(inbox.drain(9, [](int) {}) == 1);
    CHECK_FALSE(inbox.wait({}));
}

TEST_CASE("inbox: waiting ends when a stop is requested") {
    Inbox<int> inbox;
    std::stop_source stop;
    bool got = true;
    {
        std::jthread waiter([&] { got = inbox.wait(stop.get_token()); });
        stop.request_stop();
    }
    CHECK_FALSE(got);
}

TEST_CASE("inbox: nothing is lost among many producers") {
    constexpr int kProducers = 4;
    constexpr int kEach = 5000;
    Inbox<int> inbox;
    std::vector<std::jthread> producers;
    for (int p = 0; p < kProducers; ++p) {
        producers.emplace_back([&inbox, p] {
            for (int i = 0; i < kEach; ++i) {
                inbox.put(p * kEach + i);
            }
        });
    }
    std::vector<int> last(kProducers, -1);
    std::size_t count = 0;
    bool ordered = true;
    while (count < kProducers * kEach) {
        inbox.wait({});
        count += inbox.drain(100, [&](int item) {
            int& previous = last[static_cast<std::size_t>(item / kEach)];
            ordered = ordered && item % kEach > previous;
            previous = item % kEach;
        });
    }
    CHECK(ordered);
}
