// Evictions: the victims of preemptors on their way out, while other pods are scheduled.
//
//   begin ─▶ all victims but the last ─▶ the last one ─▶ over
//              └─ one fails ──────────────────────────▶ over, the preemptor is tried again
//
// A victim that waits on Permit or is in PreBind is stopped here; any other gets its condition and
// is deleted. While that goes on the preemptor is held, until its last victim has begun to end.
// kube-scheduler: prepareCandidateAsync (pkg/scheduler/framework/preemption/executor.go, v1.37.2).
// Scheduling thread; answers come back on it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <berth/draft/host/client.h>
#include <berth/sdk.h>
#include <berth/sdk/draft/host/nominator.h>
#include <berth/sdk/draft/host/queue.h>
#include <berth/sdk/draft/host/waiting.h>

namespace berth::intree {

class Evictions {
public:
    Evictions(const berth::Host& host, std::string_view plugin);
    Evictions(const Evictions&) = delete;
    Evictions& operator=(const Evictions&) = delete;

    // Pods that are being deleted already are left alone.
    void begin(const berth::Pod& preemptor, std::string_view node_name,
               std::span<const berth_pod* const> victims);
    // The pod has to wait for its victims.
    [[nodiscard]] bool hold(const berth::Pod& preemptor) const;

private:
    struct Victim {
        std::string namespace_name, name, uid;
        [[nodiscard]] berth_subject subject() const;
    };
    struct Eviction {
        std::string preemptor, node_name, scheduler_name;
        std::vector<Victim> victims;
        std::size_t open = 0;  // requests and victims that are waited for
        bool last_begun = false, failed = false, stopped_last_in_memory = false;
    };
    struct Step;
    using Running = std::shared_ptr<Eviction>;

    void clear_lower_nominations(const Running& eviction, std::int32_t priority);
    void evict(const Running& eviction, std::size_t number);
    [[nodiscard]] bool stop_in_memory(const Victim& victim) const;
    void set_condition(const Running& eviction, std::size_t number);
    void erase(const Running& eviction, std::size_t number);
    void tell(const Eviction& eviction, const Victim& victim, bool in_memory) const;
    // One of those that are waited for has ended.
    void ended(const Running& eviction);
    void finish(const Running& eviction);

    // Sends a request whose answer goes to `then`; false: nothing may be sent.
    template <class Send>
    [[nodiscard]] bool send(const Running& eviction, std::size_t number,
                            void (Evictions::*then)(const Running&, std::size_t,
                                                    const berth_reply&),
                            Send&& send_it);
    void condition_set(const Running& eviction, std::size_t number, const berth_reply& reply);
    void erased(const Running& eviction, std::size_t number, const berth_reply& reply);
    void nomination_cleared(const Running& eviction, std::size_t number, const berth_reply& reply);

    std::string plugin_;
    const berth_host* host_;
    const berth_client_v1* client_;
    berth::Log log_;
    berth::Objects objects_;
    berth::Nominator nominator_;
    berth::Queue queue_;
    berth::Waiting waiting_;
    std::map<std::string, Running, std::less<>> running_;  // by UID of the preemptor
};

}  // namespace berth::intree
