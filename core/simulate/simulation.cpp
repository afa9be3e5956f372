#include "core/simulate/simulation.hpp"

#include <algorithm>
#include <utility>

#include "core/simulate/make_report.hpp"

namespace berth::simulate {
namespace {

// So often may one pod fail in a row while no pod at all is bound. With kube-scheduler's backoff
// that is a quarter of a minute.
constexpr std::int32_t kMostFruitlessFailures = 5;
constexpr std::uint32_t kMostIdleJumps = 1000;

}  // namespace

Simulation::Simulation(Needs needs, framework::GenerationRef generation, Options options)
    : needs_(needs),
      generation_(std::move(generation)),
      options_(std::move(options)),
      log_(options_.on_try),
      scheduler_({needs.cluster, needs.clock, needs.symbols, needs.host}, generation_,
                 options_.scheduler, &log_) {}

void Simulation::start() {
    for (const model::Object& object : needs_.cluster.objects(model::ObjectKind::kPod)) {
        const auto pod = model::as<model::Pod>(object);
        running_before_ += !pod->is_finished() && !pod->node_name.empty() ? 1 : 0;
    }
    scheduler_.start();
    take_in_all();  // as kube-scheduler waits for its informers before the first pod
}

void Simulation::run() {
    do {
        try_what_is_there();
    } while (move_clock());
}

Report Simulation::report() {
    Report report = make_report({needs_.cluster, needs_.symbols, scheduler_, log_});
    report.running_before = running_before_;
    report.ending = ending_;
    if (ending_ == Ending::kGaveUp) {
        const queue::Sizes sizes = scheduler_.queue().sizes();
        report.failing = sizes.active + sizes.backoff;
    }
    return report;
}

void Simulation::take_in_all() {
    bool taken = false;
    scheduler_.post([&taken] { taken = true; });
    while (!taken) {
        scheduler_.take_in();
    }
}

void Simulation::try_what_is_there() {
    while (log_.fruitless_failures() < kMostFruitlessFailures && scheduler_.step()) {
        tell_progress();
    }
}

bool Simulation::move_clock() {
    if (log_.fruitless_failures() >= kMostFruitlessFailures) {
        ending_ = Ending::kGaveUp;
        return false;
    }
    take_in_all();
    if (scheduler_.queue().sizes().active > 0) {
        return true;
    }
    if (scheduler_.idle()) {
        return false;
    }
    const auto due = scheduler_.next_due();
    if (!due) {
        return false;
    }
    idle_jumps_ = bound_at_jump_ == scheduler_.bound() ? idle_jumps_ + 1 : 1;
    bound_at_jump_ = scheduler_.bound();
    if (idle_jumps_ > kMostIdleJumps) {
        ending_ = Ending::kGaveUp;
        return false;
    }
    needs_.clock.advance(std::max(*due - needs_.clock.now(), base::Duration::zero()));
    scheduler_.take_in();
    return true;
}

void Simulation::tell_progress() {
    if (options_.on_progress) {
        const queue::Sizes sizes = scheduler_.queue().sizes();
        options_.on_progress({.waiting = sizes.active + sizes.backoff,
                              .attempts = log_.attempts(),
                              .bound = scheduler_.bound()});
    }
}

}  // namespace berth::simulate
