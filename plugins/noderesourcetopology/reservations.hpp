// Reservations: the zones that were decided for pods whose annotation does not say so yet.
//
// They live for half an hour, as crane-scheduler's do: by then the annotation has come, or never
// will. Scheduling thread.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "plugins/noderesourcetopology/result.hpp"

namespace berth::numa {

class Reservations {
public:
    static constexpr std::int64_t kLifetimeNs = std::int64_t{30} * 60 * 1'000'000'000;

    void put(std::string_view pod_uid, Result result, std::int64_t now_ns);
    void erase(std::string_view pod_uid);
    // Drops what is too old.
    void expire(std::int64_t now_ns);
    // Null: none.
    [[nodiscard]] const Result* find(std::string_view pod_uid) const;

    // For the next build: one line a reservation. What cannot be read is left out.
    [[nodiscard]] std::string save() const;
    void load(std::string_view bytes);

private:
    struct Entry {
        Result result;
        std::int64_t since_ns;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };
    std::unordered_map<std::string, Entry, Hash, std::equal_to<>> entries_;
    std::deque<std::pair<std::int64_t, std::string>> by_age_;  // may name entries that are gone
};

}  // namespace berth::numa
