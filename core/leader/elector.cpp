#include "core/leader/elector.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/base/random.hpp"

namespace berth::leader {
namespace {

using model::Lease;
using model::Ptr;

constexpr double kJitter = 1.2;

std::string holder_of(const Lease& lease) {
    return lease.holder_identity.value_or("");
}

}  // namespace

struct Elector::Impl : std::enable_shared_from_this<Elector::Impl> {
    enum class State : std::uint8_t { kIdle, kAcquiring, kLeading, kEnded };

    Impl(ElectorOptions wanted, access::Cluster& given_cluster, const base::Clock& given_clock,
         base::SymbolTable& words, After timer, ElectorEvents told)
        : options(std::move(wanted)),
          cluster(given_cluster),
          clock(given_clock),
          symbols(words),
          after(std::move(timer)),
          events(std::move(told)),
          rng(options.seed) {}

    [[nodiscard]] access::ObjectName name() const {
        return {"coordination.k8s.io/v1", "Lease", options.namespace_name, options.name};
    }
    [[nodiscard]] bool is_leader() const {
        return observed != nullptr && holder_of(*observed) == options.identity;
    }
    // By our clock, from when we saw the record.
    [[nodiscard]] bool lease_valid() const {
        return observed != nullptr &&
               clock.steady() <
                   observed_at + std::chrono::seconds(observed->lease_duration_seconds.value_or(0));
    }

    void later(base::Duration delay, void (Impl::*what)()) {
        after(delay, [self = weak_from_this(), what] {
            if (const auto impl = self.lock()) {
                ((*impl).*what)();
            }
        });
    }
    // An answer of the cluster, on our thread.
    access::ObjectDone answer(void (Impl::*what)(base::Result<model::Object>)) {
        return [self = weak_from_this(), timer = after, what](base::Result<model::Object> result) {
            auto kept = std::make_shared<base::Result<model::Object>>(std::move(result));
            timer(base::Duration(0), [self, what, kept] {
                if (const auto impl = self.lock()) {
                    ((*impl).*what)(std::move(*kept));
                }
            });
        };
    }

    // One try to acquire or renew.
    void attempt() {
        if (state == State::kEnded) {
            return;
        }
        began = clock.steady();
        if (is_leader() && lease_valid()) {
            cluster.update(next_record(*observed), answer(&Impl::updated_fast));
        } else {
            cluster.get(name(), answer(&Impl::got));
        }
    }

    // What we would write in the place of `old`.
    [[nodiscard]] model::Object next_record(const Lease& old) const {
        auto lease = std::make_shared<Lease>(old);
        const bool ours = holder_of(old) == options.identity;
        lease->holder_identity = options.identity;
        lease->lease_duration_seconds = static_cast<std::int32_t>(
            std::chrono::duration_cast<std::chrono::seconds>(options.lease_duration).count());
        lease->renew_time = clock.now();
        if (!ours) {
            lease->acquire_time = clock.now();
            lease->lease_transitions = old.lease_transitions.value_or(0) + 1;
        }
        return Ptr<Lease>(std::move(lease));
    }

    [[nodiscard]] model::Object first_record() const {
        auto lease = std::make_shared<Lease>();
        lease->meta.name = options.name;
        lease->meta.namespace_name = symbols.intern(options.namespace_name);
        lease->holder_identity = options.identity;
        lease->lease_duration_seconds = static_cast<std::int32_t>(
            std::chrono::duration_cast<std::chrono::seconds>(options.lease_duration).count());
        lease->acquire_time = clock.now();
        lease->renew_time = clock.now();
        lease->lease_transitions = 0;
        return Ptr<Lease>(std::move(lease));
    }

    void updated_fast(base::Result<model::Object> object) {
        if (object) {
            held(*object);
        } else if (state != State::kEnded) {
            BERTH_VLOG(2, "lease {}/{}: {}; looking at it", options.namespace_name, options.name,
                       object.error().message());
            cluster.get(name(), answer(&Impl::got));
        }
    }

    void got(base::Result<model::Object> object) {
        if (state == State::kEnded) {
            return;
        }
        if (!object && object.error().code == base::ErrorCode::kNotFound) {
            cluster.create(first_record(), answer(&Impl::written));
            return;
        }
        const Ptr<Lease> lease = object ? model::as<Lease>(*object) : nullptr;
        if (lease == nullptr) {
            failed(object ? "it is no Lease" : object.error().message());
            return;
        }
        if (observed == nullptr ||
            observed->meta.resource_version != lease->meta.resource_version) {
            observe(lease);
        }
        if (!holder_of(*lease).empty() && lease_valid() && !is_leader()) {
            failed("");  // another's
            return;
        }
        cluster.update(next_record(*lease), answer(&Impl::written));
    }

    void written(base::Result<model::Object> object) {
        if (object) {
            held(*object);
        } else {
            failed(object.error().message());
        }
    }

    void observe(const Ptr<Lease>& lease) {
        observed = lease;
        observed_at = clock.steady();
        if (const std::string now = holder_of(*lease); now != reported) {
            reported = now;
            if (!now.empty() && events.on_new_leader) {
                events.on_new_leader(now);
            }
        }
    }

    void held(const model::Object& object) {
        if (state == State::kEnded) {
            return;
        }
        if (const Ptr<Lease> lease = model::as<Lease>(object)) {
            observe(lease);
        }
        deadline = began + options.renew_deadline;
        complained.clear();
        if (events.on_held) {
            events.on_held(deadline);
        }
        if (state == State::kAcquiring) {
            state = State::kLeading;
            BERTH_LOG(base::Severity::kInfo, "lease {}/{}: acquired as {}", options.namespace_name,
                      options.name, options.identity);
            if (events.on_started) {
                events.on_started();
            }
            watch_deadline();
        }
        later(options.retry_period, &Impl::attempt);
    }

    void failed(const std::string& why) {
        if (state == State::kEnded) {
            return;
        }
        if (!why.empty() && why != complained) {
            complained = why;
            BERTH_LOG(base::Severity::kWarning, "lease {}/{}: {}", options.namespace_name,
                      options.name, why);
        }
        if (state == State::kLeading && !is_leader()) {
            lose("another holds it");
            return;
        }
        const double factor = state == State::kAcquiring ? 1 + kJitter * rng.unit() : 1;
        later(base::Duration(static_cast<std::int64_t>(
                  static_cast<double>(options.retry_period.count()) * factor)),
              &Impl::attempt);
    }

    // Comes when the lease would be lost, and again while it is renewed.
    void watch_deadline() {
        if (state != State::kLeading) {
            return;
        }
        const base::Duration now = clock.steady();
        if (now >= deadline) {
            lose(fmt::format("it was not renewed within {}",
                             base::format_duration(options.renew_deadline)));
            return;
        }
        later(deadline - now, &Impl::watch_deadline);
    }

    void lose(const std::string& why) {
        state = State::kEnded;
        BERTH_LOG(base::Severity::kError, "lease {}/{}: lost: {}", options.namespace_name,
                  options.name, why);
        if (events.on_lost) {
            events.on_lost();
        }
    }

    void release(std::function<void()> done) {
        const bool leading = state == State::kLeading && is_leader();
        state = State::kEnded;
        released = std::move(done);
        if (!leading) {
            settled({});
            return;
        }
        auto lease = std::make_shared<Lease>(*observed);
        lease->holder_identity = "";
        lease->lease_duration_seconds = 1;
        lease->acquire_time = clock.now();
        lease->renew_time = clock.now();
        cluster.update(model::Object(Ptr<Lease>(std::move(lease))), answer(&Impl::settled));
    }

    void settled(base::Result<model::Object> /*object*/) {
        if (released) {
            std::exchange(released, nullptr)();
        }
    }

    ElectorOptions options;
    access::Cluster& cluster;
    const base::Clock& clock;
    base::SymbolTable& symbols;
    After after;
    ElectorEvents events;
    base::Rng rng;
    State state = State::kIdle;
    Ptr<Lease> observed;
    base::Duration observed_at{0};
    base::Duration began{0};     // of the try under way
    base::Duration deadline{0};  // of the lease that we hold
    std::string reported, complained;
    std::function<void()> released;
};

Elector::Elector(ElectorOptions options, access::Cluster& cluster, const base::Clock& clock,
                 base::SymbolTable& symbols, After after, ElectorEvents events)
    : impl_(std::make_shared<Impl>(std::move(options), cluster, clock, symbols, std::move(after),
                                   std::move(events))) {}

Elector::~Elector() {
    impl_->state = Impl::State::kEnded;
}

void Elector::start() {
    impl_->state = Impl::State::kAcquiring;
    BERTH_LOG(base::Severity::kInfo, "lease {}/{}: waiting for it", impl_->options.namespace_name,
              impl_->options.name);
    impl_->later(base::Duration(0), &Impl::attempt);
}

void Elector::release(std::function<void()> done) {
    impl_->release(std::move(done));
}

bool Elector::is_leader() const {
    return impl_->state == Impl::State::kLeading;
}

const std::string& Elector::holder() const {
    return impl_->reported;
}

bool Elector::is_stuck(base::Duration grace) const {
    return is_leader() &&
           impl_->clock.steady() > impl_->observed_at + impl_->options.lease_duration + grace;
}

}  // namespace berth::leader
