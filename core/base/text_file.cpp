#include "core/base/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>

namespace berth::base {

Result<std::string> read_text_file(const std::string& path) {
    constexpr std::size_t kMost = std::size_t{16} << 20;
    const auto failed = [&](ErrorCode code, std::string text) {
        return fail(with_file(fail(code, std::move(text)).value(), path));
    };
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return failed(ErrorCode::kIo, fmt::format("cannot be opened: {}", std::strerror(errno)));
    }
    std::string text;
    text.resize(kMost + 1);
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.good()) {
        return failed(ErrorCode::kInvalid, "is larger than 16 MiB");
    }
    if (!in.eof()) {
        return failed(ErrorCode::kIo, fmt::format("cannot be read: {}", std::strerror(errno)));
    }
    text.resize(static_cast<std::size_t>(in.gcount()));
    return text;
}

}  // namespace berth::base
