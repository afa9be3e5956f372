// JsonText: JSON as it is sent to servers, written from the front; and base64 for what is in it.
// One thread; texts must be UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace berth::client {

class JsonText {
public:
    JsonText& begin_object() { return open('{'); }
    JsonText& end_object() { return close('}'); }
    JsonText& begin_array() { return open('['); }
    JsonText& end_array() { return close(']'); }
    JsonText& key(std::string_view name);

    JsonText& value(std::string_view text);
    JsonText& value(const char* text) { return value(std::string_view(text)); }
    JsonText& value(const std::string& text) { return value(std::string_view(text)); }
    JsonText& value(std::int64_t number);
    JsonText& value(bool truth);
    // JSON that is there already.
    JsonText& raw(std::string_view json);

    template <typename T>
    JsonText& field(std::string_view name, const T& what) {
        return key(name).value(what);
    }

    [[nodiscard]] const std::string& text() const& { return text_; }
    [[nodiscard]] std::string take() && { return std::move(text_); }

private:
    JsonText& open(char bracket);
    JsonText& close(char bracket);
    void separate();

    std::string text_;
    bool first_ = true;  // nothing yet in the innermost bracket
    bool after_key_ = false;
};

[[nodiscard]] std::string base64(std::string_view bytes);
// kInvalid: not base64. Spaces and line ends are passed over.
[[nodiscard]] base::Result<std::string> from_base64(std::string_view text);

}  // namespace berth::client
