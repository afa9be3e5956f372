// RefusalTexts: why nodes are of no use, as numbers: most are for the same reasons.
//
// And the sentence made of them, kube-scheduler's FitError of a dry run (framework/types.go,
// v1.37.2). Locks itself.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <berth/sdk.h>

namespace berth::intree {

class RefusalTexts {
public:
    [[nodiscard]] std::uint32_t number(const berth::List<std::string_view>& texts);
    [[nodiscard]] std::uint32_t number(std::string_view text);
    // As one text.
    [[nodiscard]] std::string text(std::uint32_t number) const;

    // One more node refused for these reasons.
    void count(std::uint32_t number);
    // "0/5 nodes are available: 2 Insufficient cpu, 3 Preemption is not helpful for scheduling."
    [[nodiscard]] std::string sentence(std::uint32_t nodes) const;

private:
    struct Entry {
        std::vector<std::string> texts;
        std::uint32_t nodes = 0;
    };
    template <class Texts>
    [[nodiscard]] std::uint32_t find_or_add(const Texts& texts);

    mutable std::mutex mutex_;
    std::vector<Entry> entries_;
};

}  // namespace berth::intree
