#include "core/queue/parts/backoff.hpp"

#include <limits>

#include <doctest/doctest.h>

using namespace berth;
using namespace berth::queue;
using namespace std::chrono_literals;

TEST_CASE("backoff: doubles from the initial to the maximum") {
    struct Case {
        const char* name;
        std::int32_t count;
        base::Duration initial, max, expected;
    };
    const Case cases[] = {
        {"never failed", 0, 1s, 10s, 0s},
        {"first", 1, 1s, 10s, 1s},
        {"second", 2, 1s, 10s, 2s},
        {"fourth", 4, 1s, 10s, 8s},
        {"fifth is cut", 5, 1s, 10s, 10s},
        {"sixty-fourth", 64, 1s, 10s, 10s},
        {"very many", std::numeric_limits<std::int32_t>::max(), 1s, 10s, 10s},
        {"initial above the maximum", 1, 20s, 10s, 10s},
        {"initial equals the maximum", 3, 5s, 5s, 5s},
        {"not a power of two", 2, 3s, 5s, 5s},
        {"no initial", 5, 0s, 10s, 0s},
        {"no initial, very often", 100, 0s, 10s, 0s},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        CHECK(backoff_duration(c.count, c.initial, c.max) == c.expected);
    }
}

TEST_CASE("backoff: errors in a row count instead of refusals") {
    struct Case {
        const char* name;
        std::int32_t refusals, errors;
        base::Duration max, expected;  // expected: after the failure
    };
    const Case cases[] = {
        {"one refusal", 1, 0, 10s, 1s},
        {"three refusals", 3, 0, 10s, 4s},
        {"one error after three", 3, 1, 10s, 1s},
        {"third error", 0, 3, 10s, 4s},
        {"maximum 0 switches it off", 3, 0, 0s, 0s},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        QueuedPod pod;
        pod.queued.timestamp_ns = base::Time::from_seconds(100).nanoseconds;
        pod.unschedulable_count = c.refusals;
        pod.consecutive_errors = c.errors;
        compute_backoff(pod, 1s, c.max);
        const base::Time expected =
            c.expected == 0s ? base::Time{} : base::Time::from_seconds(100) + c.expected;
        CHECK(pod.backoff_expiry == expected);
    }
}

TEST_CASE("backoff: ends with the whole second in which it expires") {
    QueuedPod pod;
    pod.unschedulable_count = 1;
    pod.queued.timestamp_ns = (base::Time::from_seconds(100) + 900ms).nanoseconds;
    compute_backoff(pod, 1s, 10s);
    CHECK(pod.backoff_expiry == base::Time::from_seconds(101));
    CHECK(backing_off(pod, base::Time::from_seconds(100) + 950ms));
    CHECK(backing_off(pod, base::Time::from_seconds(101)));
    CHECK(backing_off(pod, base::Time::from_seconds(101) + 999ms));
    CHECK_FALSE(backing_off(pod, base::Time::from_seconds(102)));
}

TEST_CASE("backoff: a pod that never failed need not wait") {
    QueuedPod pod;
    compute_backoff(pod, 1s, 10s);
    CHECK_FALSE(backing_off(pod, base::Time{}));
    CHECK_FALSE(backing_off(pod, base::Time::from_seconds(-5)));
}

TEST_CASE("backoff: seconds before the epoch are cut downwards") {
    CHECK(whole_second(base::Time{-1}) == base::Time::from_seconds(-1));
    CHECK(whole_second(base::Time{1'999'999'999}) == base::Time::from_seconds(1));
}
