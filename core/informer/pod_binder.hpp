// PodBinder: binds a pod once, whatever happens to the answers.
//
// A request whose answer was lost may have been carried out: the pod itself says so. On the loop's
// thread. Upstream retries four times on server errors (defaultbinder/default_binder.go, v1.37.2);
// it does not look at the pod.
#pragma once

#include <memory>

#include "core/access/cluster.hpp"
#include "core/client/api_client.hpp"
#include "core/model/pools.hpp"

namespace berth::informer {

class PodBinder {
public:
    PodBinder(client::ApiClient& api, model::Pools& pools) : api_(api), pools_(pools) {}

    void bind(access::Binding binding, access::Done done);

private:
    struct Attempt;
    using AttemptRef = std::shared_ptr<Attempt>;

    void send(const AttemptRef& attempt);
    void answered(const AttemptRef& attempt, base::Result<std::string> body);
    // What became of the pod decides.
    void look(const AttemptRef& attempt, base::Error failure);

    client::ApiClient& api_;
    model::Pools& pools_;
};

}  // namespace berth::informer
