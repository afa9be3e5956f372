// CompleteWith: ends a call that has a token with the answer to a request.
//
//   client_.patch(Target::of(pod), Patch::merge, body, CompleteWith(completion_, call))
#pragma once

#include <berth/sdk/draft/host/client.h>
#include <berth/sdk/host/completion.h>

namespace berth {

// A PreBind that has sent it answers Verdict::started().
class CompleteWith {
public:
    CompleteWith(const Completion& completion, const Call& call) noexcept
        : completion_(completion), token_(call.token()) {}
    void operator()(const Reply& reply) const noexcept {
        const bool silent = reply.status() == 0 && reply.why().empty();
        completion_.complete(token_, reply.good() ? Code::success : Code::error,
                             silent ? "no answer came from the API server" : reply.why());
    }

private:
    Completion completion_;
    std::uint64_t token_;
};

}  // namespace berth
