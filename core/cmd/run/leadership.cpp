#include "core/cmd/run/leadership.hpp"

#include <array>
#include <random>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"

namespace berth::cmd {
namespace {

using base::Severity;

constexpr base::Duration kWatchdogGrace = std::chrono::seconds(20);
constexpr base::Duration kRelease = std::chrono::seconds(5);
constexpr base::Duration kHastyRelease = std::chrono::seconds(1);
constexpr int kLeaseLost = 1;

// "host_uuid", as kube-scheduler names itself.
std::string identity() {
    std::random_device chance;
    return fmt::format("{}_{:08x}-{:04x}-4{:03x}-{:04x}-{:08x}{:04x}", host_name(), chance(),
                       chance() & 0xffff, chance() & 0xfff, 0x8000 | (chance() & 0x3fff), chance(),
                       chance() & 0xffff);
}

}  // namespace

std::string host_name() {
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    return name.data();
}

Leadership::Leadership(const settings::LeaderElection& wanted, RealCluster& cluster,
                       const base::Clock& clock, base::SymbolTable& symbols, Ending& ending)
    : wanted_(wanted), cluster_(cluster), clock_(clock), symbols_(symbols), ending_(ending) {}

Leadership::~Leadership() = default;

void Leadership::begin(std::function<void()> on_started) {
    if (!wanted_.leader_elect) {
        cluster_.gate().open();
        on_started();
        return;
    }
    auto made = make_elector(std::move(on_started));
    {
        const std::lock_guard lock(mutex_);
        elector_ = made;
    }
    cluster_.loop().post([made = std::move(made)] { made->start(); });
}

void Leadership::watch_until_the_end() {
    while (!ending_.wait_for(std::chrono::seconds(1))) {
        cluster_.loop().post([this, watched = std::weak_ptr(elector())] {
            const auto own = watched.lock();
            stuck_ = own != nullptr && own->is_stuck(kWatchdogGrace);
        });
    }
}

void Leadership::end() {
    if (!lost_) {
        release(kRelease);
    }
    cluster_.gate().shut();
    std::shared_ptr<leader::Elector> ended;
    {
        const std::lock_guard lock(mutex_);
        ended = std::move(elector_);
    }
    // The elector is of the loop's thread; it goes there.
    auto gone = std::make_shared<Ending>();
    cluster_.loop().post([ended = std::move(ended), gone]() mutable {
        ended.reset();
        gone->set(0);
    });
    gone->wait_for(kRelease);
}

void Leadership::give_up() {
    cluster_.gate().shut();
    release(kHastyRelease);
}

std::shared_ptr<leader::Elector> Leadership::elector() {
    const std::lock_guard lock(mutex_);
    return elector_;
}

void Leadership::release(base::Duration patience) {
    auto held = elector();
    if (held == nullptr) {
        return;
    }
    auto released = std::make_shared<Ending>();
    cluster_.loop().post(
        [held = std::move(held), released] { held->release([released] { released->set(0); }); });
    released->wait_for(patience);
}

std::shared_ptr<leader::Elector> Leadership::make_elector(std::function<void()> on_started) {
    leader::ElectorOptions how;
    how.identity = identity();
    how.name = wanted_.resource_name;
    how.namespace_name = wanted_.resource_namespace;
    how.lease_duration = wanted_.lease_duration;
    how.renew_deadline = wanted_.renew_deadline;
    how.retry_period = wanted_.retry_period;
    how.seed = std::random_device()();
    client::Loop& loop = cluster_.loop();
    client::WriteGate& gate = cluster_.gate();
    return std::make_shared<leader::Elector>(
        std::move(how), cluster_.cluster(), clock_, symbols_,
        [&loop](base::Duration delay, std::function<void()> task) {
            loop.after(delay, std::move(task));
        },
        leader::ElectorEvents{
            .on_started = std::move(on_started),
            .on_held = [&gate](base::Duration until) { gate.open_until(until); },
            .on_lost =
                [this, &gate] {
                    gate.shut();
                    lost_ = true;
                    BERTH_LOG(Severity::kError, "leaderelection lost");
                    ending_.set(kLeaseLost);
                },
            .on_new_leader =
                [](const std::string& holder) { BERTH_LOG(Severity::kInfo, "{} leads", holder); }});
}

}  // namespace berth::cmd
