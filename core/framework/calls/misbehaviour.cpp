#include "core/framework/calls/misbehaviour.hpp"

#include <bit>

#include <fmt/format.h>

#include "core/base/log.hpp"

namespace berth::framework {
namespace {

constexpr std::uint64_t kLoggedOneByOne = 10;

}  // namespace

std::string Misbehaviour::message() const {
    return fmt::format("plugin {}@{} ({}): {}{}: {}", plugin.plugin, generation, plugin.file,
                       to_text(point), pod.empty() ? std::string() : fmt::format(", pod {}", pod),
                       what);
}

void Misbehaviours::report(const Misbehaviour& misbehaviour) {
    const std::uint64_t number = count_.fetch_add(1, std::memory_order_relaxed) + 1;
    // A plugin that is wrong for each pod must not fill the disk.
    if (number <= kLoggedOneByOne) {
        BERTH_LOG(base::Severity::kError, "{}", misbehaviour.message());
    } else if (std::has_single_bit(number)) {
        BERTH_LOG(base::Severity::kError, "{} ({} of this generation)", misbehaviour.message(),
                  number);
    }
    if (listener_) {
        listener_(misbehaviour);
    }
}

}  // namespace berth::framework
