// Retirement: generations that nobody uses any more, until the loader thread destroys them.
//
// The last user may be the scheduling thread, or plugin code itself; it only hands the generation
// over. Outlives all generations that were made with its deleter. Any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "core/base/guarded.hpp"
#include "core/framework/profile.hpp"

namespace berth::host {

class Retirement : public std::enable_shared_from_this<Retirement> {
public:
    // What wakes the loader; may be empty.
    explicit Retirement(std::function<void()> wake = {}) : wake_(std::move(wake)) {}

    // A deleter for one generation; added() when there is one.
    [[nodiscard]] std::function<void(const framework::Generation*)> deleter();
    void added();
    // Destroys what has retired; how many. Loader thread.
    std::size_t run();
    // Made and not yet destroyed.
    [[nodiscard]] std::size_t in_use() const;

private:
    struct State {
        std::size_t in_use = 0;
        std::vector<std::unique_ptr<const framework::Generation>> retired;
    };
    std::function<void()> wake_;
    base::Guarded<State> state_;
};

}  // namespace berth::host
