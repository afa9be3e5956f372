#include "core/client/json_text.hpp"

#include <openssl/evp.h>

#include "core/model/text/json_text.hpp"

namespace berth::client {

void JsonText::separate() {
    if (!first_ && !after_key_) {
        text_ += ',';
    }
    first_ = false;
    after_key_ = false;
}

JsonText& JsonText::open(char bracket) {
    separate();
    text_ += bracket;
    first_ = true;
    return *this;
}

JsonText& JsonText::close(char bracket) {
    text_ += bracket;
    first_ = false;
    return *this;
}

JsonText& JsonText::key(std::string_view name) {
    value(name);
    text_ += ':';
    after_key_ = true;
    return *this;
}

JsonText& JsonText::value(std::string_view text) {
    separate();
    model::append_json_string(text, text_);
    return *this;
}

JsonText& JsonText::value(std::int64_t number) {
    separate();
    text_ += std::to_string(number);
    return *this;
}

JsonText& JsonText::value(bool truth) {
    separate();
    text_ += truth ? "true" : "false";
    return *this;
}

JsonText& JsonText::raw(std::string_view json) {
    separate();
    text_ += json;
    return *this;
}

std::string base64(std::string_view bytes) {
    std::string out((bytes.size() + 2) / 3 * 4 + 1, '\0');
    const int count = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                      reinterpret_cast<const unsigned char*>(bytes.data()),
                                      static_cast<int>(bytes.size()));
    out.resize(static_cast<std::size_t>(count));
    return out;
}

base::Result<std::string> from_base64(std::string_view text) {
    std::string compact;
    for (const char c : text) {
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
            compact += c;
        }
    }
    if (compact.empty()) {
        return std::string();
    }
    std::string out(compact.size() / 4 * 3 + 1, '\0');
    const int count = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                      reinterpret_cast<const unsigned char*>(compact.data()),
                                      static_cast<int>(compact.size()));
    if (count < 0 || compact.size() % 4 != 0) {
        return base::fail(base::ErrorCode::kInvalid, "not base64");
    }
    const auto padding = compact.ends_with("==") ? 2U : compact.ends_with('=') ? 1U : 0U;
    out.resize(static_cast<std::size_t>(count) - padding);
    return out;
}

}  // namespace berth::client
