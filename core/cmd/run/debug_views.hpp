// What /debug shows of a running scheduler: its queue, its cache and its plugins, as JSON. To be
// called on the scheduling thread.
#pragma once

#include <string>

#include "core/base/symbol.hpp"
#include "core/host/reload/live_status.hpp"
#include "core/scheduler/scheduler.hpp"

namespace berth::cmd {

// {"active":2,…,"pods":[{"pod","queue","attempts","plugins","wakers"}]}
[[nodiscard]] std::string queue_json(scheduler::Scheduler& scheduler);
// {"nodes":3,"pods":10,"assumedPods":1}
[[nodiscard]] std::string cache_json(scheduler::Scheduler& scheduler);
// {"loader":{…},"engine":{…}}: what the loader tells (core/host/reload/live_status.hpp), and the
// generation that decides.
[[nodiscard]] std::string plugins_json(const host::LiveStatus& status,
                                       const framework::Generation& generation);
// {"generation":1,"profiles":[{"schedulerName","plugins":[…]}]}
[[nodiscard]] std::string generation_json(const framework::Generation& generation);

}  // namespace berth::cmd
