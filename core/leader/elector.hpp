// Elector: tries to hold a Lease, renews it, and says when it is lost.
//
// The rules are client-go's (tools/leaderelection/leaderelection.go, v1.37.2): another's lease
// counts from the moment that we saw it change, by our own clock, so clocks need not agree; a
// holder that has not renewed within the renew deadline has lost, for good: its process ends and
// begins anew. All calls and callbacks are on one thread, that of `after`; answers of the cluster
// are taken there.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/access/cluster.hpp"
#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/base/time.hpp"

namespace berth::leader {

struct ElectorOptions {
    std::string identity;  // "host_uuid"
    std::string name;      // of the Lease
    std::string namespace_name;
    base::Duration lease_duration = std::chrono::seconds(15);
    base::Duration renew_deadline = std::chrono::seconds(10);
    base::Duration retry_period = std::chrono::seconds(2);
    std::uint64_t seed = 1;  // of the jitter
};

// Runs a task after a while, on the elector's thread; any thread may call it.
using After = std::function<void(base::Duration, std::function<void()>)>;

struct ElectorEvents {
    std::function<void()> on_started;
    // The lease is ours until then (Clock::steady()); told at each renewal, before on_started.
    std::function<void(base::Duration until)> on_held;
    std::function<void()> on_lost;
    std::function<void(const std::string& holder)> on_new_leader;
};

class Elector {
public:
    Elector(ElectorOptions options, access::Cluster& cluster, const base::Clock& clock,
            base::SymbolTable& symbols, After after, ElectorEvents events);
    ~Elector();
    Elector(const Elector&) = delete;
    Elector& operator=(const Elector&) = delete;

    void start();
    // Gives the lease up, so that another need not wait for its end; no event follows. done is told
    // once that is settled, or cannot be.
    void release(std::function<void()> done);

    [[nodiscard]] bool is_leader() const;
    [[nodiscard]] const std::string& holder() const;
    // We believe to lead, and the lease is over since more than `grace`: the watchdog of /healthz.
    [[nodiscard]] bool is_stuck(base::Duration grace) const;

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace berth::leader
