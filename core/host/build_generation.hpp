// build_generation: a configuration and a registry become a Generation of live plugins.
//
// Each profile gets an instance of each plugin that it needs, made with its decoded args, and the
// lists of who runs at which point. All that is wrong is reported at once, with kube-scheduler's
// texts where it has them (runtime/framework.go NewFramework, v1.37.2). Loader thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "core/base/result.hpp"
#include "core/framework/profile.hpp"
#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/settings/configuration.hpp"

namespace berth::host {

struct GenerationResult {
    framework::GenerationRef generation;  // null if there are errors
    base::Errors errors;
    base::Errors warnings;  // default plugins that are not built in yet, once each
};

struct GenerationOptions {
    framework::Misbehaviours::Listener on_misbehaviour{};  // may be empty
    // Takes the generation when its last user lets it go, on whichever thread that is, and deletes
    // it on the loader thread. Empty: it is deleted there and then.
    std::function<void(const framework::Generation*)> retire{};
    // Not ready, and to be left out although the configuration names them.
    std::set<std::string> left_out{};
};

// `context` outlives the generation; `number` is shown in logs and never used again.
[[nodiscard]] GenerationResult build_generation(const settings::Configuration& configuration,
                                                const Registry& registry, const Context& context,
                                                std::uint64_t number,
                                                const GenerationOptions& options = {});

}  // namespace berth::host
