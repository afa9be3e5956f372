#include "core/framework/pass/arena.hpp"

#include <optional>

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace berth::framework {

namespace {

// Debian's oneTBB is not built for TSan, which therefore does not see that run() happens before its
// pieces and they before its return. These two say it.
void fork_or_join_before([[maybe_unused]] void* point) {
#if defined(__SANITIZE_THREAD__)
    __tsan_release(point);
#endif
}

void fork_or_join_after([[maybe_unused]] void* point) {
#if defined(__SANITIZE_THREAD__)
    __tsan_acquire(point);
#endif
}

}  // namespace

struct Arena::Impl {
    // Lets TBB make more threads than there are cores, which only tests ask for. (Of several limits
    // the lowest holds, so none is set without need.)
    std::optional<tbb::global_control> limit;
    tbb::task_arena arena;
    char fork = 0, join = 0;

    explicit Impl(std::uint32_t threads) : arena(static_cast<int>(threads)) {
        if (static_cast<int>(threads) > tbb::info::default_concurrency()) {
            limit.emplace(tbb::global_control::max_allowed_parallelism, threads);
        }
    }
};

Arena::Arena(std::uint32_t threads, std::uint32_t least_rows)
    : threads_(threads > 1 ? threads : 1),
      least_rows_(least_rows),
      impl_(threads > 1 ? std::make_unique<Impl>(threads) : nullptr) {}

Arena::~Arena() = default;

bool Arena::worth(std::uint32_t rows) const {
    return impl_ != nullptr && rows >= least_rows_;
}

void Arena::run(std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    if (impl_ == nullptr || count < 2) {
        for (std::uint32_t i = 0; i < count; ++i) {
            work(i);
        }
        return;
    }
    Impl& impl = *impl_;
    fork_or_join_before(&impl.fork);
    impl.arena.execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::uint32_t>(0, count, 1),
            [&](const tbb::blocked_range<std::uint32_t>& range) {
                fork_or_join_after(&impl.fork);
                for (std::uint32_t i = range.begin(); i != range.end(); ++i) {
                    work(i);
                }
                fork_or_join_before(&impl.join);
            },
            tbb::simple_partitioner{});
    });
    fork_or_join_after(&impl.join);
}

}  // namespace berth::framework
