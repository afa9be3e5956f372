#include "core/host/services/draft/blocking_pool.hpp"

#include <utility>

namespace berth::host {

void BlockingPool::run(base::Task task) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
        if (tasks_.size() > idle_ && threads_.size() < kMostThreads) {
            threads_.emplace_back([this] { work(); });
        }
    }
    wake_.notify_one();
}

void BlockingPool::close() {
    std::vector<std::thread> threads;
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        threads.swap(threads_);
    }
    wake_.notify_all();
    for (std::thread& thread : threads) {
        thread.join();
    }
    const std::lock_guard lock(mutex_);
    closing_ = false;
}

void BlockingPool::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        ++idle_;
        wake_.wait(lock, [this] { return !tasks_.empty() || closing_; });
        --idle_;
        if (tasks_.empty()) {
            return;
        }
        const base::Task task = std::move(tasks_.front());
        tasks_.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
}

}  // namespace berth::host
