// Leadership: the lease of a process that schedules a real cluster, or its leave to do without one.
//
// Opens the cluster's gate for writes while the lease is held and shuts it when it is not. begin(),
// watch_until_the_end() and end() are of one thread, in this order; the others come from any.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/cmd/live/ending.hpp"
#include "core/cmd/run/real_cluster.hpp"
#include "core/leader/elector.hpp"
#include "core/settings/configuration.hpp"

namespace berth::cmd {

[[nodiscard]] std::string host_name();

class Leadership {
public:
    // All outlive it. A lost lease sets `ending`.
    Leadership(const settings::LeaderElection& wanted, RealCluster& cluster,
               const base::Clock& clock, base::SymbolTable& symbols, Ending& ending);
    ~Leadership();
    Leadership(const Leadership&) = delete;
    Leadership& operator=(const Leadership&) = delete;

    // Tells on_started once it leads; that is at once where no lease is wanted.
    void begin(std::function<void()> on_started);
    void watch_until_the_end();
    // Gives the lease up if it is held, and sends nothing any more.
    void end();

    // From a process that cannot go on, before it ends: as end(), within a second.
    void give_up();
    // We believe to lead, and the lease is over.
    [[nodiscard]] bool is_stuck() const { return stuck_; }
    [[nodiscard]] bool is_lost() const { return lost_; }

private:
    [[nodiscard]] std::shared_ptr<leader::Elector> make_elector(std::function<void()> on_started);
    [[nodiscard]] std::shared_ptr<leader::Elector> elector();
    void release(base::Duration patience);

    const settings::LeaderElection wanted_;
    RealCluster& cluster_;
    const base::Clock& clock_;
    base::SymbolTable& symbols_;
    Ending& ending_;
    std::mutex mutex_;                          // guards elector_
    std::shared_ptr<leader::Elector> elector_;  // used on the loop's thread only
    std::atomic<bool> stuck_{false}, lost_{false};
};

}  // namespace berth::cmd
