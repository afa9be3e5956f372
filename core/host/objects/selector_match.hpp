// Does a label selector of the ABI select a set of labels? Semantics of apimachinery's labels
// package, v0.37.2. Pure function: any thread.
#pragma once

#include <berth/pod_parts.h>
#include <berth/selector.h>

namespace berth::host {

// `labels` of berth_label.
[[nodiscard]] bool selects(const berth_selector& selector, const berth_array& labels);

}  // namespace berth::host
