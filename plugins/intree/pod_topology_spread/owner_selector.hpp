// The selector that default constraints count by: the labels of the Services that select the pod,
// and the selector of the ReplicationController, ReplicaSet or StatefulSet that owns it.
//
// kube-scheduler: pkg/scheduler/framework/plugins/helper/spread.go, v1.37.2.
#pragma once

#include <memory>
#include <vector>

#include <berth/host/objects.h>
#include <berth/sdk.h>

namespace berth::intree {

// Points into the host's objects: it lives no longer than the call in which it was made. It may be
// moved, not copied.
class OwnerSelector {
public:
    OwnerSelector() = default;
    OwnerSelector(OwnerSelector&&) = default;
    OwnerSelector& operator=(OwnerSelector&&) = default;

    // Nothing selects or owns the pod.
    [[nodiscard]] bool empty() const { return raw_ == nullptr; }
    [[nodiscard]] const berth_selector* raw() const { return raw_.get(); }

private:
    friend class OwnerSelectors;

    // Labels of a map; a later one of the same key replaces the earlier.
    void merge(const berth::Labels& labels);
    void add(const berth_requirement& requirement) { requirements_.push_back(requirement); }
    void finish();

    std::vector<berth_label> labels_;
    std::vector<berth_requirement> requirements_;
    std::unique_ptr<berth_selector> raw_;
};

class OwnerSelectors {
public:
    // In create only.
    explicit OwnerSelectors(const berth::Host& host);

    // Any thread; reads the objects as they are in the cycle.
    [[nodiscard]] OwnerSelector selector_of(const berth::Pod& pod) const;

private:
    void add_services(const berth::Pod& pod, OwnerSelector& out) const;
    void add_owner(const berth::Pod& pod, OwnerSelector& out) const;

    const berth_host* host_;
    const berth_objects_v1* objects_;
};

}  // namespace berth::intree
