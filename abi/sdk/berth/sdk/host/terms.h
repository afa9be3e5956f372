// The affinity terms of placed pods that match a pod. Ask in pre_filter and pre_score; read in
// filter and score of the same cycle.
#pragma once

#include <berth/host/terms.h>
#include <berth/sdk/call.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/pod.h>

namespace berth {

class Terms {
public:
    explicit Terms(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_terms_v1>(BERTH_HOST_TERMS_V1)) {}

    // `kinds`: BERTH_TERM_… as bits. None outside of a cycle.
    List<berth_matching_term> matching(const Call& call, const Pod& pod,
                                       std::uint32_t kinds) const {
        return List<berth_matching_term>(table_->matching(host_, call.raw(), pod.raw(), kinds));
    }
    // Would the term, carried by a placed pod, match the pod?
    bool matches(const Call& call, const berth_pod_term& term, const Pod& pod) const {
        return table_->matches(host_, call.raw(), &term, pod.raw()) != 0;
    }

private:
    const berth_host* host_;
    const berth_terms_v1* table_;
};

inline Terms Host::terms() const {
    return Terms(*this);
}

}  // namespace berth
