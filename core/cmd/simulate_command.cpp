#include "core/cmd/simulate_command.hpp"

#include <algorithm>
#include <ostream>
#include <thread>

#include <fmt/format.h>

#include "core/cmd/engine_setup.hpp"
#include "core/cmd/progress_line.hpp"
#include "core/cmd/scenario_command.hpp"
#include "core/model/tree.hpp"
#include "core/simulate/print.hpp"
#include "core/simulate/simulation.hpp"

namespace berth::cmd {
namespace {

using Output = SimulateOptions::Output;

void print(const simulate::Report& report, const SimulateOptions& options, base::Duration elapsed,
           std::ostream& out) {
    using simulate::Columns;
    switch (options.output) {
        case Output::kJsonLines:
            if (options.summary) {
                out << simulate::to_json(report, false) << '\n';
            }
            return;
        case Output::kJson:
        case Output::kYaml: {
            const std::string json = simulate::to_json(report, !options.summary);
            if (options.output == Output::kJson) {
                out << json << '\n';
                return;
            }
            const auto parsed = model::parse_json(json, "");
            out << (parsed.documents.empty() ? "" : model::to_yaml(parsed.documents.front().root));
            return;
        }
        case Output::kText:
        case Output::kWide: break;
    }
    const Columns columns = options.summary                   ? Columns::kNone
                            : options.output == Output::kWide ? Columns::kWide
                                                              : Columns::kNarrow;
    simulate::print_text(report, {.columns = columns, .elapsed = elapsed}, out);
}

}  // namespace

scheduler::Options scheduler_options(const SimulateOptions& options,
                                     const settings::Configuration& configuration) {
    scheduler::Options out;
    out.queue.initial_backoff = std::chrono::seconds(configuration.pod_initial_backoff_seconds);
    out.queue.max_backoff = std::chrono::seconds(configuration.pod_max_backoff_seconds);
    out.tie_break = tie_break(options.engine);
    const std::uint32_t cpus = std::max(1U, std::thread::hardware_concurrency());
    const auto wanted = static_cast<std::uint32_t>(std::max(1, configuration.parallelism));
    out.threads = options.threads.value_or(std::min(wanted, cpus));
    out.least_rows = options.least_rows.value_or(out.least_rows);
    out.extenders_bind = false;  // the cluster is ours alone
    out.most_attempts = static_cast<std::int32_t>(options.attempts.value_or(0));
    return out;
}

int simulate(const SimulateOptions& options, std::ostream& out, std::ostream& err) {
    if (!options.scenario.empty()) {
        return play_scenario(options, out, err);
    }
    const auto engine = Engine::make(options.input, options.engine, err);
    if (engine == nullptr) {
        return kBadInput;
    }
    const base::RealClock clock;
    ProgressLine line(clock, ProgressLine::on_terminal());
    simulate::Options wanted;
    wanted.scheduler = scheduler_options(options, engine->configuration);
    if (options.output == Output::kJsonLines && !options.summary) {
        wanted.on_try = [&](const simulate::Try& attempt) {
            out << simulate::to_json_line(attempt) << '\n';
        };
    }
    wanted.on_progress = [&](const simulate::Progress& progress) {
        if (line.due()) {
            line.show(fmt::format("{} attempts, {} pods placed, {} in the queue", progress.attempts,
                                  progress.bound, progress.waiting));
        }
    };
    simulate::Simulation simulation({engine->cluster, engine->clock, engine->symbols, engine->host},
                                    engine->generation, std::move(wanted));
    simulation.start();
    const base::Duration begin = clock.steady();
    simulation.run();
    const base::Duration elapsed = clock.steady() - begin;
    line.clear();
    const simulate::Report report = simulation.report();
    print(report, options, elapsed, out);
    return options.strict && !report.pending.empty() ? kVerdict : kDone;
}

}  // namespace berth::cmd
