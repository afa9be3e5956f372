// Work that outlives a call: complete a token, or let the host send the Binding.
#pragma once

#include <berth/host/completion.h>
#include <berth/sdk/call.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/node.h>

namespace berth {

class Completion {
public:
    explicit Completion(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_completion_v1>(BERTH_HOST_COMPLETION_V1)) {}

    // Ends the call that carries the token. Any thread, once. False: no such token.
    bool complete(std::uint64_t token, Code code, std::string_view why = {}) const noexcept {
        return table_->complete(host_, token, static_cast<std::int32_t>(code), str(why)) ==
               BERTH_SUCCESS;
    }
    // Sends the Binding of the pod; the call's token is completed with the answer.
    Verdict bind(const Call& call, const Pod& pod, const NodeRef& node) const noexcept {
        return Verdict(Code{table_->bind(host_, call.raw(), pod.raw(), node.raw())});
    }

private:
    const berth_host* host_;
    const berth_completion_v1* table_;
};

inline Completion Host::completion() const {
    return Completion(*this);
}

}  // namespace berth
