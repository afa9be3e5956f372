// Watches: what the scheduler hears of: what it always needs, and what plugins have opened.
//
// Plugins open kinds while they are made, which may be long after the start: update() begins and
// ends watches so that they fit. Scheduling thread; the watcher is told on any.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/host/objects/object_cache.hpp"

namespace berth::scheduler {

class Watches {
public:
    // All outlive it.
    Watches(access::Cluster& cluster, host::ObjectCache& objects, access::Watcher& watcher);
    ~Watches();
    Watches(const Watches&) = delete;
    Watches& operator=(const Watches&) = delete;

    void start();
    // Does nothing where nothing was opened or ended, or before start().
    void update();
    // What was there when each watch began has been told, as far as the cluster will tell it.
    [[nodiscard]] bool settled() const;
    void end();

private:
    class ResourceWatch;

    void begin(const std::vector<model::ObjectKind>& kinds);
    void begin(const access::ResourceName& resource);
    // A kind that is watched already: what is there is told once more, for who opened it now.
    void tell_again(model::ObjectKind kind);

    access::Cluster& cluster_;
    host::ObjectCache& objects_;
    access::Watcher& watcher_;
    bool started_ = false;
    std::uint64_t seen_ = 0;  // ObjectCache::demand_version()
    std::set<model::ObjectKind> kinds_;
    std::vector<std::unique_ptr<access::Watch>> watches_;
    std::map<access::ResourceName, std::unique_ptr<ResourceWatch>> resources_;
};

}  // namespace berth::scheduler
