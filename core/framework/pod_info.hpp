// PodInfo: a pod together with its ABI view, made once per version of the pod.
//
// Immutable and shared: the queue, the cache and running cycles hold it. Views of what pods of one
// template have in common (spec, label set) are shared between PodInfos through PodViews.
// PodViews belongs to the scheduling thread; a PodInfo may be read by any thread.
#pragma once

#include <memory>
#include <string_view>

#include <berth/pod.h>

#include "core/base/symbol.hpp"

namespace berth::model {
struct Pod;
}

namespace berth::framework {

struct SpecView;

struct PodInfo {
    std::shared_ptr<const model::Pod> pod;
    std::shared_ptr<const SpecView> spec_view;
    berth_pod view;  // points into pod and spec_view

    [[nodiscard]] std::string_view uid() const { return {view.uid.ptr, view.uid.len}; }
    [[nodiscard]] std::string_view name() const { return {view.name.ptr, view.name.len}; }
    [[nodiscard]] std::string_view namespace_name() const {
        return {view.namespace_name.ptr, view.namespace_name.len};
    }
};
using PodInfoRef = std::shared_ptr<const PodInfo>;

class PodViews {
public:
    explicit PodViews(const base::SymbolTable& symbols);
    ~PodViews();
    PodViews(const PodViews&) = delete;
    PodViews& operator=(const PodViews&) = delete;

    // `pod` must be finished: defaults applied, totals of resources computed.
    [[nodiscard]] PodInfoRef make(std::shared_ptr<const model::Pod> pod);

private:
    struct Pool;
    std::unique_ptr<Pool> pool_;
};

}  // namespace berth::framework
