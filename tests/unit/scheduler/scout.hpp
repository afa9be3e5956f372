// Scout: a plugin that runs what the test gives it, at PreEnqueue, Permit and PostFilter, with the
// draft services of the host at hand.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <berth/sdk.h>
#include <berth/sdk/draft.h>
#include <berth/sdk/draft/host/nominator.h>
#include <berth/sdk/draft/host/parallel.h>
#include <berth/sdk/draft/host/queue.h>
#include <berth/sdk/draft/host/random.h>
#include <berth/sdk/draft/host/waiting.h>
#include <berth/sdk/draft/host/whatif.h>

namespace berth::scheduler::testing {

struct ScoutServices {
    explicit ScoutServices(const berth::Host& host)
        : nominator(host),
          objects(host),
          parallel(host),
          queue(host),
          random(host),
          waiting(host),
          whatif(host) {}
    berth::Nominator nominator;
    berth::Objects objects;
    berth::Parallel parallel;
    berth::Queue queue;
    berth::Random random;
    berth::Waiting waiting;
    berth::WhatIf whatif;
};

// The same for all instances.
struct ScoutOrders {
    std::function<void(ScoutServices&, const berth::Pod&, const berth::Nodes&, berth::Call&)>
        post_filter;
    std::string gate;                   // not empty: PreEnqueue holds every pod, for this reason
    std::string wait_at_permit;         // the name of the pod that waits for a minute
    ScoutServices* services = nullptr;  // of the instance that lives
};
ScoutOrders& scout();

}  // namespace berth::scheduler::testing
