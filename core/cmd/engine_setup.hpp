// Engine: what simulate and explain stand on: a cluster in memory with the objects of the command
// line, and a generation of live plugins made from its configuration.
//
// Whatever is wrong is told on the stream given to make(), all of it. One thread.
#pragma once

#include <iosfwd>
#include <memory>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/cmd/options.hpp"
#include "core/framework/profile.hpp"
#include "core/framework/score_pass.hpp"
#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/model/pools.hpp"
#include "core/settings/configuration.hpp"

namespace berth::cmd {

struct Engine {
    // Null: something is wrong, and `err` has been told.
    [[nodiscard]] static std::unique_ptr<Engine> make(const InputOptions& input,
                                                      const EngineOptions& options,
                                                      std::ostream& err);

    // A generation alone, of no cluster.
    [[nodiscard]] static std::unique_ptr<Engine> make_without_cluster(const EngineOptions& options,
                                                                      std::ostream& err);

    explicit Engine(base::Time now);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // Each is used by those after it.
    base::SymbolTable symbols;
    model::Pools pools;
    base::FakeClock clock;  // moves only when a simulation moves it
    cluster::EmbeddedCluster cluster;
    host::Context host;
    std::unique_ptr<host::Registry> registry;
    settings::Configuration configuration;
    framework::GenerationRef generation;

private:
    [[nodiscard]] bool fill_cluster(const InputOptions& input, std::ostream& err);
    [[nodiscard]] bool make_generation(const EngineOptions& options, std::ostream& err);
};

[[nodiscard]] inline framework::TieBreak tie_break(const EngineOptions& options) {
    return options.tie_by_name ? framework::TieBreak::kName : framework::TieBreak::kHeap;
}

}  // namespace berth::cmd
