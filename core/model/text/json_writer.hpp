// JsonWriter: JSON written from the front, over RapidJSON. One thread.
//
//     JsonWriter json;
//     json.begin_object().field("name", name).list("plugins", names).end_object();
//     return std::move(json).take();
// Bytes of texts that are not UTF-8 become U+FFFD.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace berth::model {

class JsonWriter {
public:
    enum class Style : std::uint8_t { kCompact, kIndented };

    explicit JsonWriter(Style style = Style::kCompact);
    ~JsonWriter();
    JsonWriter(const JsonWriter&) = delete;
    JsonWriter& operator=(const JsonWriter&) = delete;

    JsonWriter& begin_object();
    JsonWriter& end_object();
    JsonWriter& begin_array();
    JsonWriter& end_array();
    JsonWriter& key(std::string_view name);

    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
    JsonWriter& value(bool truth);
    template <std::signed_integral T>
    JsonWriter& value(T number) {
        return signed_number(number);
    }
    template <std::unsigned_integral T>
    JsonWriter& value(T number) {
        return unsigned_number(number);
    }
    JsonWriter& null();
    // JSON that is there already.
    JsonWriter& raw(std::string_view json);

    template <typename T>
    JsonWriter& field(std::string_view name, const T& what) {
        return key(name).value(what);
    }
    // A field with an array of values.
    template <typename Values>
    JsonWriter& list(std::string_view name, const Values& values) {
        key(name).begin_array();
        for (const auto& one : values) {
            value(one);
        }
        return end_array();
    }

    // What was written; nothing can be written any more.
    [[nodiscard]] std::string take() &&;

private:
    JsonWriter& signed_number(std::int64_t number);
    JsonWriter& unsigned_number(std::uint64_t number);

    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace berth::model
