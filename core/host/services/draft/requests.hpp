// Requests: what plugins have asked the API server for and not been answered yet.
//
//     open ──sent──▶ arrived ──posted──▶ answer: done is called, once
//        └─cancel, end of the instance, close─▶ done is called with http_status 0
// An answer may arrive on any thread, before the request has returned even; it is called on the
// scheduling thread, between two cycles. The end of an instance waits for a call of its own that
// runs, so nothing of the plugin is called after its destroy. Shared with the senders: one may
// answer after everything else is gone. Any thread; no lock is held while a plugin is called.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include <berth/draft/requests.h>

#include "core/access/object_request.hpp"
#include "core/base/inbox.hpp"
#include "core/host/services/draft/running_calls.hpp"

namespace berth::host {

class HostRecord;

class Requests : public std::enable_shared_from_this<Requests> {
public:
    using Post = std::function<void(base::Task)>;

    // Where answers are called from now on. The scheduling thread's inbox.
    void serve(Post post);
    // Nobody calls answers any more: all that are open get none.
    void close();

    // A number for a request of that instance; 0: nobody would call the answer. `done` may be null:
    // nobody waits for it.
    [[nodiscard]] std::uint64_t open(const HostRecord& record, const berth_done* done);
    // Was not sent after all: done is not called.
    void drop(std::uint64_t token);
    // What the sender calls, once; keeps this alive.
    [[nodiscard]] access::ReplyDone arrival(std::uint64_t token);
    // The answer will be none, unless it is on its way already.
    void cancel(const HostRecord& record, std::uint64_t token);
    // The instance ends.
    void end(const HostRecord& record);

    [[nodiscard]] std::size_t waiting() const;

private:
    struct Entry {
        const HostRecord* record;
        berth_done done;
        bool on_its_way;
    };

    void arrived(std::uint64_t token, access::ObjectReply reply);
    void answer(std::uint64_t token, const access::ObjectReply& reply);
    static void call(std::uint64_t token, const Entry& entry, const access::ObjectReply& reply);
    [[nodiscard]] std::map<std::uint64_t, Entry> take_all(const HostRecord* of);

    mutable std::mutex mutex_;  // guards everything below
    Post post_;
    std::uint64_t last_ = 0;
    std::map<std::uint64_t, Entry> entries_;
    RunningCalls running_;
};

}  // namespace berth::host
