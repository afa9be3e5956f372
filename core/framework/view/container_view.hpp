// Views of containers, their host ports, and volumes; and of taint effects. Any thread.
#pragma once

#include <cstdint>
#include <string_view>

#include <berth/pod.h>
#include <berth/pod_volumes.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/pod_spec.hpp"

namespace berth::framework {

// Sets containers, init_containers, host_ports and volumes of `parts`.
void fill_containers(const model::PodSpec& spec, const base::SymbolTable& symbols,
                     ViewMemory& memory, berth_pod& parts);

// BERTH_VOLUME_….
[[nodiscard]] std::uint32_t to_volume_kind(model::VolumeKind kind);

// BERTH_EFFECT_…; "" is BERTH_EFFECT_ANY.
[[nodiscard]] std::uint32_t to_effect(std::string_view effect);

}  // namespace berth::framework
