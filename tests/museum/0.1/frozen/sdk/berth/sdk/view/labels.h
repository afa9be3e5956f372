// Labels and annotations: sorted by name; label keys have symbols as well.
#pragma once

#include <optional>

#include <berth/pod_parts.h>
#include <berth/sdk/view/list.h>

namespace berth {

// A word known to the host, see Symbols. Two are equal when their texts are.
enum class Symbol : berth_symbol { none = 0 };

class Labels : public List<berth_label> {
public:
    using List::List;

    // By name: a binary search. Annotations are found this way only.
    std::optional<std::string_view> find(std::string_view name) const noexcept {
        std::size_t low = 0;
        std::size_t high = size();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const berth_label& label = (*this)[middle];
            const int order = text(label.name).compare(name);
            if (order == 0) {
                return text(label.value);
            }
            (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
        }
        return std::nullopt;
    }

    // By symbol: compares numbers.
    std::optional<std::string_view> find(Symbol key) const noexcept {
        for (const berth_label& label : *this) {
            if (label.key == static_cast<berth_symbol>(key)) {
                return text(label.value);
            }
        }
        return std::nullopt;
    }

    bool contains(std::string_view name) const noexcept { return find(name).has_value(); }
    bool contains(Symbol key) const noexcept { return find(key).has_value(); }

    // The value, or an empty text where there is none.
    std::string_view get(std::string_view name) const noexcept {
        return find(name).value_or(std::string_view());
    }
};

}  // namespace berth
