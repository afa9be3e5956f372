#include "core/host/files/state_file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

namespace berth::host {
namespace {

constexpr std::size_t kLargest = std::size_t{16} << 20;

tl::unexpected<base::Error> failed(const std::string& path, std::string_view what, int number) {
    base::Error error;
    error.code = number == ENOENT ? base::ErrorCode::kNotFound : base::ErrorCode::kInvalid;
    error.file = path;
    error.text = fmt::format("{}: {}", what, std::strerror(number));
    return base::fail(std::move(error));
}

}  // namespace

base::Result<std::string> read_state_file(const std::string& path) {
    const int from = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (from < 0) {
        return failed(path, "cannot be read", errno);
    }
    std::string text;
    std::array<char, 4096> buffer;
    ssize_t got = 0;
    while ((got = read(from, buffer.data(), buffer.size())) > 0 && text.size() < kLargest) {
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    const int number = errno;
    close(from);
    if (got < 0) {
        return failed(path, "cannot be read", number);
    }
    return text;
}

base::Status write_state_file(const std::string& path, std::string_view text) {
    std::string made = path + ".XXXXXX";
    const int to = mkostemp(made.data(), O_CLOEXEC);
    if (to < 0) {
        return failed(path, "cannot be written", errno);
    }
    std::size_t written = 0;
    while (written < text.size()) {
        const ssize_t now = write(to, text.data() + written, text.size() - written);
        if (now < 0 && errno != EINTR) {
            break;
        }
        written += now < 0 ? 0 : static_cast<std::size_t>(now);
    }
    const bool whole = written == text.size() && fsync(to) == 0;
    const int number = errno;
    close(to);
    if (!whole || rename(made.c_str(), path.c_str()) != 0) {
        const int why = whole ? errno : number;
        unlink(made.c_str());
        return failed(path, "cannot be written", why);
    }
    return {};
}

}  // namespace berth::host
