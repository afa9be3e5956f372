// PodWriter: sends a merge patch of a pod and completes the PreBind that waits for it.
//
// Over the C functions of berth.host.client/1. A host that does not serve them says so where a
// patch is due, not at the start: who only filters and scores needs none. Any thread.
#pragma once

#include <cstdint>
#include <string_view>

#include <berth/draft/host/client.h>
#include <berth/sdk.h>

namespace berth::numa {

class PodWriter {
public:
    explicit PodWriter(const berth::Host& host);

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
