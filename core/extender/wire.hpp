// What goes to an extender and what comes back, as kube-scheduler's extender API says it
// (staging/src/k8s.io/kube-scheduler/extender/v1/types.go, v1.37.2).
//
// Keys of answers are found whatever their case, as Go's decoder finds them. Errors say what was
// expected and what was found. Pure functions: any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/symbol.hpp"
#include "core/framework/pass/extender.hpp"

namespace berth::extender {

// ExtenderArgs. by_name: only the names, for an extender that knows the nodes itself.
[[nodiscard]] std::string extender_args(const framework::PodInfo& pod,
                                        const framework::ExtenderNodes& nodes, bool by_name,
                                        const base::SymbolTable& symbols);
// ExtenderBindingArgs.
[[nodiscard]] std::string binding_args(const framework::PodInfo& pod, std::string_view node);

// ExtenderFilterResult. `extender` is the name for errors.
[[nodiscard]] base::Result<framework::ExtenderFilterAnswer> filter_result(
    std::string_view body, const framework::ExtenderNodes& nodes, bool by_name,
    std::string_view extender);
// HostPriorityList.
[[nodiscard]] base::Result<framework::HostPriorities> priorities_result(std::string_view body);
// ExtenderBindingResult.
[[nodiscard]] base::Status binding_result(std::string_view body);

}  // namespace berth::extender
