#include "core/client/base64.hpp"

#include <openssl/evp.h>

namespace berth::client {

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
    if (count < 0 || compact.size() % 4 != 0 || compact.ends_with("===")) {
        return base::fail(base::ErrorCode::kInvalid, "not base64");
    }
    const auto padding = compact.ends_with("==") ? 2U : compact.ends_with('=') ? 1U : 0U;
    out.resize(static_cast<std::size_t>(count) - padding);
    return out;
}

}  // namespace berth::client
