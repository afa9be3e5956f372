#include "plugins/noderesourcetopology/reservations.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace berth::numa {

void Reservations::put(std::string_view pod_uid, Result result, std::int64_t now_ns) {
    entries_.insert_or_assign(std::string(pod_uid), Entry{std::move(result), now_ns});
    by_age_.emplace_back(now_ns, pod_uid);
}

void Reservations::erase(std::string_view pod_uid) {
    if (const auto at = entries_.find(pod_uid); at != entries_.end()) {
        entries_.erase(at);
    }
}

void Reservations::expire(std::int64_t now_ns) {
    while (!by_age_.empty() && now_ns - by_age_.front().first >= kLifetimeNs) {
        const auto at = entries_.find(by_age_.front().second);
        if (at != entries_.end() && at->second.since_ns == by_age_.front().first) {
            entries_.erase(at);
        }
        by_age_.pop_front();
    }
}

const Result* Reservations::find(std::string_view pod_uid) const {
    const auto at = entries_.find(pod_uid);
    return at == entries_.end() ? nullptr : &at->second.result;
}

std::string Reservations::save() const {
    std::string out;
    for (const auto& [since, uid] : by_age_) {
        const auto at = entries_.find(uid);
        if (at != entries_.end() && at->second.since_ns == since) {
            out += std::to_string(since) + ' ' + uid + ' ' + write_result(at->second.result) + '\n';
        }
    }
    return out;
}

void Reservations::load(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::string_view line = bytes.substr(0, bytes.find('\n'));
        bytes.remove_prefix(std::min(line.size() + 1, bytes.size()));
        const std::size_t first = line.find(' ');
        const std::size_t second =
            first == std::string_view::npos ? first : line.find(' ', first + 1);
        if (second == std::string_view::npos) {
            continue;
        }
        std::int64_t since = 0;
        const auto parsed = std::from_chars(line.data(), line.data() + first, since);
        if (parsed.ec == std::errc() && parsed.ptr == line.data() + first) {
            put(line.substr(first + 1, second - first - 1), read_result(line.substr(second + 1)),
                since);
        }
    }
}

}  // namespace berth::numa
