// A pod as a plugin reads it. Valid for the call (binding-side calls: for the pod's cycle); keep
// copies of what you need, never a Pod.
#pragma once

#include <berth/pod.h>
#include <berth/sdk/view/labels.h>

namespace berth {

class Pod {
public:
    explicit Pod(const berth_pod* raw) noexcept : raw_(raw) {}

    const berth_pod* raw() const noexcept { return raw_; }
    const berth_pod* operator->() const noexcept { return raw_; }

    std::string_view namespace_name() const noexcept { return text(raw_->namespace_name); }
    std::string_view name() const noexcept { return text(raw_->name); }
    std::string_view uid() const noexcept { return text(raw_->uid); }
    Symbol namespace_symbol() const noexcept { return Symbol{raw_->namespace_symbol}; }
    std::int32_t priority() const noexcept { return raw_->priority; }

    bool is_terminating() const noexcept { return has(BERTH_POD_TERMINATING); }
    bool uses_host_network() const noexcept { return has(BERTH_POD_HOST_NETWORK); }
    bool is_owned_by_daemon_set() const noexcept { return has(BERTH_POD_OWNED_BY_DAEMON_SET); }
    bool has(std::uint32_t flag) const noexcept { return (raw_->flags & flag) != 0; }

    Labels labels() const noexcept { return Labels(raw_->labels); }
    Labels annotations() const noexcept { return Labels(raw_->annotations); }
    Labels node_selector() const noexcept { return Labels(raw_->node_selector); }
    List<berth_owner> owners() const noexcept { return List<berth_owner>(raw_->owners); }

    std::string_view node_name() const noexcept { return text(raw_->node_name); }
    std::string_view scheduler_name() const noexcept { return text(raw_->scheduler_name); }
    std::string_view nominated_node_name() const noexcept {
        return text(raw_->nominated_node_name);
    }

    // What it asks for; see berth_pod for the difference between the readings.
    const berth_requests& requests() const noexcept { return *raw_->requests; }
    const berth_requests& placed_requests() const noexcept { return *raw_->placed_requests; }
    const berth_requests& scored_requests() const noexcept { return *raw_->scored_requests; }
    std::int64_t nonzero_milli_cpu() const noexcept { return raw_->nonzero_milli_cpu; }
    std::int64_t nonzero_memory() const noexcept { return raw_->nonzero_memory; }

    const berth_node_affinity* node_affinity() const noexcept { return raw_->node_affinity; }
    List<berth_toleration> tolerations() const noexcept {
        return list<berth_toleration>(raw_->tolerations);
    }
    List<berth_pod_term> affinity() const noexcept { return list<berth_pod_term>(raw_->affinity); }
    List<berth_pod_term> anti_affinity() const noexcept {
        return list<berth_pod_term>(raw_->anti_affinity);
    }
    List<berth_pod_term> preferred_affinity() const noexcept {
        return list<berth_pod_term>(raw_->preferred_affinity);
    }
    List<berth_pod_term> preferred_anti_affinity() const noexcept {
        return list<berth_pod_term>(raw_->preferred_anti_affinity);
    }
    List<berth_spread_constraint> spread_constraints() const noexcept {
        return list<berth_spread_constraint>(raw_->spread_constraints);
    }
    List<berth_host_port> host_ports() const noexcept {
        return list<berth_host_port>(raw_->host_ports);
    }
    List<berth_container> containers() const noexcept {
        return list<berth_container>(raw_->containers);
    }
    List<berth_container> init_containers() const noexcept {
        return list<berth_container>(raw_->init_containers);
    }
    List<berth_volume> volumes() const noexcept { return list<berth_volume>(raw_->volumes); }
    List<berth_resource_claim> resource_claims() const noexcept {
        return list<berth_resource_claim>(raw_->resource_claims);
    }
    List<std::string_view> scheduling_gates() const noexcept {
        return list<std::string_view>(raw_->scheduling_gates);
    }

private:
    template <class T>
    static List<T> list(const berth_array& array) noexcept {
        return List<T>(array);
    }

    const berth_pod* raw_;
};

inline List<berth_amount> scalars(const berth_requests& requests) noexcept {
    return List<berth_amount>(requests.scalars);
}

}  // namespace berth
