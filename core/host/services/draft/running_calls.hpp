// RunningCalls: the instances that are being called with what they asked for, so that the end of
// one can wait until it is called no more. Every function with the owner's lock held.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace berth::host {

class HostRecord;

class RunningCalls {
public:
    // Runs call() without the lock.
    template <typename Call>
    void run(std::unique_lock<std::mutex>& lock, const HostRecord* record, Call&& call) {
        running_.push_back(record);
        lock.unlock();
        call();
        lock.lock();
        running_.erase(std::find(running_.begin(), running_.end(), record));
        ended_.notify_all();
    }
    // Until none of its calls runs.
    void wait(std::unique_lock<std::mutex>& lock, const HostRecord* record) {
        ended_.wait(lock, [&] {
            return std::find(running_.begin(), running_.end(), record) == running_.end();
        });
    }

private:
    std::condition_variable ended_;
    std::vector<const HostRecord*> running_;
};

}  // namespace berth::host
