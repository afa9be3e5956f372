// load_generation(): a configuration file, or the defaults, becomes a generation of live plugins.
// One thread, the loader's.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "core/base/symbol.hpp"
#include "core/framework/profile.hpp"
#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/settings/configuration.hpp"

namespace berth::cmd {

struct LoadedGeneration {
    std::unique_ptr<host::Registry> registry;
    settings::Configuration configuration;
    framework::GenerationRef generation;
};

// `config` is a file, "-" or "" for the defaults. Nothing: something is wrong, and `err` has been
// told all of it. `context` outlives the generation.
[[nodiscard]] std::optional<LoadedGeneration> load_generation(const std::string& config,
                                                              const std::string& plugins_from,
                                                              const host::Context& context,
                                                              base::SymbolTable& symbols,
                                                              std::ostream& err);

}  // namespace berth::cmd
