#include "core/simulate/timeline/player.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/simulate/timeline/look.hpp"

namespace berth::simulate {
namespace {

using scheduler::Pop;

// Without a limit so many cycles in a row may bind nobody, beyond one for each pod there is.
constexpr std::uint64_t kFruitlessCycles = 1000;

base::Error at(base::Error error, std::string_view file, std::uint32_t line, std::string field) {
    error = base::with_file(std::move(error), file);
    error = base::with_position(std::move(error), line, 0);
    error.field = std::move(field);
    return error;
}

}  // namespace

Player::Player(Needs needs, framework::GenerationRef generation, scheduler::Options options)
    : needs_(needs),
      generation_(std::move(generation)),
      scheduler_({needs.cluster, needs.clock, needs.symbols, needs.host}, generation_,
                 std::move(options)),
      start_(needs.clock.now()) {}

void Player::start() {
    needs_.cluster.tell_patches_in_two_changes();
    scheduler_.start();
    settle();
}

void Player::settle() {
    do {
        scheduler_.take_in();
    } while (!scheduler_.taken_in());
}

Played Player::play(Step& step, std::string_view file) {
    Played played;
    switch (step.action) {
        case Action::kApply: apply(step, file, played.errors); break;
        case Action::kDelete: remove(step, file, played.errors); break;
        case Action::kSchedule:
        case Action::kPop: run_cycles(step, played); break;
        case Action::kAdvance: advance(step.duration); break;
    }
    return played;
}

void Player::apply(Step& step, std::string_view file, base::Errors& errors) {
    for (std::size_t i = 0; i < step.objects.size(); ++i) {
        AppliedObject& object = step.objects[i];
        end_finished_pod(object.draft);
        if (auto applied = needs_.cluster.apply(std::move(object.draft)); !applied) {
            errors.push_back(
                at(std::move(applied.error()), file, object.line, fmt::format("apply[{}]", i)));
        }
        settle();
    }
}

// What takes the name of a pod that has finished is another pod, not a change of that one.
void Player::end_finished_pod(model::Draft& draft) {
    if (!std::holds_alternative<std::unique_ptr<model::PodDraft>>(draft)) {
        return;
    }
    const model::ObjectMeta& meta = model::meta_of(draft);
    const std::string_view space = needs_.symbols.text(meta.namespace_name);
    const access::ObjectName name{"v1", "Pod", space.empty() ? "default" : std::string(space),
                                  meta.name};
    bool finished = false;
    needs_.cluster.get(name, [&](const base::Result<model::Object>& object) {
        finished = object && model::as<model::Pod>(*object)->is_finished();
    });
    if (finished) {
        needs_.cluster.remove(name, "", [](const base::Status&) {});
    }
}

void Player::remove(const Step& step, std::string_view file, base::Errors& errors) {
    for (std::size_t i = 0; i < step.names.size(); ++i) {
        const DeletedObject& object = step.names[i];
        needs_.cluster.remove(object.name, "", [&](base::Status status) {
            if (!status) {
                errors.push_back(
                    at(std::move(status.error()), file, object.line, fmt::format("delete[{}]", i)));
            }
        });
        settle();
    }
}

bool Player::has_pod(Pop pop) {
    const queue::Sizes sizes = scheduler_.queue().sizes();
    return sizes.active > 0 || (pop == Pop::kAny && sizes.backoff > 0);
}

void Player::run_cycles(const Step& step, Played& played) {
    const Pop pop = step.action == Action::kPop ? Pop::kAny : Pop::kActive;
    std::uint64_t bound = scheduler_.bound();
    std::uint64_t fruitless = 0;
    while (has_pod(pop) && (step.cycles == 0 || played.cycles < step.cycles)) {
        const queue::Sizes sizes = scheduler_.queue().sizes();
        if (step.cycles == 0 && fruitless > kFruitlessCycles + sizes.active) {
            played.gave_up = true;
            return;
        }
        if (!scheduler_.step(pop)) {
            return;  // only pods that failed with an error are left, and they wait for their time
        }
        ++played.cycles;
        settle();
        fruitless = std::exchange(bound, scheduler_.bound()) == bound ? fruitless + 1 : 0;
    }
}

// Whatever is due on the way happens at its time.
void Player::advance(base::Duration by) {
    const base::Time end = needs_.clock.now() + by;
    for (;;) {
        const auto due = scheduler_.next_due();
        if (!due || *due >= end) {
            break;
        }
        // What is overdue already was looked at in the last settle(): go on by the beat.
        const base::Duration least = std::chrono::seconds(1);
        const base::Duration wait = std::max(*due - needs_.clock.now(), base::Duration::zero());
        needs_.clock.advance(
            wait > base::Duration::zero() ? wait : std::min(least, end - needs_.clock.now()));
        settle();
    }
    needs_.clock.advance(std::max(end - needs_.clock.now(), base::Duration::zero()));
    settle();
}

std::vector<Place> Player::places() {
    return look(needs_.cluster, needs_.symbols, scheduler_);
}

base::Duration Player::time() const {
    return needs_.clock.now() - start_;
}

}  // namespace berth::simulate
