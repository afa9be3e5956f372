// BlockingPool: a few threads for what may block. They are made when they are first needed and end
// with it; what has not begun by then is run too, by the destructor.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/inbox.hpp"

namespace berth::host {

class BlockingPool {
public:
    BlockingPool() = default;
    ~BlockingPool() { close(); }
    BlockingPool(const BlockingPool&) = delete;
    BlockingPool& operator=(const BlockingPool&) = delete;

    // Any thread.
    void run(base::Task task);
    // Runs what is left and joins the threads. run() may be called again afterwards.
    void close();

private:
    static constexpr std::size_t kMostThreads = 4;

    void work();

    std::mutex mutex_;  // guards everything below
    std::condition_variable wake_;
    std::deque<base::Task> tasks_;
    std::vector<std::thread> threads_;
    std::size_t idle_ = 0;
    bool closing_ = false;
};

}  // namespace berth::host
