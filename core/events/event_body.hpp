// The JSON of an events.k8s.io/v1 Event. Pure: any thread.
#pragma once

#include <cstdint>
#include <string>

#include "core/access/cluster.hpp"
#include "core/base/time.hpp"

namespace berth::events {

struct Series {
    std::int32_t count = 0;  // 0: no series
    base::Time last;
};

struct EventName {
    std::string namespace_name, name;
};

[[nodiscard]] std::string event_body(const access::EventRecord& event, const EventName& name,
                                     const std::string& host, const Series& series);
// A merge patch that moves the series on.
[[nodiscard]] std::string series_body(const Series& series);

}  // namespace berth::events
