#include "core/host/services/draft/tasks.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/host/host_record.hpp"

namespace berth::host {
namespace {

void call(const HostRecord& record, const berth_task& task, bool cancelled) {
    record.call(framework::Point::kTask, [&] { task.run(task.context, cancelled ? 1 : 0); });
}

}  // namespace

void Tasks::serve(Post post) {
    const std::lock_guard lock(mutex_);
    post_ = std::move(post);
}

void Tasks::close() {
    serve(nullptr);
    pool_.close();
    for (const auto& [token, entry] : take_all(nullptr)) {
        call(*entry.record, entry.task, true);
    }
}

std::uint64_t Tasks::post(const HostRecord& record, const berth_task& task) {
    return add({.record = &record, .task = task, .due = std::nullopt});
}

std::uint64_t Tasks::after(const HostRecord& record, const berth_task& task, base::Duration delay,
                           base::Duration period) {
    const base::Duration wait = std::max(delay, base::Duration(0));
    return add({.record = &record,
                .task = task,
                .due = clock_.steady() + wait,
                .period = std::max(period, base::Duration(0))});
}

std::uint64_t Tasks::add(Entry entry) {
    const std::lock_guard lock(mutex_);
    if (!post_ || !entry.record->may_ask()) {
        return 0;
    }
    const std::uint64_t token = ++last_;
    Entry& kept = entries_.emplace(token, std::move(entry)).first->second;
    if (kept.due) {
        post_([] {});  // whoever sleeps looks at the clock again
    } else {
        send(token, kept);
    }
    return token;
}

// With the lock held.
void Tasks::send(std::uint64_t token, Entry& entry) {
    entry.on_its_way = true;
    base::Task task = [self = shared_from_this(), token] { self->run(token); };
    if ((entry.task.flags & BERTH_TASK_BLOCKS) != 0) {
        pool_.run(std::move(task));
    } else {
        post_(std::move(task));
    }
}

void Tasks::cancel(const HostRecord& record, std::uint64_t token) {
    const std::lock_guard lock(mutex_);
    const auto at = entries_.find(token);
    if (at == entries_.end() || at->second.record != &record || at->second.cancelled || !post_) {
        return;
    }
    at->second.cancelled = true;
    if (!at->second.on_its_way) {
        send(token, at->second);
    }
}

void Tasks::run(std::uint64_t token) {
    std::unique_lock lock(mutex_);
    const auto at = entries_.find(token);
    if (at == entries_.end()) {
        return;  // its instance has ended
    }
    const Entry entry = at->second;
    const bool again = entry.due && entry.period.count() > 0 && !entry.cancelled;
    if (again) {
        at->second.due = std::max(*entry.due + entry.period, clock_.steady());
        at->second.on_its_way = false;
    } else {
        entries_.erase(at);
    }
    running_.run(lock, entry.record, [&] { call(*entry.record, entry.task, entry.cancelled); });
}

void Tasks::end(const HostRecord& record) {
    record.ask_no_more();
    for (const auto& [token, entry] : take_all(&record)) {
        call(record, entry.task, true);
    }
    std::unique_lock lock(mutex_);
    running_.wait(lock, &record);
}

void Tasks::run_due() {
    std::vector<std::uint64_t> due;
    {
        const std::lock_guard lock(mutex_);
        if (entries_.empty()) {
            return;
        }
        const base::Duration now = clock_.steady();
        for (auto& [token, entry] : entries_) {
            if (!entry.due || *entry.due > now || entry.on_its_way) {
                continue;
            }
            if ((entry.task.flags & BERTH_TASK_BLOCKS) != 0) {
                send(token, entry);
            } else {
                entry.on_its_way = true;
                due.push_back(token);
            }
        }
    }
    for (const std::uint64_t token : due) {
        run(token);
    }
}

std::optional<base::Time> Tasks::next_due() const {
    const std::lock_guard lock(mutex_);
    std::optional<base::Duration> next;
    for (const auto& [token, entry] : entries_) {
        if (entry.due && !entry.on_its_way) {
            next = next ? std::min(*next, *entry.due) : *entry.due;
        }
    }
    if (!next) {
        return std::nullopt;
    }
    return clock_.now() + std::max(*next - clock_.steady(), base::Duration(0));
}

Tasks::Entries Tasks::take_all(const HostRecord* of) {
    const std::lock_guard lock(mutex_);
    Entries taken;
    for (auto at = entries_.begin(); at != entries_.end();) {
        const auto next = std::next(at);
        if (of == nullptr || at->second.record == of) {
            taken.insert(entries_.extract(at));
        }
        at = next;
    }
    return taken;
}

}  // namespace berth::host
