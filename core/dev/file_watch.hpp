// FileWatch: waits for changes of files by their kind: libraries in one tree, manifests in another,
// single files.
//
// inotify wakes it, and a slow poll where there are no events; what counts is that size, time or
// inode of a file differ. A change is reported when nothing has moved for a moment and changed
// libraries are whole, for which it waits some two seconds. One thread.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/time.hpp"

namespace berth::dev {

struct Watched {
    std::string path;                   // a file, or a folder with all that is below it
    std::vector<std::string> suffixes;  // of files in a folder: ".so"
};

struct Stamp {
    std::int64_t changed_ns = 0;
    std::uint64_t size = 0, inode = 0;
    friend auto operator<=>(const Stamp&, const Stamp&) = default;
};

class FileWatch {
public:
    explicit FileWatch(std::vector<Watched> watched);
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    // Returns the files that changed, appeared or went since the last return; none: the time is up.
    [[nodiscard]] std::vector<std::string> wait(base::Duration longest);

private:
    using Stamps = std::map<std::string, Stamp>;
    [[nodiscard]] Stamps look();
    void look_at_folder(const Watched& one, Stamps& out);
    void look_at_file(const std::string& file, Stamps& out);
    void listen_to(const std::string& folder);
    [[nodiscard]] std::vector<std::string> changed(const Stamps& now) const;
    // No library that changed is half written, or gone.
    [[nodiscard]] bool is_whole(const Stamps& now) const;
    // False: nothing happened in that time.
    bool woken(base::Duration time) const;

    std::vector<Watched> watched_;
    int events_;
    std::map<std::string, int> folders_;  // that are listened to
    Stamps known_;
};

}  // namespace berth::dev
