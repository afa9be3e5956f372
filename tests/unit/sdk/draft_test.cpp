// The members of draft points: what they are given, and how their answers reach the host.
#include <string>

namespace {
int inits = 0;
}  // namespace
struct berth_host;
static void start(const berth_host*) {
    if (inits++ != 0) {
        throw inits;
    }
}
static void stop() {
    --inits;
}

#define BERTH_BUILTIN draft_test
#define BERTH_VENDOR "tests"
#define BERTH_ENTRY_FLAGS BERTH_ENTRY_OWNS_THREADS
#define BERTH_ENTRY_INIT start
#define BERTH_ENTRY_DEINIT stop

#include <berth/sdk/draft.h>
#include <berth/testing.h>
#include <doctest/doctest.h>

namespace {

using namespace berth;  // NOLINT(google-build-using-namespace)

class Drafts : public Plugin<Drafts> {
public:
    static constexpr auto name = "Drafts";
    static constexpr bool pre_bind_blocks = true;
    static constexpr Action column_reads = Action::update_node_annotation;
    static constexpr std::uint32_t state_version = 3;
    static constexpr std::uint32_t oldest_state = 2;
    static constexpr bool state_holds_reservations = true;
    struct State {
        std::string reserved_on;
    };
    struct Cell {
        std::int64_t load;
    };

    void reserve(const Pod&, const NodeRef& node, Call& call) {
        call.emplace<State>(std::string(node.name()));
    }
    void unreserve(const Pod& pod, const NodeRef&, State& state) {
        log_ += " unreserve " + std::string(pod.name()) + " of " + state.reserved_on;
    }
    Verdict adopt(const Pod&, const NodeRef&, std::uint32_t flags) {
        return flags == BERTH_ADOPT_WAITING ? Verdict::success() : Verdict::error("too late");
    }
    Permission permit(const Pod& pod, const NodeRef&, Call& call) {
        if (pod.name() == "waits") {
            return Permission::wait(std::chrono::seconds(5));
        }
        return Verdict::unschedulable(call.detail("no"));
    }
    PreFlight pre_bind_pre_flight(const Pod& pod, const NodeRef&) {
        return pod.name() == "idle" ? PreFlight::nothing : PreFlight::beside_others;
    }
    Verdict pre_bind(const Pod&, const NodeRef&, Call&) { return Verdict::started(); }
    void post_bind(const Pod& pod, const NodeRef& node, State&) {
        log_ += " bound " + std::string(pod.name()) + " to " + std::string(node.name());
    }
    Verdict post_filter(const Pod&, const Nodes&, const Refusals& refusals, Nomination& nomination,
                        Call& call) {
        nomination.set(1);
        return Verdict(Code::success, call.detail({refusals.plugin(0), refusals.reasons(0)[0]}));
    }
    Verdict sign(const Pod& pod, Signature& signature) {
        signature.parts(BERTH_PART_REQUESTS | BERTH_PART_LABELS);
        signature.fragment("Drafts", pod.name());
        return Verdict::success();
    }
    std::uint64_t epoch(const Pod&) const { return 42; }
    void fill_cell(const Node& node, Cell& cell) const {
        cell.load = std::stoll(std::string(node.annotations().get("load")));
    }
    std::string save_state() const { return log_; }
    void load_state(std::uint32_t version, std::string_view bytes) {
        log_ = std::to_string(version) + ":" + std::string(bytes);
    }

private:
    std::string log_;
};

}  // namespace

BERTH_EXPORT_PLUGINS(Drafts)

namespace {

using namespace berth::test;  // NOLINT(google-build-using-namespace)

struct Fixture {
    PluginUnderTest plugin{berth_entry_draft_test(), "Drafts"};
    FakePod pod{"p"};
    FakePod waits{"waits"};
    FakePod idle{"idle"};
    FakeNodes nodes{2};
    berth_node_ref node{sizeof node, 0, 100, wire("n0"), wire("u0")};

    std::string saved() {
        static std::string bytes;
        bytes.clear();
        const berth_bytes_out out{
            sizeof out, 0, nullptr,
            [](const berth_bytes_out*, berth_str more) { bytes += copy(more); }};
        plugin.table<berth_state_v1>(BERTH_STATE_V1)->save(plugin.plugin, &out);
        return bytes;
    }
};

TEST_CASE("entry: vendor, flags and guarded hooks") {
    const berth_entry* entry = berth_entry_draft_test();
    CHECK(copy(entry->vendor) == "tests");
    CHECK(entry->flags == BERTH_ENTRY_OWNS_THREADS);
    CHECK(entry->draft_hash == BERTH_DRAFT_HASH);
    const FakeHost host;
    CHECK(entry->init(&host) == BERTH_SUCCESS);
    CHECK(entry->init(&host) == BERTH_ERROR);
    entry->deinit();
    CHECK(inits == 1);
    inits = 0;
}

TEST_CASE_FIXTURE(Fixture, "reserve: state, unreserve, adopt") {
    const auto& table = *plugin.table<berth_reserve_v1>(BERTH_RESERVE_V1);
    // An adopted pod has no state: the member that asks for it is not called.
    table.unreserve(plugin.plugin, &plugin.call, &pod.raw, &node);
    CHECK(saved().empty());
    CHECK(table.reserve(plugin.plugin, &plugin.call, &pod.raw, &node, &plugin.reasons) ==
          BERTH_SUCCESS);
    table.unreserve(plugin.plugin, &plugin.call, &pod.raw, &node);
    plugin.table<berth_post_bind_v1>(BERTH_POST_BIND_V1)
        ->post_bind(plugin.plugin, &plugin.call, &pod.raw, &node);
    CHECK(saved() == " unreserve p of n0 bound p to n0");
    CHECK(table.adopt(plugin.plugin, &plugin.call, &pod.raw, &node, BERTH_ADOPT_WAITING) ==
          BERTH_SUCCESS);
    CHECK(table.adopt(plugin.plugin, &plugin.call, &pod.raw, &node, BERTH_ADOPT_BIND) ==
          BERTH_ERROR);
}

TEST_CASE_FIXTURE(Fixture, "permit: waits with its time, or refuses with a reason") {
    const auto& table = *plugin.table<berth_permit_v1>(BERTH_PERMIT_V1);
    std::int64_t timeout = -1;
    CHECK(table.permit(plugin.plugin, &plugin.call, &waits.raw, &node, &timeout, &plugin.reasons) ==
          BERTH_WAIT);
    CHECK(timeout == 5'000'000'000);
    plugin.status =
        table.permit(plugin.plugin, &plugin.call, &pod.raw, &node, &timeout, &plugin.reasons);
    CHECK(plugin.said() == "2: no");
}

TEST_CASE_FIXTURE(Fixture, "pre_bind: the pre-flight says whether and how") {
    const auto& table = *plugin.table<berth_pre_bind_v1>(BERTH_PRE_BIND_V1);
    CHECK(table.blocks == 1);
    std::uint32_t parallel = 0;
    CHECK(table.pre_flight(plugin.plugin, &plugin.call, &pod.raw, &node, &parallel,
                           &plugin.reasons) == BERTH_SUCCESS);
    CHECK(parallel == 1);
    CHECK(table.pre_flight(plugin.plugin, &plugin.call, &idle.raw, &node, &parallel,
                           &plugin.reasons) == BERTH_SKIP);
    CHECK(parallel == 0);
    CHECK(table.pre_bind(plugin.plugin, &plugin.call, &pod.raw, &node, &plugin.reasons) ==
          BERTH_STARTED);
}

TEST_CASE_FIXTURE(Fixture, "post_filter: reads refusals, nominates, says something on success") {
    static const berth_str why = wire("full");
    const std::uint8_t codes[] = {2, 2};
    const berth_refusals refusals{sizeof refusals,
                                  2,
                                  codes,
                                  nullptr,
                                  [](const berth_refusals*, std::uint32_t) {
                                      return berth_array{&why, 1, sizeof why};
                                  },
                                  [](const berth_refusals*, std::uint32_t) { return wire("Fit"); }};
    berth_nomination nomination{sizeof nomination, BERTH_NOMINATION_KEEP, 0, 0, nullptr};
    plugin.status = plugin.table<berth_post_filter_v1>(BERTH_POST_FILTER_V1)
                        ->post_filter(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw, &refusals,
                                      &nomination, &plugin.reasons);
    CHECK(plugin.said() == "0: Fit, full");
    CHECK(nomination.mode == BERTH_NOMINATION_SET);
    CHECK(nomination.row == 1);
}

TEST_CASE_FIXTURE(Fixture, "sign and epoch") {
    static std::string signed_with;
    signed_with.clear();
    const berth_signature signature{
        sizeof signature, 0, nullptr,
        [](const berth_signature*, std::uint32_t parts) { signed_with = std::to_string(parts); },
        [](const berth_signature*, berth_str key, berth_str value) {
            signed_with += " " + copy(key) + "=" + copy(value);
        }};
    CHECK(plugin.table<berth_sign_v1>(BERTH_SIGN_V1)
              ->sign(plugin.plugin, &plugin.call, &pod.raw, &signature) == BERTH_SUCCESS);
    CHECK(signed_with == "33 Drafts=p");
    CHECK(plugin.table<berth_epoch_v1>(BERTH_EPOCH_V1)
              ->epoch(plugin.plugin, &plugin.call, &pod.raw) == 42);
}

TEST_CASE_FIXTURE(Fixture, "column cells and saved state") {
    nodes.annotation(1, "load", "17");
    const auto& column = *plugin.table<berth_column_v1>(BERTH_COLUMN_V1);
    std::int64_t until = 0;
    CHECK(column.cell_size == 8);
    CHECK(column.reads == BERTH_ACTION_UPDATE_NODE_ANNOTATION);
    std::int64_t cell = 0;
    CHECK(column.fill(plugin.plugin, &nodes.flat[1], 0, &cell, &until) == BERTH_SUCCESS);
    CHECK(cell == 17);
    CHECK(column.fill(plugin.plugin, &nodes.flat[0], 0, &cell, &until) == BERTH_ERROR);
    const auto& state = *plugin.table<berth_state_v1>(BERTH_STATE_V1);
    CHECK(state.flags == BERTH_STATE_HOLDS_RESERVATIONS);
    CHECK(state.version == 3);
    CHECK(state.oldest == 2);
    CHECK(state.load(plugin.plugin, 2, wire("old")) == BERTH_SUCCESS);
    CHECK(saved() == "2:old");
}

}  // namespace
