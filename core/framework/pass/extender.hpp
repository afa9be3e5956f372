// Extender: a webhook of the configuration, as a scheduling cycle asks it.
//
// extender::HttpExtender implements it; tests have their own. What is asked and answered is
// kube-scheduler's (pkg/scheduler/extender.go, v1.37.2). filter() and the function that
// prioritize() gives block until the answer or the extender's timeout; they are of the scheduling
// thread. Everything else: any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/framework/pod_info.hpp"

namespace berth::model {
struct Node;
}

namespace berth::framework {

// Nodes that an extender is asked about, in order.
class ExtenderNodes {
public:
    virtual ~ExtenderNodes() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual std::string_view name(std::size_t position) const = 0;
    [[nodiscard]] virtual const model::Node& object(std::size_t position) const = 0;
};

struct FailedNode {
    std::string name;
    std::string reason;
    bool unresolvable = false;
};

struct ExtenderFilterAnswer {
    std::vector<std::size_t> positions;  // of the nodes that stay, in the extender's order
    std::vector<FailedNode> failed;      // each node once
};

struct HostPriority {
    std::string node;
    std::int64_t score = 0;  // 0…10
};
using HostPriorities = std::vector<HostPriority>;

class Extender {
public:
    // What the host calls of it.
    struct Traits {
        bool filters = false;
        bool prioritizes = false;
        bool binds = false;
        bool preempts = false;
        bool ignorable = false;  // its failure is not the pod's
        std::int64_t weight = 0;
    };

    virtual ~Extender() = default;
    // Its URL.
    [[nodiscard]] virtual const std::string& name() const = 0;
    [[nodiscard]] virtual const Traits& traits() const = 0;
    // Whether the pod asks for one of its managedResources; always, where it has none.
    [[nodiscard]] virtual bool interested(const PodInfo& pod) const = 0;

    [[nodiscard]] virtual base::Result<ExtenderFilterAnswer> filter(
        const PodInfo& pod, const ExtenderNodes& nodes) const = 0;
    // The question is on its way when this returns; the function waits for the answer.
    [[nodiscard]] virtual std::function<base::Result<HostPriorities>()> prioritize(
        const PodInfo& pod, const ExtenderNodes& nodes) const = 0;
    // `done` comes once, on any thread, perhaps before the call returns.
    virtual void bind(const PodInfo& pod, std::string_view node,
                      std::function<void(base::Status)> done) const = 0;
};

// In the order in which they are asked: those that are ignorable last.
using Extenders = std::vector<std::shared_ptr<const Extender>>;

}  // namespace berth::framework
