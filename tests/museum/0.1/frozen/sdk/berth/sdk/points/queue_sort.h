// QueueSort: which of two queued entities is tried first? A strict weak order of its arguments.
//
//   bool less(const Queued& a, const Queued& b) const;      // true: a comes before b
#pragma once

#include <berth/ext/queue_sort.h>
#include <berth/sdk/plugin/answer.h>

namespace berth {

class Queued {
public:
    explicit Queued(const berth_queued* raw) noexcept : raw_(raw) {}
    const berth_queued* raw() const noexcept { return raw_; }
    Pod pod() const noexcept { return Pod(raw_->pod); }
    std::int32_t priority() const noexcept { return raw_->priority; }
    std::int32_t attempts() const noexcept { return raw_->attempts; }
    // When it was last added to the queue.
    std::int64_t timestamp_ns() const noexcept { return raw_->timestamp_ns; }
    std::int64_t initial_attempt_ns() const noexcept { return raw_->initial_attempt_ns; }

private:
    const berth_queued* raw_;
};

namespace detail {

BERTH_DETAIL_MEMBER(less);

struct QueueSortPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_QUEUE_SORT_V1);

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_less::exists<T>) {
            static_assert(
                requires(const T& self, const Queued& a) {
                    { self.less(a, a) } -> std::same_as<bool>;
                },
                "berth: less must be public and const: bool less(const Queued&, const Queued&) "
                "const");
            return true;
        }
        return false;
    }

    // One that throws answers "not before", which keeps the queue whole.
    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_queued* a,
                            const berth_queued* b) noexcept {
        try {
            const T& plugin = instance<T>(table).plugin;
            return plugin.less(Queued(a), Queued(b)) ? 1 : 0;
        } catch (...) {
            return 0;
        }
    }

    template <class T>
    static constexpr berth_queue_sort_v1 kTable = {sizeof(berth_queue_sort_v1), 0, &run<T>};
};

}  // namespace detail
}  // namespace berth
