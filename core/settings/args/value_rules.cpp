#include <fmt/format.h>

#include "core/base/time.hpp"
#include "core/settings/abi_view.hpp"
#include "core/settings/args/value_decoder.hpp"

namespace berth::settings {

namespace {

std::string range_detail(std::string_view low, std::string_view high, bool above_low) {
    return fmt::format("not in valid range {}{}, {}{}", above_low || low == "-inf" ? "(" : "[", low,
                       high, high == "inf" ? ")" : "]");
}

}  // namespace

void ValueDecoder::value_error(std::string_view path, std::string text) {
    ++value_errors_;
    report_.error(path, std::move(text));
}

void ValueDecoder::check_range(const berth_field& field, const berth_value& value,
                               std::string_view path) {
    const bool has_low = (field.flags & BERTH_FIELD_HAS_MIN) != 0;
    const bool has_high = (field.flags & BERTH_FIELD_HAS_MAX) != 0;
    const bool above = (field.flags & BERTH_FIELD_ABOVE_MIN) != 0;
    std::string found;
    std::string low = "-inf";
    std::string high = "inf";
    bool bad = false;
    if (value.kind == BERTH_KIND_INT || value.kind == BERTH_KIND_DURATION) {
        const bool duration = value.kind == BERTH_KIND_DURATION;
        const auto print = [&](std::int64_t number) {
            return duration ? base::format_duration(base::Duration(number))
                            : std::to_string(number);
        };
        bad = (has_low &&
               (value.integer < field.minimum || (above && value.integer == field.minimum))) ||
              (has_high && value.integer > field.maximum);
        found = duration ? quoted(print(value.integer)) : print(value.integer);
        low = has_low ? print(field.minimum) : low;
        high = has_high ? print(field.maximum) : high;
    } else if (value.kind == BERTH_KIND_DOUBLE) {
        bad = (has_low && (value.number < field.number_minimum ||
                           (above && value.number == field.number_minimum))) ||
              (has_high && value.number > field.number_maximum);
        found = fmt::format("{}", value.number);
        low = has_low ? fmt::format("{}", field.number_minimum) : low;
        high = has_high ? fmt::format("{}", field.number_maximum) : high;
    }
    const bool own_text = field.struct_size >= sizeof(berth_field) && field.range_text.len != 0;
    if (bad) {
        value_error(path, invalid_value(found, own_text ? std::string(view(field.range_text))
                                                        : range_detail(low, high, above)));
    }
}

void ValueDecoder::check_allowed(const berth_field& field, const berth_value& value,
                                 std::string_view path) {
    if (field.allowed.count == 0 || value.kind != BERTH_KIND_STRING) {
        return;
    }
    std::string names;
    for (std::uint32_t i = 0; i < field.allowed.count; ++i) {
        const auto name = view(AbiList<berth_str>(field.allowed)[i]);
        if (name == view(value.text)) {
            return;
        }
        names += (names.empty() ? "" : ", ") + quoted(name);
    }
    value_error(path, fmt::format("Unsupported value: {}: supported values: {}",
                                  quoted(view(value.text)), names));
}

}  // namespace berth::settings
