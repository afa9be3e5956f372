// Nothing that a plugin throws crosses the border, whichever member throws and whatever it is.
#define BERTH_BUILTIN exceptions_test

#include <berth/sdk.h>
#include <berth/sdk/draft.h>
#include <berth/testing.h>
#include <doctest/doctest.h>

namespace {

using namespace berth;  // NOLINT(google-build-using-namespace)

struct NotAnException {};

// What the members throw: 0 nothing, 1 an exception, 2 something else.
int mode = 0;

void maybe_throw() {
    if (mode == 1) {
        throw std::runtime_error("boom");
    }
    if (mode == 2) {
        throw NotAnException{};
    }
}

class Throws : public Plugin<Throws> {
public:
    static constexpr auto name = "Throws";
    static constexpr std::uint32_t state_version = 1;
    static constexpr std::uint32_t oldest_state = 1;
    static constexpr Action column_reads = Action::all;
    using Cell = int;

    Verdict pre_enqueue(const Pod&) const { return thrown(); }
    bool less(const Queued&, const Queued&) const {
        maybe_throw();
        return true;
    }
    Verdict pre_filter(const Pod&) { return thrown(); }
    void add_pod(const Pod&, const Pod&, const Node&) { maybe_throw(); }
    void remove_pod(const Pod&, const Pod&, const Node&) { maybe_throw(); }
    Verdict filter(const Pod&, const Node& node) const {
        return node.row() == 1 ? thrown() : Verdict::success();
    }
    Verdict post_filter(const Pod&, const Nodes&, const Refusals&, Nomination&) { return thrown(); }
    void pre_score(const Pod&) { maybe_throw(); }
    std::int64_t score(const Pod&, const Node&) const {
        maybe_throw();
        return 1;
    }
    void normalize(Scores) { maybe_throw(); }
    void reserve(const Pod&, const NodeRef&) { maybe_throw(); }
    void unreserve(const Pod&, const NodeRef&) { maybe_throw(); }
    void adopt(const Pod&, const NodeRef&, std::uint32_t) { maybe_throw(); }
    Permission permit(const Pod&, const NodeRef&) { return thrown(); }
    PreFlight pre_bind_pre_flight(const Pod&, const NodeRef&) {
        maybe_throw();
        return PreFlight::beside_others;
    }
    Verdict pre_bind(const Pod&, const NodeRef&) { return thrown(); }
    Verdict bind(const Pod&, const NodeRef&) { return thrown(); }
    void post_bind(const Pod&, const NodeRef&) { maybe_throw(); }
    void sign(const Pod&, Signature& signature) {
        signature.parts(BERTH_PART_REQUESTS);
        maybe_throw();
    }
    std::uint64_t epoch(const Pod&) const {
        maybe_throw();
        return 3;
    }
    void fill_cell(const Node&, int& cell) const {
        maybe_throw();
        cell = 8;
    }
    std::string save_state() const {
        maybe_throw();
        return "kept";
    }
    void load_state(std::uint32_t, std::string_view) { maybe_throw(); }

private:
    static Verdict thrown() {
        maybe_throw();
        return Verdict::success();
    }
};

class BatchThrows : public Plugin<BatchThrows> {
public:
    static constexpr auto name = "BatchThrows";
    void filter(const Pod&, const Nodes&, Verdicts&) const { throw std::runtime_error("boom"); }
    void score(const Pod&, const Nodes&, Scores) const { throw std::runtime_error("boom"); }
};

class ConstructorThrows : public Plugin<ConstructorThrows> {
public:
    static constexpr auto name = "ConstructorThrows";
    ConstructorThrows() { maybe_throw(); }
};

class EventsThrow : public Plugin<EventsThrow> {
public:
    static constexpr auto name = "EventsThrow";
    Events events() const { throw std::runtime_error("boom"); }
};

class NoService : public Plugin<NoService> {
public:
    static constexpr auto name = "NoService";
    explicit NoService(Host& host) : clock_(host.clock()) {}

private:
    Clock clock_;
};

class ManyReasons : public Plugin<ManyReasons> {
public:
    static constexpr auto name = "ManyReasons";
    explicit ManyReasons(Host& host) {
        for (int i = 0; i < 10; ++i) {
            static_cast<void>(host.reason("reason " + std::to_string(i)));
        }
    }
};

}  // namespace

BERTH_EXPORT_PLUGINS(Throws, BatchThrows, ConstructorThrows, EventsThrow, NoService, ManyReasons)

namespace {

using namespace berth::test;  // NOLINT(google-build-using-namespace)
using Said = std::vector<std::string>;

const berth_signature kSignature = {sizeof(berth_signature), 0, nullptr,
                                    [](const berth_signature*, std::uint32_t) {},
                                    [](const berth_signature*, berth_str, berth_str) {}};
const berth_bytes_out kBytes = {sizeof(berth_bytes_out), 0, nullptr,
                                [](const berth_bytes_out*, berth_str) {}};

// Calls every function that has a status and reasons; "status: reasons" of each.
Said call_all(PluginUnderTest& plugin) {
    FakePod pod("p");
    FakeNodes nodes(2);
    const berth_node_ref ref{sizeof ref, 0, 1, wire("n"), wire("u")};
    berth_plugin* self = plugin.plugin;
    const berth_call* call = &plugin.call;
    berth_reasons* why = &plugin.reasons;
    std::uint64_t bits[1] = {};
    berth_narrowing narrowing{sizeof narrowing, 0, bits};
    berth_nomination nomination{sizeof nomination, 0, 0, 0, nullptr};
    std::int64_t scores[2] = {};
    std::int64_t timeout = 0;
    std::uint32_t parallel = 0;
    Said said;
    const auto note = [&](std::int32_t status) {
        plugin.status = status;
        said.push_back(plugin.said());
        plugin.reasons = 0;
    };
    const auto& pre_filter = *plugin.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1);
    const auto& score = *plugin.table<berth_score_v1>(BERTH_SCORE_V1);
    const auto& pre_bind = *plugin.table<berth_pre_bind_v1>(BERTH_PRE_BIND_V1);
    note(plugin.table<berth_pre_enqueue_v1>(BERTH_PRE_ENQUEUE_V1)
             ->pre_enqueue(self, call, &pod.raw, why));
    note(pre_filter.pre_filter(self, call, &pod.raw, &nodes.raw, &narrowing, why));
    note(pre_filter.add_pod(self, call, &pod.raw, &pod.raw, &nodes.raw, why));
    note(pre_filter.remove_pod(self, call, &pod.raw, &pod.raw, &nodes.raw, why));
    note(plugin.table<berth_post_filter_v1>(BERTH_POST_FILTER_V1)
             ->post_filter(self, call, &pod.raw, &nodes.raw, nullptr, &nomination, why));
    note(plugin.table<berth_pre_score_v1>(BERTH_PRE_SCORE_V1)
             ->pre_score(self, call, &pod.raw, &nodes.raw, why));
    note(score.score(self, call, &pod.raw, &nodes.raw, scores, why));
    note(score.normalize(self, call, &pod.raw, &nodes.raw, scores, why));
    note(
        plugin.table<berth_reserve_v1>(BERTH_RESERVE_V1)->reserve(self, call, &pod.raw, &ref, why));
    note(plugin.table<berth_permit_v1>(BERTH_PERMIT_V1)
             ->permit(self, call, &pod.raw, &ref, &timeout, why));
    note(pre_bind.pre_flight(self, call, &pod.raw, &ref, &parallel, why));
    note(pre_bind.pre_bind(self, call, &pod.raw, &ref, why));
    note(plugin.table<berth_bind_v1>(BERTH_BIND_V1)->bind(self, call, &pod.raw, &ref, why));
    return said;
}

TEST_CASE("exceptions: become an error with their text at every point") {
    PluginUnderTest plugin(berth_entry_exceptions_test(), "Throws");
    REQUIRE(plugin.status == BERTH_SUCCESS);
    mode = 0;
    for (const std::string& said : call_all(plugin)) {
        CHECK(said == "0: ");
    }
    mode = 1;
    for (const std::string& said : call_all(plugin)) {
        CHECK(said == "1: boom");
    }
    mode = 2;
    for (const std::string& said : call_all(plugin)) {
        CHECK(said == "1: exception of an unknown type");
    }
    mode = 0;
}

TEST_CASE("exceptions: where there is no reason to give, the status or a safe answer says it") {
    PluginUnderTest plugin(berth_entry_exceptions_test(), "Throws");
    FakePod pod("p");
    const berth_node_ref ref{sizeof ref, 0, 1, wire("n"), wire("u")};
    const berth_queued queued{sizeof queued, BERTH_QUEUED_POD, &pod.raw, 0, 0, 0, 0};
    const auto& reserve = *plugin.table<berth_reserve_v1>(BERTH_RESERVE_V1);
    const auto& state = *plugin.table<berth_state_v1>(BERTH_STATE_V1);
    FakeNodes nodes(1);
    int cell = 0;
    for (mode = 2; mode >= 0; --mode) {
        CAPTURE(mode);
        const std::int32_t status = mode == 0 ? BERTH_SUCCESS : BERTH_ERROR;
        CHECK(plugin.table<berth_queue_sort_v1>(BERTH_QUEUE_SORT_V1)
                  ->less(plugin.plugin, &queued, &queued) == (mode == 0 ? 1 : 0));
        reserve.unreserve(plugin.plugin, &plugin.call, &pod.raw, &ref);
        CHECK(reserve.adopt(plugin.plugin, &plugin.call, &pod.raw, &ref, 1) == status);
        plugin.table<berth_post_bind_v1>(BERTH_POST_BIND_V1)
            ->post_bind(plugin.plugin, &plugin.call, &pod.raw, &ref);
        CHECK(plugin.table<berth_sign_v1>(BERTH_SIGN_V1)
                  ->sign(plugin.plugin, &plugin.call, &pod.raw, &kSignature) == status);
        std::int64_t until = 0;
        CHECK(plugin.table<berth_column_v1>(BERTH_COLUMN_V1)
                  ->fill(plugin.plugin, &nodes.flat[0], 0, &cell, &until) == status);
        CHECK(state.save(plugin.plugin, &kBytes) == status);
        CHECK(state.load(plugin.plugin, 1, wire("x")) == status);
        const auto* epoch = plugin.table<berth_epoch_v1>(BERTH_EPOCH_V1);
        plugin.call.cycle = 1;
        const std::uint64_t first = epoch->epoch(plugin.plugin, &plugin.call, &pod.raw);
        plugin.call.cycle = 2;
        CHECK((first == epoch->epoch(plugin.plugin, &plugin.call, &pod.raw)) == (mode == 0));
    }
    mode = 0;
    CHECK(cell == 8);
}

TEST_CASE("exceptions: filter of one node fails that node, of a batch the call") {
    FakePod pod("p");
    FakeNodes nodes(3);
    PluginUnderTest one(berth_entry_exceptions_test(), "Throws");
    mode = 1;
    CHECK(one.filter(pod, nodes) == Said{"0", "1: boom", "0"});
    CHECK(one.status == BERTH_SUCCESS);
    mode = 0;
    PluginUnderTest batch(berth_entry_exceptions_test(), "BatchThrows");
    CHECK(batch.filter(pod, nodes)[0] == "0: boom");
    CHECK(batch.status == BERTH_ERROR);
    nodes.range(0, 0);
    CHECK(batch.filter(pod, nodes).empty());
    CHECK(batch.status == BERTH_ERROR);
    batch.score(pod, nodes);
    CHECK(batch.said() == "1: boom");
}

TEST_CASE("exceptions: a plugin that cannot be constructed is refused with a sentence") {
    struct Case {
        const char* name;
        const char* error;
    };
    const Case cases[] = {
        {"ConstructorThrows", ": boom"},
        {"EventsThrow", ": boom"},
        {"NoService", ": this host does not serve berth.host.clock/1, which the plugin needs"},
        {"ManyReasons", ": the host's table of reasons is full"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        FakeHost host;
        host.missing.emplace(BERTH_HOST_CLOCK_V1);
        host.most_reasons = 5;
        FakeErrors errors;
        berth_plugin* made = nullptr;
        mode = 1;
        CHECK(find_factory(berth_entry_exceptions_test(), c.name)
                  ->create(&host, nullptr, &made, &errors) == BERTH_ERROR);
        mode = 0;
        CHECK(made == nullptr);
        CHECK(errors.lines == Said{c.error});
    }
}

TEST_CASE("drafts: the entry carries their hash") {
    CHECK(berth_entry_exceptions_test()->draft_hash == BERTH_DRAFT_HASH);
}

}  // namespace
