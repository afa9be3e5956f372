#include "plugins/noderesourcetopology/pod_request.hpp"

#include <algorithm>
#include <array>

namespace berth::numa {
namespace {

bool is_pinned(const berth_container& container) {
    const std::int64_t wanted = container.requests->milli_cpu;
    return wanted > 0 && wanted == container.limits->milli_cpu && wanted % 1000 == 0;
}

// Calls each with every container, init containers first; stops where it says false.
template <typename Each>
bool all_containers(const berth::Pod& pod, Each&& each) {
    for (const berth_container& one : pod.init_containers()) {
        if (!each(one)) {
            return false;
        }
    }
    for (const berth_container& one : pod.containers()) {
        if (!each(one)) {
            return false;
        }
    }
    return true;
}

bool is_guaranteed(const berth_container& one) {
    return one.limits->milli_cpu > 0 && one.limits->memory > 0 &&
           one.limits->milli_cpu == one.requests->milli_cpu &&
           one.limits->memory == one.requests->memory;
}

bool is_idle(const berth_container& one) {
    return one.limits->milli_cpu == 0 && one.limits->memory == 0 && one.requests->milli_cpu == 0 &&
           one.requests->memory == 0;
}

}  // namespace

std::optional<bool> read_bool(std::string_view text) {
    constexpr std::array<std::string_view, 6> kTrue = {"1", "t", "T", "TRUE", "true", "True"};
    constexpr std::array<std::string_view, 6> kFalse = {"0", "f", "F", "FALSE", "false", "False"};
    if (std::find(kTrue.begin(), kTrue.end(), text) != kTrue.end()) {
        return true;
    }
    return std::find(kFalse.begin(), kFalse.end(), text) != kFalse.end() ? std::optional(false)
                                                                         : std::nullopt;
}

PinnedRequest pinned_request(const berth::Pod& pod,
                             const std::vector<std::string>& aware_resources) {
    PinnedRequest out;
    const berth::Labels annotations = pod.annotations();
    if (annotations.get(kCpuPolicyAnnotation) == "none") {
        return out;
    }
    for (const berth_container& container : pod.containers()) {
        if (is_pinned(container)) {
            out.any = true;
            add(*container.requests, &aware_resources, out.amounts);
        }
    }
    if (const auto text = annotations.find(kAwareAnnotation)) {
        out.aware = read_bool(*text);
    }
    return out;
}

Qos qos_of(const berth::Pod& pod) {
    if (all_containers(pod, is_guaranteed)) {
        return Qos::kGuaranteed;
    }
    return all_containers(pod, is_idle) ? Qos::kBestEffort : Qos::kBurstable;
}

bool is_native(std::string_view resource) {
    return resource.find('/') == std::string_view::npos ||
           resource.find("kubernetes.io/") != std::string_view::npos;
}

bool asks_for_devices(const berth::Pod& pod) {
    return !all_containers(pod, [](const berth_container& one) {
        for (const berth_amount& amount : berth::scalars(*one.requests)) {
            if (!is_native(berth::text(amount.name))) {
                return false;
            }
        }
        return true;
    });
}

Asks asks_of(const berth_requests& requests) {
    Asks out;
    const auto put = [&](std::string_view resource, std::int64_t amount) {
        if (amount != 0) {
            out.push_back({std::string(resource), amount});
        }
    };
    put(kCpu, requests.milli_cpu);
    put(kMemory, requests.memory);
    put(kEphemeralStorage, requests.ephemeral_storage);
    for (const berth_amount& amount : berth::scalars(requests)) {
        put(berth::text(amount.name), amount.value);
    }
    return out;
}

}  // namespace berth::numa
