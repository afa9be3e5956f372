// Arena: threads for Filter and Score passes that are long enough to gain by them.
//
// Owned by the scheduler; run() is called from the scheduling thread only, which works along and
// waits. One oneTBB task arena behind it. A pass gives the same result with any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace berth::framework {

// `threads` ≤ 1, or passes under `least_rows`: no thread is used.
class Arena {
public:
    Arena(std::uint32_t threads, std::uint32_t least_rows);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    // 1: none but the caller's.
    [[nodiscard]] std::uint32_t threads() const { return threads_; }
    [[nodiscard]] bool worth(std::uint32_t rows) const;
    // Calls work(0) … work(count-1), each once, and returns when all are done. work must not throw.
    void run(std::uint32_t count, const std::function<void(std::uint32_t)>& work);

private:
    struct Impl;
    std::uint32_t threads_, least_rows_;
    std::unique_ptr<Impl> impl_;  // null: no threads
};

}  // namespace berth::framework
