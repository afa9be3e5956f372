#include "core/host/files/file_watch.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <poll.h>
#include <set>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace berth::host {
namespace {

constexpr std::uint32_t kMask = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO |
                                IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB;

}  // namespace

FileWatch::FileWatch()
    : events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)),
      wake_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

FileWatch::~FileWatch() {
    for (const int descriptor : {events_, wake_}) {
        if (descriptor >= 0) {
            close(descriptor);
        }
    }
}

// A folder that is watched already gives its number again, one that was made anew another one.
void FileWatch::watch(const std::vector<std::string>& folders) {
    if (events_ < 0) {
        return;
    }
    std::set<std::string> wanted;
    for (const std::string& folder : folders) {
        wanted.insert(folder);
        wanted.insert(std::filesystem::path(folder).parent_path().string());
    }
    std::set<int> kept;
    std::map<std::string, int> now;
    for (const std::string& folder : wanted) {
        const int number =
            folder.empty() ? -1 : inotify_add_watch(events_, folder.c_str(), kMask | IN_ONLYDIR);
        if (number >= 0) {
            now.emplace(folder, number);
            kept.insert(number);
        }
    }
    for (const auto& [folder, number] : watches_) {
        if (kept.count(number) == 0) {
            inotify_rm_watch(events_, number);
        }
    }
    watches_ = std::move(now);
}

bool FileWatch::wait(base::Duration longest) {
    std::array<pollfd, 2> wait{pollfd{wake_, POLLIN, 0}, pollfd{events_, POLLIN, 0}};
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(longest).count();
    const int ready = poll(wait.data(), events_ < 0 ? 1 : 2,
                           static_cast<int>(std::clamp<std::int64_t>(milliseconds, 0, 3600000)));
    drain();
    return ready > 0;
}

void FileWatch::wake() const {
    const std::uint64_t one = 1;
    static_cast<void>(!write(wake_, &one, sizeof(one)));
}

void FileWatch::drain() const {
    alignas(inotify_event) std::array<char, 4096> buffer;
    while (events_ >= 0 && read(events_, buffer.data(), buffer.size()) > 0) {}
    static_cast<void>(!read(wake_, buffer.data(), sizeof(std::uint64_t)));
}

}  // namespace berth::host
