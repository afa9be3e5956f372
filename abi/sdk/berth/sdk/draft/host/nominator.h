// Nominated pods: those that are to run on a node once room is made. Scheduling thread.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <berth/draft/host/nominator.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/pod.h>

namespace berth {

class Nominator {
public:
    explicit Nominator(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_nominator_v1>(BERTH_HOST_NOMINATOR_V1)) {}

    // Those of a node, in the order of their nomination; valid until the plugin's call returns.
    std::vector<const berth_pod*> pods(std::string_view node_name) const {
        std::vector<const berth_pod*> out(table_->pods(host_, str(node_name), nullptr, 0));
        if (!out.empty()) {
            table_->pods(host_, str(node_name), out.data(), static_cast<std::uint32_t>(out.size()));
        }
        return out;
    }
    // Empty: none.
    std::string_view node(std::string_view pod_uid) const noexcept {
        return text(table_->node(host_, str(pod_uid)));
    }
    // In memory. False: the pod is gone or has a node.
    bool add(const Pod& pod, std::string_view node_name) const noexcept {
        return table_->add(host_, pod.raw(), str(node_name)) == BERTH_SUCCESS;
    }
    void remove(std::string_view pod_uid) const noexcept { table_->remove(host_, str(pod_uid)); }
    // In the pod's status too, through the API server. 0: nothing may be sent any more.
    std::uint64_t clear(const Pod& pod, const berth_done* done = nullptr) const noexcept {
        const berth_subject subject = subject_of(pod);
        return table_->clear(host_, &subject, done);
    }

private:
    static berth_subject subject_of(const Pod& pod) noexcept {
        berth_subject subject{};
        subject.struct_size = sizeof(subject);
        subject.namespace_name = pod.raw()->namespace_name;
        subject.name = pod.raw()->name;
        subject.uid = pod.raw()->uid;
        return subject;
    }

    const berth_host* host_;
    const berth_nominator_v1* table_;
};

}  // namespace berth
