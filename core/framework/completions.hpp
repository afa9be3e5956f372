// Completions: the tokens of plugin calls that go on after they have returned.
//
//     create ──call answers at once──▶ discard
//        └──call answers Started──▶ arm ──complete──▶ posted (or abandon)
// A result is posted once its token is both armed and completed, in whichever order that happens,
// so a plugin may complete before its call has returned. A token that is unknown or completed twice
// is counted as misbehaviour; one that was abandoned is ignored. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/guarded.hpp"

namespace berth::framework {

struct Completion {
    std::uint64_t token = 0;
    std::uint64_t cycle = 0;  // the number of the cycle that it was created for
    std::int32_t code = 0;
    std::string text;
};

class Completions {
public:
    // Called on whichever thread completes or arms; must not call back.
    using Post = std::function<void(Completion)>;
    explicit Completions(Post post) : post_(std::move(post)) {}

    [[nodiscard]] std::uint64_t create(std::uint64_t cycle);
    void arm(std::uint64_t token);
    // The call answered at once: the token means nothing any more.
    void discard(std::uint64_t token);
    // Its cycle has ended without it: a late completion is ignored.
    void abandon(std::uint64_t token);
    // BERTH_SUCCESS, or BERTH_ERROR if there is no such token.
    std::int32_t complete(std::uint64_t token, std::int32_t code, std::string_view text);

    [[nodiscard]] std::size_t open() const;
    [[nodiscard]] std::uint64_t unknown() const;

private:
    struct Entry {
        std::uint64_t cycle = 0;
        bool armed = false;
        bool completed = false;
        bool abandoned = false;
        std::int32_t code = 0;
        std::string text;
    };
    struct Tokens {
        std::uint64_t last = 0;
        std::uint64_t unknown = 0;
        std::size_t abandoned = 0;
        std::unordered_map<std::uint64_t, Entry> entries;
    };

    Post post_;
    base::Guarded<Tokens> tokens_;
};

}  // namespace berth::framework
