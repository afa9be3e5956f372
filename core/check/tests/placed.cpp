// After a node is chosen: Reserve, Permit, PreBind, Bind, PostBind; PostFilter; Sign.
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>

#include <fmt/format.h>

#include "core/check/cycle.hpp"
#include "core/check/instance.hpp"
#include "core/host/text.hpp"

namespace berth::check::tests {
namespace {

berth_node_ref node_ref(const World& world, std::uint32_t row) {
    const berth_node& node = *world.snapshot().node(row);
    return {sizeof(berth_node_ref), 0, node.id, node.name, node.uid};
}

// Runs `with(cycle, node)` for each pod, on one node after another.
template <class With>
void for_each_pod(Instance& instance, With&& with) {
    std::uint32_t row = 0;
    for (const auto& pod : instance.world().pods()) {
        Cycle cycle(instance, pod);
        static_cast<void>(cycle.pre_filter());
        with(cycle, node_ref(instance.world(), row++ % instance.world().snapshot().rows()));
    }
}

std::int32_t reserve(Instance& instance, Cycle& cycle, const berth_node_ref& node) {
    const auto& table = instance.need<berth_reserve_v1>(BERTH_RESERVE_V1);
    berth_reasons reasons = 0;
    const std::int32_t code = checked_call("Reserve", [&] {
        return table.reserve(instance.raw, &cycle.call, &cycle.pod(), &node, &reasons);
    });
    static_cast<void>(cycle.texts(reasons));
    return code;
}

void unreserve(Instance& instance, Cycle& cycle, const berth_node_ref& node) {
    const auto& table = instance.need<berth_reserve_v1>(BERTH_RESERVE_V1);
    if (table.unreserve == nullptr) {
        not_applicable("the plugin has no Unreserve");
    }
    checked_call("Unreserve", [&] {
        table.unreserve(instance.raw, &cycle.call, &cycle.pod(), &node);
        return BERTH_SUCCESS;
    });
}

void reserve_codes(Subject& subject) {
    Instance instance(subject, subject.small);
    static_cast<void>(instance.need<berth_reserve_v1>(BERTH_RESERVE_V1));
    for_each_pod(instance, [&](Cycle& cycle, const berth_node_ref& node) {
        const std::int32_t code = reserve(instance, cycle, node);
        expect(is_one_of(code, {BERTH_SUCCESS, BERTH_UNSCHEDULABLE, BERTH_ERROR, BERTH_PENDING,
                                BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE}),
               fmt::format("Reserve returned {}", code));
    });
}

void unreserve_twice(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle, const berth_node_ref& node) {
        static_cast<void>(reserve(instance, cycle, node));
        unreserve(instance, cycle, node);
        unreserve(instance, cycle, node);
    });
}

void unreserve_alone(Subject& subject) {
    Instance instance(subject, subject.small);
    for_each_pod(instance, [&](Cycle& cycle, const berth_node_ref& node) {
        unreserve(instance, cycle, node);
    });
}

void unreserve_undoes(Subject& subject) {
    Instance instance(subject, subject.small);
    static_cast<void>(instance.need<berth_reserve_v1>(BERTH_RESERVE_V1));
    static_cast<void>(instance.need<berth_filter_v1>(BERTH_FILTER_V1));
    const berth_nodes nodes = subject.small.snapshot().all();
    std::vector<FilterAnswer> before;
    for (const auto& pod : subject.small.pods()) {
        before.push_back(judge(instance, pod, nodes));
    }
    for_each_pod(instance, [&](Cycle& cycle, const berth_node_ref& node) {
        static_cast<void>(reserve(instance, cycle, node));
        unreserve(instance, cycle, node);
    });
    for (std::size_t i = 0; i < before.size(); ++i) {
        const FilterAnswer after = judge(instance, subject.small.pods()[i], nodes);
        expect(after == before[i], "after Reserve and Unreserve Filter answers otherwise: " +
                                       difference(before[i], after));
    }
}

void permit_codes(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_permit_v1>(BERTH_PERMIT_V1);
    for_each_pod(instance, [&](Cycle& cycle, const berth_node_ref& node) {
        std::int64_t timeout = 0;
        berth_reasons reasons = 0;
        const std::int32_t code = checked_call("Permit", [&] {
            return table.permit(instance.raw, &cycle.call, &cycle.pod(), &node, &timeout, &reasons);
        });
        static_cast<void>(cycle.texts(reasons));
        expect(is_one_of(code, {BERTH_SUCCESS, BERTH_WAIT, BERTH_UNSCHEDULABLE, BERTH_ERROR,
                                BERTH_PENDING, BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE}),
               fmt::format("Permit returned {}", code));
        expect(timeout >= 0, fmt::format("Permit waits for {} ns", timeout));
    });
}

// Hears of what the plugin has the host bind and complete; the world's cluster answers requests.
class Binder : public host::Engine {
public:
    explicit Binder(World& world) : world_(world) {
        world_.host.set_engine(this);
        world_.host.requests().serve([this](base::Task task) {
            const std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
            changed_.notify_all();
        });
        world_.host.tasks().serve([this](base::Task task) {
            const std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
            changed_.notify_all();
        });
    }
    ~Binder() override {
        world_.host.tasks().close();
        world_.host.requests().close();
        world_.host.set_engine(nullptr);
    }
    Binder(const Binder&) = delete;
    Binder& operator=(const Binder&) = delete;

    [[nodiscard]] bool may_write() const override { return true; }
    void request(access::ObjectRequest request, access::ReplyDone done) override {
        world_.cluster.request(std::move(request), std::move(done));
    }
    void record(access::EventRecord) override {}
    void set_condition(const host::PodName&, model::PodCondition, access::ReplyDone done) override {
        done({200, "", "", ""});
    }
    bool bind(const berth_pod&, const berth_node_ref&, std::uint64_t token) override {
        return note(token);
    }
    std::int32_t complete(std::uint64_t token, std::int32_t, std::string_view) override {
        const std::lock_guard lock(mutex_);
        const bool first = done_.emplace(token, true).second;
        changed_.notify_all();
        return first ? BERTH_SUCCESS : BERTH_ERROR;
    }
    [[nodiscard]] bool done(std::uint64_t token) {
        std::unique_lock lock(mutex_);
        const auto something = [&] { return done_.count(token) != 0 || !tasks_.empty(); };
        while (done_.count(token) == 0 &&
               changed_.wait_for(lock, std::chrono::seconds(5), something)) {
            const std::vector<base::Task> tasks = std::exchange(tasks_, {});
            lock.unlock();
            for (const base::Task& task : tasks) {
                task();
            }
            lock.lock();
        }
        return done_.count(token) != 0;
    }
    void forget() {
        const std::lock_guard lock(mutex_);
        done_.clear();
    }

private:
    bool note(std::uint64_t token) {
        const std::lock_guard lock(mutex_);
        done_.emplace(token, true);
        changed_.notify_all();
        return true;
    }

    World& world_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::uint64_t, bool> done_;
    std::vector<base::Task> tasks_;  // answers to requests
};

// Runs a call that may answer BERTH_STARTED for each pod.
template <class Call>
void ends(Subject& subject, Instance& instance, const char* what, Call&& call) {
    Binder binder(subject.small);
    for_each_pod(instance, [&](Cycle& cycle, const berth_node_ref& node) {
        binder.forget();
        berth_reasons reasons = 0;
        const std::int32_t code = checked_call(what, [&] { return call(cycle, node, reasons); });
        static_cast<void>(cycle.texts(reasons));
        expect(is_one_of(code, {BERTH_SUCCESS, BERTH_SKIP, BERTH_STARTED, BERTH_UNSCHEDULABLE,
                                BERTH_ERROR, BERTH_PENDING, BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE}),
               fmt::format("{} returned {}", what, code));
        expect(
            code != BERTH_STARTED || binder.done(cycle.call.token),
            fmt::format("{} answered BERTH_STARTED, but its token was not completed in 5 s", what));
    });
}

void bind_ends(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_bind_v1>(BERTH_BIND_V1);
    ends(subject, instance, "Bind",
         [&](Cycle& cycle, const berth_node_ref& node, berth_reasons& why) {
             return table.bind(instance.raw, &cycle.call, &cycle.pod(), &node, &why);
         });
}

void pre_bind_ends(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_pre_bind_v1>(BERTH_PRE_BIND_V1);
    ends(subject, instance, "PreBind",
         [&](Cycle& cycle, const berth_node_ref& node, berth_reasons& why) {
             std::uint32_t parallel = 0;
             if (table.pre_flight != nullptr) {
                 const std::int32_t code = table.pre_flight(instance.raw, &cycle.call, &cycle.pod(),
                                                            &node, &parallel, &why);
                 expect(is_one_of(code, {BERTH_SUCCESS, BERTH_SKIP, BERTH_ERROR}),
                        fmt::format("PreBindPreFlight returned {}", code));
                 if (code != BERTH_SUCCESS) {
                     return code;
                 }
             }
             return table.pre_bind(instance.raw, &cycle.call, &cycle.pod(), &node, &why);
         });
}

void post_bind_alone(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_post_bind_v1>(BERTH_POST_BIND_V1);
    for_each_pod(instance, [&](Cycle& cycle, const berth_node_ref& node) {
        cycle.end();  // a cycle whose PreFilter was skipped has no state
        checked_call("PostBind", [&] {
            table.post_bind(instance.raw, &cycle.call, &cycle.pod(), &node);
            return BERTH_SUCCESS;
        });
    });
}

std::string signature(Instance& instance, const berth_sign_v1& table,
                      const framework::PodInfoRef& pod) {
    Cycle cycle(instance, pod);
    std::string out;
    const berth_signature collector{
        sizeof(berth_signature), 0, &out,
        [](const berth_signature* self, std::uint32_t parts) {
            *static_cast<std::string*>(self->host_data) += fmt::format("{} ", parts);
        },
        [](const berth_signature* self, berth_str key, berth_str value) {
            *static_cast<std::string*>(self->host_data) +=
                fmt::format("{}={} ", host::view_of(key), host::view_of(value));
        }};
    const std::int32_t code = checked_call(
        "Sign", [&] { return table.sign(instance.raw, &cycle.call, &cycle.pod(), &collector); });
    expect(is_one_of(code, {BERTH_SUCCESS, BERTH_UNSCHEDULABLE, BERTH_ERROR}),
           fmt::format("Sign returned {}", code));
    return out;
}

void signs_alike(Subject& subject) {
    Instance instance(subject, subject.small);
    const auto& table = instance.need<berth_sign_v1>(BERTH_SIGN_V1);
    for (const auto& pod : subject.small.pods()) {
        const std::string first = signature(instance, table, pod);
        const std::string again = signature(instance, table, pod);
        expect(first == again, fmt::format("Sign of {}: \"{}\", then \"{}\"", pod->name(),
                                           first.substr(0, 100), again.substr(0, 100)));
    }
}

constexpr Test kTests[] = {
    {"placed/reserve-codes", "Reserve returns codes that it may", reserve_codes},
    {"placed/unreserve-twice", "Unreserve may come twice", unreserve_twice},
    {"placed/unreserve-alone", "Unreserve may come without a Reserve", unreserve_alone},
    {"placed/unreserve-undoes", "Reserve and Unreserve leave nothing behind", unreserve_undoes},
    {"placed/permit-codes", "Permit returns codes that it may, and a time", permit_codes},
    {"placed/pre-bind-ends", "PreBind ends, or completes its token", pre_bind_ends},
    {"placed/bind-ends", "Bind ends, or completes its token", bind_ends},
    {"placed/post-bind-alone", "PostBind bears a cycle without state", post_bind_alone},
    {"placed/signs-alike", "a pod's signature is the same again", signs_alike},
};

}  // namespace

std::span<const Test> placed() {
    return kTests;
}

}  // namespace berth::check::tests
