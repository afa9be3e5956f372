// Quantity: an amount as Kubernetes writes it ("100m", "1.5Gi", "1e3"), exact to a billionth.
//
// Equal to k8s.io/apimachinery v0.37 resource.Quantity: all suffixes, rounding away from zero to
// nano, 2^63−1 as the cap of binary suffixes, canonical printing that keeps the format. Amounts
// are 128-bit counts of billionths; what does not fit saturates. Plain values: any thread.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/int128.hpp"
#include "core/base/result.hpp"

namespace berth::model {

enum class QuantityFormat : std::uint8_t { kDecimalSi, kBinarySi, kDecimalExponent };

class Quantity {
public:
    constexpr Quantity() = default;  // 0
    [[nodiscard]] static Quantity from_units(std::int64_t units,
                                             QuantityFormat format = QuantityFormat::kDecimalSi);
    [[nodiscard]] static Quantity from_milli(std::int64_t milli);
    [[nodiscard]] static constexpr Quantity from_nano(
        base::Int128 nano, QuantityFormat format = QuantityFormat::kDecimalSi) {
        Quantity made;
        made.nano_ = nano;
        made.format_ = format;
        return made;
    }

    [[nodiscard]] constexpr base::Int128 nano() const { return nano_; }
    [[nodiscard]] constexpr QuantityFormat format() const { return format_; }
    [[nodiscard]] constexpr bool is_zero() const { return nano_ == 0; }

    // Rounded away from zero; saturates at the limits of 64 bits.
    [[nodiscard]] std::int64_t value() const;
    [[nodiscard]] std::int64_t milli_value() const;

    // A zero takes over the other's format, as in Go. They saturate.
    Quantity& operator+=(const Quantity& other);
    Quantity& operator-=(const Quantity& other);

    // To thousandths, away from zero: what the API server does to requests and capacities.
    void round_up_to_milli();

    // The canonical text.
    [[nodiscard]] std::string to_string() const;

    // By amount; the format does not count.
    friend constexpr std::strong_ordering operator<=>(const Quantity& a, const Quantity& b) {
        return a.nano_ < b.nano_   ? std::strong_ordering::less
               : a.nano_ > b.nano_ ? std::strong_ordering::greater
                                   : std::strong_ordering::equal;
    }
    friend constexpr bool operator==(const Quantity& a, const Quantity& b) {
        return a.nano_ == b.nano_;
    }

private:
    base::Int128 nano_ = 0;
    QuantityFormat format_ = QuantityFormat::kDecimalSi;
};

// `text` as in an object; the errors' texts are apimachinery's.
[[nodiscard]] base::Result<Quantity> parse_quantity(std::string_view text);

}  // namespace berth::model
