#include "core/host/checksum.hpp"

#include <array>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <openssl/evp.h>

namespace berth::host {

base::Result<std::string> sha256_of_file(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                          EVP_MD_CTX_free);
    bool good = stream.is_open() && context != nullptr &&
                EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
    std::array<char, 65536> block;
    while (good && stream) {
        stream.read(block.data(), block.size());
        good = !stream.bad() && EVP_DigestUpdate(context.get(), block.data(),
                                                 static_cast<std::size_t>(stream.gcount())) == 1;
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
    unsigned int length = 0;
    if (!good || EVP_DigestFinal_ex(context.get(), digest.data(), &length) != 1) {
        base::Error error;
        error.code = base::ErrorCode::kIo;
        error.file = path;
        error.text = "cannot be read";
        return base::fail(error);
    }
    std::string text;
    for (unsigned int i = 0; i < length; ++i) {
        text += fmt::format("{:02x}", digest[i]);
    }
    return text;
}

}  // namespace berth::host
