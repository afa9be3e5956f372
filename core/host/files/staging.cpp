#include "core/host/files/staging.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "core/host/checksum.hpp"

namespace berth::host {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kPrefix = "run-";

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) {
            close(number_);
        }
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return number_; }

private:
    int number_;
};

tl::unexpected<base::Error> failed(const std::string& file, std::string text) {
    base::Error error;
    error.file = file;
    error.text = std::move(text);
    return base::fail(std::move(error));
}

tl::unexpected<base::Error> failed(const std::string& file, std::string_view what, int number) {
    return failed(file, fmt::format("{}: {}", what, std::strerror(number)));
}

bool same(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size &&
           a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

bool write_all(int to, const char* data, std::size_t size) {
    while (size > 0) {
        const ssize_t done = write(to, data, size);
        if (done < 0 && errno != EINTR) {
            return false;
        }
        data += done < 0 ? 0 : done;
        size -= done < 0 ? 0 : static_cast<std::size_t>(done);
    }
    return true;
}

base::Status copy(const std::string& source, const std::string& target) {
    const Descriptor from(open(source.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat before {};
    if (from.get() < 0 || fstat(from.get(), &before) != 0) {
        return failed(source, "not loaded: it cannot be read", errno);
    }
    if (!S_ISREG(before.st_mode)) {
        return failed(source, "not loaded: it is not a file");
    }
    const Descriptor to(
        open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0500));
    if (to.get() < 0) {
        return failed(target, "a private copy cannot be made", errno);
    }
    std::array<char, std::size_t{64} << 10> buffer;
    for (;;) {
        const ssize_t got = read(from.get(), buffer.data(), buffer.size());
        if (got == 0) {
            break;
        }
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0 || !write_all(to.get(), buffer.data(), static_cast<std::size_t>(got))) {
            return failed(target, "a private copy cannot be made", errno);
        }
    }
    struct stat opened {
    }, named{};
    if (fstat(from.get(), &opened) != 0 || stat(source.c_str(), &named) != 0 ||
        !same(before, opened) || !same(before, named)) {
        return failed(source, "not loaded: it changed while it was copied");
    }
    return {};
}

// "run-<pid>-XXXXXX" of a process that is gone.
bool left_over(const std::string& name) {
    if (name.compare(0, kPrefix.size(), kPrefix) != 0) {
        return false;
    }
    pid_t pid = 0;
    const char* begin = name.data() + kPrefix.size();
    const auto read = std::from_chars(begin, name.data() + name.size(), pid);
    return read.ec == std::errc() && pid > 0 && kill(pid, 0) != 0 && errno == ESRCH;
}

void remove_left_over(const std::string& parent) {
    std::error_code error;
    for (fs::directory_iterator it(parent, error), end; !error && it != end; it.increment(error)) {
        if (left_over(it->path().filename().string())) {
            std::error_code ignored;
            fs::remove_all(it->path(), ignored);
        }
    }
}

}  // namespace

StagedFile::~StagedFile() {
    unlink(path_.c_str());
}

base::Result<std::unique_ptr<Staging>> Staging::make(const std::string& parent) {
    std::error_code error;
    fs::create_directories(parent, error);
    if (error) {
        return failed(parent, fmt::format("this folder cannot be made: {}", error.message()));
    }
    remove_left_over(parent);
    std::string folder = fmt::format("{}/{}{}-XXXXXX", parent, kPrefix, getpid());
    if (mkdtemp(folder.data()) == nullptr) {
        return failed(parent, "no folder can be made in it", errno);
    }
    return std::unique_ptr<Staging>(new Staging(std::move(folder)));
}

Staging::~Staging() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

base::Result<StagedRef> Staging::stage(const std::string& source, const std::string& as) {
    const std::string stem = fs::path(source).stem().string();
    const std::string target = fmt::format("{}/{}.{}.so", folder_, next_++, stem.substr(0, 64));
    if (base::Status done = copy(source, target); !done) {
        unlink(target.c_str());
        return base::fail(done.error());
    }
    auto sum = sha256_of_file(target);
    if (!sum) {
        unlink(target.c_str());
        return base::fail(sum.error());
    }
    return std::make_shared<const StagedFile>(as.empty() ? source : as, target, std::move(*sum));
}

}  // namespace berth::host
