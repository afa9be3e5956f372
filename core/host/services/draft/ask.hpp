// ask: a request of a plugin to the API server, noted until it is answered.
#pragma once

#include <cstdint>

#include <berth/draft/requests.h>

#include "core/host/host_record.hpp"

namespace berth::host::services {

// The instance that asks, if it may: there is an engine, and it is the leader. Else null.
[[nodiscard]] inline const HostRecord* asking(const berth_host* host) {
    const HostRecord* const record = HostRecord::of(host);
    const Engine* const engine = record == nullptr ? nullptr : record->context().engine();
    return engine != nullptr && engine->may_write() ? record : nullptr;
}

// Notes the request and lets send(context, done) send it. 0: it may not be
// sent.
template <typename Send>
std::uint64_t ask(const berth_host* host, const berth_done* done, Send&& send) {
    const HostRecord* const record = asking(host);
    if (record == nullptr) {
        return 0;
    }
    if (done != nullptr && (done->struct_size < sizeof(berth_done) || done->call == nullptr)) {
        record->report("it asked for something with a berth_done that cannot be called");
        return 0;
    }
    Requests& requests = record->context().requests();
    const std::uint64_t token = requests.open(*record, done);
    if (token != 0) {
        send(record->context(), requests.arrival(token));
    }
    return token;
}

}  // namespace berth::host::services
