#include "core/dev/file_watch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <set>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace berth::dev {
namespace {

namespace fs = std::filesystem;
constexpr base::Duration kPoll = std::chrono::milliseconds(500);
constexpr base::Duration kSettle = std::chrono::milliseconds(40);
constexpr int kPatience = 50;  // settling times that an unfinished library is given
constexpr std::uint32_t kEvents =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_MODIFY | IN_ATTRIB;
constexpr int kDeepest = 6;  // folders below the one that is watched

bool has_suffix(const fs::path& file, const std::vector<std::string>& suffixes) {
    return std::find(suffixes.begin(), suffixes.end(), file.extension().string()) != suffixes.end();
}

// A linker writes the tables at the end of a library last, and its header before or with them.
bool is_whole_library(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    Elf64_Ehdr header{};
    stream.read(reinterpret_cast<char*>(&header), sizeof(header));
    std::error_code error;
    const std::uint64_t size = fs::file_size(file, error);
    return stream && !error && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize <= size;
}

}  // namespace

FileWatch::FileWatch(std::vector<Watched> watched)
    : watched_(std::move(watched)), events_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
    known_ = look();
}

FileWatch::~FileWatch() {
    close(events_);
}

void FileWatch::listen_to(const std::string& folder) {
    if (!folders_.contains(folder)) {
        folders_[folder] = inotify_add_watch(events_, folder.c_str(), kEvents);
    }
}

void FileWatch::look_at_file(const std::string& file, Stamps& out) {
    struct stat status {};
    if (stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
        out[file] = {status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec,
                     static_cast<std::uint64_t>(status.st_size), status.st_ino};
    }
}

void FileWatch::look_at_folder(const Watched& one, Stamps& out) {
    listen_to(one.path);
    std::error_code error;
    fs::recursive_directory_iterator at(one.path, error), end;
    while (!error && at != end) {
        if (at->is_directory(error)) {
            const std::string name = at->path().filename().string();
            if (name.starts_with(".") || name.starts_with("meson-") || at.depth() >= kDeepest) {
                at.disable_recursion_pending();
            } else {
                listen_to(at->path().string());
            }
        } else if (has_suffix(at->path(), one.suffixes)) {
            look_at_file(at->path().string(), out);
        }
        at.increment(error);
    }
}

FileWatch::Stamps FileWatch::look() {
    Stamps out;
    for (const Watched& one : watched_) {
        std::error_code error;
        if (fs::is_directory(one.path, error)) {
            look_at_folder(one, out);
        } else {
            const fs::path parent = fs::path(one.path).parent_path();
            listen_to(parent.empty() ? "." : parent.string());
            look_at_file(one.path, out);
        }
    }
    return out;
}

bool FileWatch::woken(base::Duration time) const {
    pollfd waited{events_, POLLIN, 0};
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    const int ready = poll(&waited, 1, static_cast<int>(milliseconds));
    alignas(inotify_event) std::array<char, 4096> events;
    while (read(events_, events.data(), events.size()) > 0) {}
    return ready > 0;
}

std::vector<std::string> FileWatch::wait(base::Duration longest) {
    Stamps now = look();
    for (base::Duration left = longest; now == known_ && left > base::Duration::zero();
         left -= kPoll) {
        woken(std::min(left, kPoll));
        now = look();
    }
    if (now == known_) {
        return {};
    }
    for (int unfinished = 0; true;) {
        woken(kSettle);
        Stamps later = look();
        const bool still = later == now;
        now = std::move(later);
        if (still && (is_whole(now) || ++unfinished > kPatience)) {
            break;
        }
    }
    std::vector<std::string> out = changed(now);
    known_ = std::move(now);
    return out;
}

std::vector<std::string> FileWatch::changed(const Stamps& now) const {
    std::set<std::string> out;
    for (const auto* both : {&known_, &now}) {
        for (const auto& [file, stamp] : *both) {
            const auto before = known_.find(file), after = now.find(file);
            if (before == known_.end() || after == now.end() || before->second != after->second) {
                out.insert(file);
            }
        }
    }
    return {out.begin(), out.end()};
}

bool FileWatch::is_whole(const Stamps& now) const {
    for (const std::string& file : changed(now)) {
        if (file.ends_with(".so") && !is_whole_library(file)) {
            return false;
        }
    }
    return true;
}

}  // namespace berth::dev
