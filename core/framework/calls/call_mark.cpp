#include "core/framework/calls/call_mark.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "core/base/guarded.hpp"

namespace berth::framework {
namespace {

constexpr std::size_t kPodWords = 40;

// Never destroyed: threads may end after main does.
base::Guarded<std::vector<ThreadMark*>>& all_marks() {
    static auto* const marks = new base::Guarded<std::vector<ThreadMark*>>;
    return *marks;
}

constinit thread_local ThreadMark mark;

struct Registration {
    Registration() {
        all_marks().with([](auto& marks) { marks.push_back(&mark); });
    }
    ~Registration() {
        all_marks().with([](auto& marks) { std::erase(marks, &mark); });
    }
};

std::array<std::atomic<std::uint64_t>, kPodWords>& pod_words() {
    static std::array<std::atomic<std::uint64_t>, kPodWords> words{};
    return words;
}

}  // namespace

const char* to_text(Point point) {
    switch (point) {
        case Point::kNone: return "nothing";
        case Point::kLoad: return "its constructors";
        case Point::kInit: return "init";
        case Point::kCreate: return "create";
        case Point::kTables: return "its tables";
        case Point::kPreEnqueue: return "PreEnqueue";
        case Point::kQueueSort: return "QueueSort";
        case Point::kHint: return "a queueing hint";
        case Point::kPreFilter: return "PreFilter";
        case Point::kAddPod: return "AddPod";
        case Point::kRemovePod: return "RemovePod";
        case Point::kFilter: return "Filter";
        case Point::kPostFilter: return "PostFilter";
        case Point::kPreScore: return "PreScore";
        case Point::kScore: return "Score";
        case Point::kNormalize: return "NormalizeScore";
        case Point::kReserve: return "Reserve";
        case Point::kUnreserve: return "Unreserve";
        case Point::kPermit: return "Permit";
        case Point::kPreBindPreFlight: return "PreBindPreFlight";
        case Point::kPreBind: return "PreBind";
        case Point::kBind: return "Bind";
        case Point::kPostBind: return "PostBind";
        case Point::kState: return "its cycle state";
        case Point::kAdopt: return "adopt";
        case Point::kSaveState: return "save of its state";
        case Point::kLoadState: return "load of its state";
        case Point::kAnswer: return "the answer to a request";
        case Point::kTask: return "a task";
        case Point::kDestroy: return "destroy";
        case Point::kDeinit: return "deinit";
    }
    return "nothing";
}

const CallLabel& call_label(std::string_view plugin, std::string_view file, std::string_view hash) {
    using Key = std::tuple<std::string, std::string, std::string>;
    static auto* const labels = new base::Guarded<std::map<Key, std::unique_ptr<const CallLabel>>>;
    return labels->with([&](auto& known) -> const CallLabel& {
        auto& entry = known[Key(plugin, file, hash)];
        if (entry == nullptr) {
            entry = std::make_unique<const CallLabel>(
                CallLabel{std::string(plugin), std::string(file), std::string(hash)});
        }
        return *entry;
    });
}

ThreadMark& thread_mark() {
    static thread_local const Registration registration;
    static_cast<void>(registration);
    return mark;
}

const ThreadMark& thread_mark_in_handler() {
    return mark;
}

void for_each_thread_mark(const std::function<void(ThreadMark&)>& visit) {
    all_marks().with([&](auto& marks) {
        for (ThreadMark* one : marks) {
            visit(*one);
        }
    });
}

void note_current_pod(const berth_pod& pod) {
    std::array<char, kPodWords * sizeof(std::uint64_t)> text{};
    std::size_t length = 0;
    const auto append = [&](berth_str part) {
        const std::size_t more = std::min<std::size_t>(part.len, text.size() - 1 - length);
        if (more != 0) {
            std::memcpy(text.data() + length, part.ptr, more);
        }
        length += more;
    };
    append(pod.namespace_name);
    append(BERTH_STR("/"));
    append(pod.name);
    auto& words = pod_words();
    for (std::size_t i = 0; i <= length / sizeof(std::uint64_t); ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + i * sizeof(word), sizeof(word));
        words[i].store(word, std::memory_order_relaxed);
    }
}

std::string current_pod() {
    std::array<char, kPodWords * sizeof(std::uint64_t)> text{};
    const auto& words = pod_words();
    for (std::size_t i = 0; i < kPodWords; ++i) {
        const std::uint64_t word = words[i].load(std::memory_order_relaxed);
        std::memcpy(text.data() + i * sizeof(word), &word, sizeof(word));
    }
    text.back() = '\0';
    return text.data();
}

}  // namespace berth::framework
