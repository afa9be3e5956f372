// Does a pod belong to a set, do labels match a selector? On the contract's views.
//
// As apimachinery's labels package and component-helpers' nodeaffinity (v0.37.2). A null selector
// matches nothing, one without requirements everything. Pure but for the namespaces: any thread.
#pragma once

#include <string_view>

#include <berth/base.h>
#include <berth/host/counts.h>
#include <berth/node.h>
#include <berth/pod.h>
#include <berth/selector.h>

namespace berth::index {

class Namespaces;

[[nodiscard]] inline std::string_view text(const berth_str& from) {
    return {from.ptr, from.len};
}

// `value` is null where the label is missing.
[[nodiscard]] bool matches(const berth_requirement& requirement, const berth_str* value);
// `labels`: of berth_label.
[[nodiscard]] bool matches(const berth_selector* selector, const berth_array& labels);
[[nodiscard]] bool names(const berth_array& namespaces, std::string_view name);
[[nodiscard]] bool tolerates(const berth_array& tolerations, const berth_taint& taint);

// Whose the pod is.
struct PodKind {
    std::string_view namespace_name;
    berth_symbol namespace_symbol = 0;
    berth_array labels{};
    bool terminating = false;
};
[[nodiscard]] PodKind kind_of(const berth_pod& pod);

// In each of the sets, and not terminating where flags say so; none: no.
[[nodiscard]] bool counted(const berth_array& sets, std::uint32_t flags, const PodKind& pod,
                           const Namespaces& namespaces);

}  // namespace berth::index
