#include "core/model/words.hpp"

#include <array>

namespace berth::model {

std::span<const std::string_view> first_words() {
    static constexpr std::array<std::string_view, 12> kWords{
        "cpu",
        "memory",
        "ephemeral-storage",
        "pods",
        "default",
        "kubernetes.io/hostname",
        "topology.kubernetes.io/zone",
        "topology.kubernetes.io/region",
        "failure-domain.beta.kubernetes.io/zone",
        "failure-domain.beta.kubernetes.io/region",
        "kubernetes.io/metadata.name",
        "metadata.name",
    };
    return kWords;
}

}  // namespace berth::model
