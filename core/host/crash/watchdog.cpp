#include "core/host/crash/watchdog.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

namespace berth::host {

std::string Hang::message() const {
    const double seconds = std::chrono::duration<double>(since).count();
    return fmt::format("plugin {}@{} ({}): {}{}: has not returned for {:.1f}s",
                       plugin.plugin.empty() ? "of a library" : plugin.plugin, generation,
                       plugin.file, to_text(point),
                       pod.empty() ? std::string() : fmt::format(", pod {}", pod), seconds);
}

void Watchdog::look(base::Duration now) {
    std::map<const framework::ThreadMark*, Seen> next;
    std::vector<std::pair<Hang, bool>> found;
    framework::for_each_thread_mark([&](framework::ThreadMark& mark) {
        const auto before = seen_.find(&mark);
        Seen seen = before == seen_.end() ? Seen{} : before->second;
        const std::uint64_t sequence = mark.sequence.load(std::memory_order_acquire);
        const framework::CallLabel* label = mark.label.load(std::memory_order_acquire);
        if (label == nullptr || before == seen_.end() || sequence != seen.sequence) {
            next.emplace(&mark, Seen{sequence, now, false, false});
            return;
        }
        const base::Duration since = now - seen.since;
        const bool late = !seen.late && since >= options_.deadline;
        const bool hung =
            !seen.hung && options_.limit > base::Duration::zero() && since >= options_.limit;
        if (late || hung) {
            found.emplace_back(
                Hang{*label, mark.generation.load(std::memory_order_relaxed),
                     mark.point.load(std::memory_order_relaxed), framework::current_pod(), since},
                hung);
        }
        seen.late = seen.late || late;
        seen.hung = seen.hung || hung;
        next.emplace(&mark, seen);
    });
    seen_ = std::move(next);
    for (const auto& [hang, hung] : found) {
        const auto& tell = hung ? options_.on_hang : options_.on_late;
        if (tell) {
            tell(hang);
        }
    }
}

}  // namespace berth::host
