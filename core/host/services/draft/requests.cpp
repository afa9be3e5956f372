#include "core/host/services/draft/requests.hpp"

#include <utility>

#include "core/host/host_record.hpp"
#include "core/host/text.hpp"

namespace berth::host {

void Requests::serve(Post post) {
    const std::lock_guard lock(mutex_);
    post_ = std::move(post);
}

void Requests::close() {
    serve(nullptr);
    for (const auto& [token, entry] : take_all(nullptr)) {
        call(token, entry, {});
    }
}

std::uint64_t Requests::open(const HostRecord& record, const berth_done* done) {
    const std::lock_guard lock(mutex_);
    if (!post_ || !record.may_ask()) {
        return 0;
    }
    const std::uint64_t token = ++last_;
    if (done != nullptr) {
        entries_.emplace(token, Entry{&record, *done, false});
    }
    return token;
}

void Requests::drop(std::uint64_t token) {
    const std::lock_guard lock(mutex_);
    entries_.erase(token);
}

access::ReplyDone Requests::arrival(std::uint64_t token) {
    return [self = shared_from_this(), token](access::ObjectReply reply) {
        self->arrived(token, std::move(reply));
    };
}

void Requests::cancel(const HostRecord& record, std::uint64_t token) {
    {
        const std::lock_guard lock(mutex_);
        const auto at = entries_.find(token);
        if (at == entries_.end() || at->second.record != &record) {
            return;
        }
    }
    arrived(token, {});
}

void Requests::arrived(std::uint64_t token, access::ObjectReply reply) {
    const std::lock_guard lock(mutex_);
    const auto at = entries_.find(token);
    if (at == entries_.end() || at->second.on_its_way || !post_) {
        return;  // answered already, or close() answers it
    }
    at->second.on_its_way = true;
    post_([self = shared_from_this(), token, reply = std::move(reply)] {
        self->answer(token, reply);
    });
}

void Requests::answer(std::uint64_t token, const access::ObjectReply& reply) {
    std::unique_lock lock(mutex_);
    auto node = entries_.extract(token);
    if (node.empty()) {
        return;  // its instance has ended
    }
    running_.run(lock, node.mapped().record, [&] { call(token, node.mapped(), reply); });
}

void Requests::end(const HostRecord& record) {
    record.ask_no_more();
    for (const auto& [token, entry] : take_all(&record)) {
        call(token, entry, {});
    }
    std::unique_lock lock(mutex_);
    running_.wait(lock, &record);
}

std::map<std::uint64_t, Requests::Entry> Requests::take_all(const HostRecord* of) {
    const std::lock_guard lock(mutex_);
    std::map<std::uint64_t, Entry> taken;
    for (auto at = entries_.begin(); at != entries_.end();) {
        const auto next = std::next(at);
        if (of == nullptr || at->second.record == of) {
            taken.insert(entries_.extract(at));
        }
        at = next;
    }
    return taken;
}

void Requests::call(std::uint64_t token, const Entry& entry, const access::ObjectReply& reply) {
    const berth_reply told{.struct_size = sizeof(berth_reply),
                           .http_status = reply.http_status,
                           .token = token,
                           .reason = str_of(reply.reason),
                           .text = str_of(reply.text),
                           .json = str_of(reply.json)};
    entry.record->call(framework::Point::kAnswer,
                       [&] { entry.done.call(entry.done.context, &told); });
}

std::size_t Requests::waiting() const {
    const std::lock_guard lock(mutex_);
    return entries_.size();
}

}  // namespace berth::host
