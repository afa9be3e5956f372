// The common trampoline: one call of the author's member, one verdict for the host.
#pragma once

#include <berth/sdk/plugin/barrier.h>
#include <berth/sdk/plugin/instance.h>
#include <berth/sdk/plugin/member.h>

namespace berth::detail {

// Signature is an Accepts<…>; Self is T or const T. A verdict may be left out: then it is success.
template <class Signature, class Self, class... P>
std::int32_t answer(const Host& host, Self& plugin, Context& context, berth_reasons* reasons,
                    P&&... args) noexcept {
    using Result = typename ResultOf<Signature, Self, P...>::Type;
    static_assert(is_one_of<Result, void, Verdict>,
                  "berth: this member returns a Verdict or nothing");
    return guarded(host, context.call.raw(), reasons, [&]() -> Result {
        return Signature::call(plugin, context, std::forward<P>(args)...);
    });
}

}  // namespace berth::detail
