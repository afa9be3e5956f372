// Assumed: what has been decided for volumes and claims and is not in the API server yet.
//
// A decision holds as long as its object is at the version that it was made for: whatever the API
// server says later counts more. kube-scheduler: volumebinding/passive_assume_cache.go v1.37.2.
// Scheduling thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <berth/sdk.h>

namespace berth::intree {

// The claim that a volume is kept for; borrowed from where it is written.
struct KeptFor {
    std::string_view namespace_name, name, uid;
};

// volume.IsVolumeBoundToClaim: for that claim, and for no earlier one of its name.
[[nodiscard]] bool is_for(const KeptFor& kept, const berth_persistent_volume_claim& claim);

class Assumed {
public:
    // Nothing: the volume is free.
    [[nodiscard]] std::optional<KeptFor> claim_of(const berth_persistent_volume& volume) const;
    [[nodiscard]] std::optional<std::string> selected_node(
        const berth_persistent_volume_claim& claim) const;

    void keep(const berth_persistent_volume& volume, const berth_persistent_volume_claim& claim);
    void select(const berth_persistent_volume_claim& claim, std::string_view node);
    // Take back what was decided for the object at that version.
    void free(const std::string& volume, std::string_view version);
    void deselect(const std::string& namespace_name, const std::string& claim,
                  std::string_view version);

private:
    struct Claim {
        std::string version, namespace_name, name, uid;
    };
    struct Node {
        std::string version, name;
    };

    std::map<std::string, Claim, std::less<>> volumes_;
    std::map<std::pair<std::string, std::string>, Node, std::less<>> claims_;
};

inline constexpr std::string_view kSelectedNode = "volume.kubernetes.io/selected-node";
inline constexpr std::string_view kBindCompleted = "pv.kubernetes.io/bind-completed";
inline constexpr std::string_view kBoundByController = "pv.kubernetes.io/bound-by-controller";

}  // namespace berth::intree
