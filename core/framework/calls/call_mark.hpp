// CallMark: which plugin a thread is in, at which point, for which pod.
//
// Set around every call into a plugin, so that a crash, a hang and a call of a service from a
// foreign thread can be attributed. A thread's mark is its own; the watchdog of core/host reads
// those of all threads. Texts of a mark are interned and never freed: reading one is always safe,
// in a signal handler too. Any thread; about two nanoseconds a call.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <berth/pod.h>

namespace berth::framework {

// Where a plugin is called.
enum class Point : std::uint8_t {
    kNone,
    kLoad,  // the dynamic linker runs its constructors
    kInit,
    kCreate,
    kTables,
    kPreEnqueue,
    kQueueSort,
    kHint,
    kPreFilter,
    kAddPod,
    kRemovePod,
    kFilter,
    kPostFilter,
    kPreScore,
    kScore,
    kNormalize,
    kReserve,
    kUnreserve,
    kPermit,
    kPreBindPreFlight,
    kPreBind,
    kBind,
    kPostBind,
    kState,  // clone and destroy of a CycleState
    kAdopt,
    kSaveState,
    kLoadState,
    kTask,
    kAnswer,  // to a request of its own
    kDestroy,
    kDeinit,
};
[[nodiscard]] const char* to_text(Point point);

// Who is called: "Dynamic" of a library with a content hash.
struct CallLabel {
    std::string plugin;
    std::string file;  // "built in", or the library
    std::string hash;  // SHA-256 of the library; empty: built in
};
// The one label of these texts; lives for ever.
[[nodiscard]] const CallLabel& call_label(std::string_view plugin, std::string_view file,
                                          std::string_view hash);

struct ThreadMark {
    std::atomic<std::uint64_t> sequence{0};        // grows with every call that begins or ends
    std::atomic<const CallLabel*> label{nullptr};  // null: in no plugin
    std::atomic<std::uint64_t> generation{0};
    std::atomic<Point> point{Point::kNone};
    std::atomic<const berth_pod*> pod{nullptr};  // for the thread's own eyes
    std::atomic<bool> reported{false};           // the watchdog's
};
// The calling thread's. Never allocates once the thread has called a plugin.
[[nodiscard]] ThreadMark& thread_mark();
// As thread_mark, for a signal handler.
[[nodiscard]] const ThreadMark& thread_mark_in_handler();
// Visits the marks of all threads that have called plugins and still live.
void for_each_thread_mark(const std::function<void(ThreadMark&)>& visit);

// Marks the calling thread for its own lifetime; nests.
class CallMark {
public:
    // A null label marks nothing, as an instance that tests made.
    CallMark(const CallLabel* label, std::uint64_t generation, Point point,
             const berth_pod* pod = nullptr)
        : mark_(thread_mark()),
          label_(mark_.label.load(std::memory_order_relaxed)),
          generation_(mark_.generation.load(std::memory_order_relaxed)),
          point_(mark_.point.load(std::memory_order_relaxed)),
          pod_(mark_.pod.load(std::memory_order_relaxed)) {
        set(label, generation, point, pod);
    }
    ~CallMark() { set(label_, generation_, point_, pod_); }
    CallMark(const CallMark&) = delete;
    CallMark& operator=(const CallMark&) = delete;

private:
    // Only this thread writes; others may see a mixture, which the sequence tells them.
    void set(const CallLabel* label, std::uint64_t generation, Point point, const berth_pod* pod) {
        mark_.sequence.store(mark_.sequence.load(std::memory_order_relaxed) + 1,
                             std::memory_order_release);
        mark_.generation.store(generation, std::memory_order_relaxed);
        mark_.point.store(point, std::memory_order_relaxed);
        mark_.pod.store(pod, std::memory_order_relaxed);
        mark_.label.store(label, std::memory_order_release);
    }

    ThreadMark& mark_;
    const CallLabel* label_;
    std::uint64_t generation_;
    Point point_;
    const berth_pod* pod_;
};

// The pod whose cycle runs, as text, for the watchdog: a thread may look while another changes it.
// One scheduling thread writes.
void note_current_pod(const berth_pod& pod);
[[nodiscard]] std::string current_pod();

}  // namespace berth::framework
