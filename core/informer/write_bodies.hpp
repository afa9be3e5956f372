// The JSON of what a scheduler writes to an API server. Pure: any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/access/cluster.hpp"
#include "core/base/symbol.hpp"
#include "core/base/time.hpp"

namespace berth::informer {

// A v1 Binding.
[[nodiscard]] std::string binding_body(const access::Binding& binding);
// A strategic merge patch of pods/status; the uid in it guards against another pod of that name.
// A condition without a time of transition gets `now`.
[[nodiscard]] std::string pod_status_body(const access::PodStatusPatch& patch,
                                          const base::SymbolTable& symbols, base::Time now);
// DeleteOptions with the uid as a precondition and so many seconds of grace; "" without either.
[[nodiscard]] std::string delete_body(const std::string& uid,
                                      std::optional<std::int64_t> grace_seconds = {});

}  // namespace berth::informer
