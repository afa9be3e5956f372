// FileWatch: tells that something in some folders may have changed.
//
// inotify on each folder, and on the folder above it, since a folder may be removed and made again.
// It only shortens the wait: file systems without events (and queues that overflow) are why who
// waits looks for himself all the same, now and then. wake() from any thread and from a signal
// handler; the rest on one thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/time.hpp"

namespace berth::host {

class FileWatch {
public:
    FileWatch();
    ~FileWatch();
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;

    // The folders from now on. Those that do not exist are watched when they do.
    void watch(const std::vector<std::string>& folders);
    // Until something may have changed, wake() is called or the time is over. False: the latter.
    bool wait(base::Duration longest);
    void wake() const;

private:
    void drain() const;

    int events_ = -1;  // inotify; -1: not to be had
    int wake_ = -1;
    std::map<std::string, int> watches_;
};

}  // namespace berth::host
