// PodWriter: sends a merge patch of a pod and completes the PreBind that waits for it.
//
// Over the C functions of berth.host.client/1. A host that does not serve them can still filter,
// score and reserve; it is told of at the start, and nothing is written. Any thread.
#pragma once

#include <cstdint>
#include <string_view>

// Stable from the moment that the host serves it.
#if __has_include(<berth/host/client.h>)
#define BERTH_CLIENT_HEADER <berth/host/client.h>
#else
#define BERTH_CLIENT_HEADER <berth/draft/host/client.h>
#endif
#include BERTH_CLIENT_HEADER
#include <berth/sdk.h>

namespace berth::numa {

class PodWriter {
public:
    explicit PodWriter(const berth::Host& host);

    [[nodiscard]] bool can_write() const { return client_ != nullptr; }
    // What it will ask for, for `berth rbac`.
    void declare() const;
    // started: the call's token is completed with the answer.
    [[nodiscard]] berth::Verdict patch(const berth::Call& call, const berth::Pod& pod,
                                       std::string_view body) const;

private:
    struct Waiting;
    static void answered(void* context, const berth_reply* reply);

    const berth_host* host_;
    const berth_client_v1* client_;  // null: not served
    berth::Completion completion_;
};

}  // namespace berth::numa
