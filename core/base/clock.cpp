#include "core/base/clock.hpp"

#include "core/base/assert.hpp"

namespace berth::base {

Time RealClock::now() const {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return Time{std::chrono::duration_cast<Duration>(since).count()};
}

Duration RealClock::steady() const {
    return std::chrono::duration_cast<Duration>(
        std::chrono::steady_clock::now().time_since_epoch());
}

FakeClock::FakeClock(Time start) : now_(start.nanoseconds) {}

Time FakeClock::now() const {
    return Time{now_.load()};
}

Duration FakeClock::steady() const {
    return Duration(steady_.load());
}

void FakeClock::advance(Duration by) {
    BERTH_ASSERT(by.count() >= 0);
    now_ += by.count();
    steady_ += by.count();
}

void FakeClock::set(Time time) {
    now_ = time.nanoseconds;
}

}  // namespace berth::base
