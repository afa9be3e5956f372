// Clock: where the time comes from. It is passed in; nothing else in berth asks for the time, so
// that a simulation can hold it still and a test can step it.
//
// now() is wall time, for what objects carry; steady() only grows and is for intervals.
// Both clocks may be read from any thread; FakeClock may also be stepped from any.
#pragma once

#include <atomic>

#include "core/base/time.hpp"

namespace berth::base {

class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual Time now() const = 0;
    // Since an arbitrary start.
    [[nodiscard]] virtual Duration steady() const = 0;
};

class RealClock final : public Clock {
public:
    [[nodiscard]] Time now() const override;
    [[nodiscard]] Duration steady() const override;
};

// Stands still until told to move.
class FakeClock final : public Clock {
public:
    explicit FakeClock(Time start = Time::from_seconds(1'700'000'000));
    [[nodiscard]] Time now() const override;
    [[nodiscard]] Duration steady() const override;
    // Moves both; `by` is not negative.
    void advance(Duration by);
    // Sets the wall time only, as an administrator would.
    void set(Time time);

private:
    std::atomic<std::int64_t> now_;
    std::atomic<std::int64_t> steady_{0};
};

}  // namespace berth::base
