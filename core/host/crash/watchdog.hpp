// Watchdog: sees calls into plugins that do not come back.
//
// look() compares the marks of all threads with what it saw before: a call that is the same for
// longer than the deadline is reported while it hangs, and one past the limit is handed to
// `on_hang`, which ends the process where that thread cannot be done without. One thread calls
// look(), ten times a second; a call costs nothing more for being watched.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "core/base/time.hpp"
#include "core/framework/calls/call_mark.hpp"

namespace berth::host {

struct Hang {
    const framework::CallLabel& plugin;
    std::uint64_t generation;
    framework::Point point;
    std::string pod;
    base::Duration since;
    // "plugin Dynamic@3 (dynamic.so): Filter, pod default/a: has not returned for 2.1s"
    [[nodiscard]] std::string message() const;
};

struct WatchdogOptions {
    base::Duration deadline = std::chrono::seconds(1);
    base::Duration limit = std::chrono::seconds(30);  // 0: none
    std::function<void(const Hang&)> on_late;         // once a call
    std::function<void(const Hang&)> on_hang;         // once a call
};

class Watchdog {
public:
    explicit Watchdog(WatchdogOptions options) : options_(std::move(options)) {}
    void look(base::Duration now);

private:
    struct Seen {
        std::uint64_t sequence = 0;
        base::Duration since{};
        bool late = false, hung = false;
    };

    WatchdogOptions options_;
    std::map<const framework::ThreadMark*, Seen> seen_;
};

}  // namespace berth::host
