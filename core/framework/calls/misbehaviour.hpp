// Misbehaviours: what the plugins of a generation did that no plugin may do.
//
// Counted, logged with plugin, generation, extension point and pod, and told to a listener, who
// may take the generation away again. Belongs to the generation and its instances. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "core/framework/calls/call_mark.hpp"

namespace berth::framework {

struct Misbehaviour {
    const CallLabel& plugin;
    std::uint64_t generation;
    Point point;
    std::string pod;  // "namespace/name"; empty: about none
    std::string what;
    // "plugin Faulty@3 (faulty.so): Filter, pod default/a: it returned the unknown code 77"
    [[nodiscard]] std::string message() const;
};

class Misbehaviours {
public:
    using Listener = std::function<void(const Misbehaviour&)>;
    // Called on whichever thread finds it; must not call a plugin.
    explicit Misbehaviours(Listener listener = {}) : listener_(std::move(listener)) {}

    void report(const Misbehaviour& misbehaviour);
    [[nodiscard]] std::uint64_t count() const { return count_.load(std::memory_order_relaxed); }

private:
    Listener listener_;
    std::atomic<std::uint64_t> count_{0};
};

}  // namespace berth::framework
