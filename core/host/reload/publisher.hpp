// Publisher: who runs the generations that the loader makes.
//
// The engine implements it; the loader knows no scheduler. Any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "core/base/time.hpp"
#include "core/framework/profile.hpp"

namespace berth::host {

struct PublishOutcome {
    std::string problem;          // why it was not published; empty: it was
    base::Duration pause{};       // that the swap put into scheduling
    base::Duration reordering{};  // of it: another QueueSort, or other profiles
    base::Duration waited{};      // for reservations of the old build to end
    std::size_t adopted = 0;      // pods in flight that were handed over
    std::size_t states = 0;       // plugins whose saved state was loaded
};

class Publisher {
public:
    virtual ~Publisher() = default;
    // Swaps between two cycles. `done` comes on any thread, also if there is a problem.
    virtual void publish(framework::GenerationRef next,
                         std::function<void(PublishOutcome)> done) = 0;
    // What a probe tries a generation on: JSON documents of at most 64 nodes and pods.
    virtual std::string snapshot() = 0;
};

}  // namespace berth::host
