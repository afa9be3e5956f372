// Recorder: writes the engine's events to the API server, repeats as a series.
//
// The first event of a kind (type, reason, action, who, about what) is created; the second makes a
// series of it; further ones only count until the series is written again, every half hour and
// when it has ended. So many may wait, then new ones are dropped and counted. Upstream: client-go
// tools/events/event_broadcaster.go, v1.37.2. record(): any thread; everything else on the thread
// of `after`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/access/cluster.hpp"
#include "core/base/clock.hpp"
#include "core/base/time.hpp"

namespace berth::events {

// How an event reaches the server: the path's namespace and name, and the body. `patch` of false
// creates.
enum class Outcome : std::uint8_t { kDone, kGone, kExists, kRetry };
struct EventWrite {
    bool patch = false;
    std::string namespace_name;
    std::string name;  // of a patch
    std::string body;
};
using Send = std::function<void(EventWrite, std::function<void(Outcome)>)>;
using After = std::function<void(base::Duration, std::function<void()>)>;

struct RecorderOptions {
    std::string host;                 // reportingInstance is "<controller>-<host>"
    std::size_t most_waiting = 1000;  // events that are not written yet
};

class Recorder {
public:
    Recorder(RecorderOptions options, const base::Clock& clock, Send send, After after);
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    void record(access::EventRecord event);
    [[nodiscard]] std::uint64_t dropped() const;

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace berth::events
