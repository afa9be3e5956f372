// Kubernetes quantities ("1500m", "3Gi", "2e3"): read as the scheduler counts them, written in the
// canonical form.
//
// Semantics of k8s.io/apimachinery/pkg/api/resource: what is not a whole unit is rounded up, what
// 64 bits do not hold is cut to their ends. Pure functions: any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace berth::numa {

// In units of 10^-scale (0: whole units, 3: thousandths). Nothing: not a quantity.
[[nodiscard]] std::optional<std::int64_t> read_quantity(std::string_view text, int scale);

enum class Form : std::uint8_t { kThousandths, kBinary, kDecimal };

// "1500m"; "3Gi", below 1024 "1k"; "2k".
[[nodiscard]] std::string write_quantity(std::int64_t value, Form form);

}  // namespace berth::numa
