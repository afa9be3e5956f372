// The claims behind a pod's volumes, as the volume plugins look them up.
//
// kube-scheduler: k8s.io/component-helpers/storage/ephemeral v0.37.2; texts of client-go listers.
// Pure functions: any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <berth/sdk.h>

namespace berth::intree {

// The name of the claim that a volume uses, made from the pod's name for ephemeral ones; nothing:
// it uses no claim.
[[nodiscard]] std::optional<std::string> claim_name(const berth::Pod& pod,
                                                    const berth_volume& volume);

// The pod owns the claim, as that of an ephemeral volume must be; else not_owned() says so.
[[nodiscard]] bool is_for_pod(const berth_persistent_volume_claim& claim, const berth::Pod& pod);
[[nodiscard]] std::string not_owned(const berth_persistent_volume_claim& claim,
                                    const berth::Pod& pod);

// persistentvolumeclaim "data" not found
[[nodiscard]] std::string claim_not_found(std::string_view name);
[[nodiscard]] std::string volume_not_found(std::string_view name);
[[nodiscard]] std::string class_not_found(std::string_view name);

// The pod's namespace, and the names of claims that volumes name themselves.
[[nodiscard]] bool names_claim(const berth::Pod& pod, std::string_view claim);
// The same with those of ephemeral volumes.
[[nodiscard]] bool uses_claim(const berth::Pod& pod, const berth_persistent_volume_claim& claim);

}  // namespace berth::intree
