#include "core/cmd/engine_setup.hpp"

#include <optional>
#include <ostream>
#include <utility>

#include "core/base/log.hpp"
#include "core/cluster/manifests.hpp"
#include "core/cluster/openb_csv.hpp"
#include "core/cluster/repeated_names.hpp"
#include "core/cmd/load_generation.hpp"
#include "core/cmd/problems.hpp"
#include "core/extender/over_http.hpp"
#include "core/model/words.hpp"

namespace berth::cmd {
namespace {

model::Decoded read_objects(const InputOptions& input, model::Pools& pools) {
    model::Decoded out = cluster::read_manifests(input.manifests, pools);
    if (!input.nodes_csv.empty()) {
        model::append(cluster::read_nodes_csv(input.nodes_csv, pools), out);
    }
    if (!input.pods_csv.empty()) {
        model::append(cluster::read_pods_csv(input.pods_csv, pools), out);
    }
    return out;
}

}  // namespace

Engine::Engine(base::Time now)
    : symbols(model::first_words()),
      pools(symbols),
      clock(now),
      cluster(pools, clock),
      host(symbols, clock) {
    host.set_extender_maker(extender::over_http(symbols));
}

std::unique_ptr<Engine> Engine::make(const InputOptions& input, const EngineOptions& options,
                                     std::ostream& err) {
    if (!input.may_be_empty && input.manifests.empty() && input.nodes_csv.empty() &&
        input.pods_csv.empty()) {
        err << "nothing to read: name files or folders with objects, \"-\" for standard input, or "
               "a trace with --nodes-csv and --pods-csv\n";
        return nullptr;
    }
    auto engine = std::make_unique<Engine>(input.now.value_or(base::RealClock().now()));
    const bool configured = engine->make_generation(options, err);
    const bool filled = engine->fill_cluster(input, err);
    return configured && filled ? std::move(engine) : nullptr;
}

std::unique_ptr<Engine> Engine::make_without_cluster(const EngineOptions& options,
                                                     std::ostream& err) {
    auto engine = std::make_unique<Engine>(base::RealClock().now());
    return engine->make_generation(options, err) ? std::move(engine) : nullptr;
}

bool Engine::fill_cluster(const InputOptions& input, std::ostream& err) {
    model::Decoded decoded = read_objects(input, pools);
    BERTH_VLOG(1, "{} objects read; {} fields that berth does not use were skipped",
               decoded.objects.size(), decoded.unknown_fields);
    print_warnings(decoded.warnings, err);
    print_warnings(cluster::repeated_names(decoded, symbols), err);
    base::Errors errors = std::move(decoded.errors);
    append(cluster.load(std::move(decoded.objects)), errors);
    if (errors.empty()) {
        return true;
    }
    if (!input.keep_going) {
        print_errors(errors, err);
        err << "nothing was done; --keep-going leaves out the objects that are wrong\n";
        return false;
    }
    print_warnings(errors, err);
    return true;
}

bool Engine::make_generation(const EngineOptions& options, std::ostream& err) {
    std::optional<LoadedGeneration> loaded =
        load_generation(options.config, options.plugins_from, host, symbols, err);
    if (!loaded) {
        return false;
    }
    registry = std::move(loaded->registry);
    configuration = std::move(loaded->configuration);
    generation = std::move(loaded->generation);
    return true;
}

}  // namespace berth::cmd
