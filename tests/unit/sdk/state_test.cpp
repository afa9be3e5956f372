// CycleState: one object a cycle, copied for dry runs, ended once.
#include <berth/sdk.h>
#include <berth/testing.h>
#include <doctest/doctest.h>

namespace {

int alive = 0;
int copies = 0;

// Counts its objects.
struct Counted {
    explicit Counted(int start = 0) : number(start) { ++alive; }
    Counted(const Counted& other) : number(other.number) {
        if (number < 0) {
            throw std::bad_alloc();
        }
        ++alive;
        ++copies;
    }
    Counted& operator=(const Counted&) = delete;
    ~Counted() { --alive; }
    int number;
};

struct Shared {
    static constexpr bool shared = true;
    int number = 1;
};

struct Immovable {
    Immovable() = default;
    Immovable(const Immovable&) = delete;
    Immovable& operator=(const Immovable&) = delete;
};

using berth::test::FakeCall;
using berth::test::FakeHost;

struct Fixture {
    FakeHost fake_host;
    berth::Host host{&fake_host, nullptr};
    FakeCall raw;
    berth::Call call{host, &raw};
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "state: replacing ends the old one, the cycle ends the last") {
    alive = 0;
    CHECK(call.find_state<Counted>() == nullptr);
    CHECK(call.emplace<Counted>(1).number == 1);
    CHECK(call.emplace<Counted>(2).number == 2);
    CHECK(alive == 1);
    CHECK(call.state<Counted>().number == 2);
    CHECK(&call.state_or_new<Counted>() == &call.state<Counted>());
    raw.end_cycle();
    CHECK(alive == 0);
    CHECK(call.state_or_new<Counted>().number == 0);
    raw.end_cycle();
    CHECK(alive == 0);
}

TEST_CASE_FIXTURE(Fixture, "state: another type is not there") {
    alive = 0;
    call.emplace<Shared>();
    CHECK(call.find_state<Counted>() == nullptr);
    CHECK_THROWS_WITH(call.state<Counted>(), "the cycle holds no state of this plugin");
    call.state_or_new<Counted>();
    CHECK(call.find_state<Shared>() == nullptr);
    CHECK(alive == 1);
    raw.end_cycle();
    CHECK(alive == 0);
}

TEST_CASE_FIXTURE(Fixture, "state: clone copies once, and says so when it cannot") {
    alive = copies = 0;
    call.emplace<Counted>(5);
    FakeCall dry_run;
    dry_run.slot = {raw.slot.ops->clone(raw.slot.data), raw.slot.ops};
    CHECK(copies == 1);
    CHECK(alive == 2);
    CHECK(berth::Call(host, &dry_run).state<Counted>().number == 5);
    dry_run.end_cycle();
    CHECK(alive == 1);
    call.state<Counted>().number = -1;
    CHECK(raw.slot.ops->clone(raw.slot.data) == nullptr);
    CHECK(alive == 1);
    raw.end_cycle();
    CHECK(alive == 0);
}

TEST_CASE_FIXTURE(Fixture, "state: without a copy it is shared") {
    call.emplace<Shared>();
    CHECK((raw.slot.ops->clone == nullptr));
    CHECK((raw.slot.ops->destroy != nullptr));
    call.emplace<Immovable>();
    CHECK((raw.slot.ops->clone == nullptr));
}

TEST_CASE_FIXTURE(Fixture, "state: there is none outside of a cycle") {
    raw.state = nullptr;
    CHECK(call.find_state<Shared>() == nullptr);
    CHECK_THROWS_WITH(call.emplace<Shared>(), "there is no state outside of a pod's cycle");
}

TEST_CASE_FIXTURE(Fixture, "call: what it carries") {
    raw.cancelled = 0;
    raw.now_ns = 5;
    CHECK_FALSE(call.is_cancelled());
    raw.cancelled = 1;
    CHECK(call.is_cancelled());
    raw.cancel = nullptr;
    CHECK_FALSE(call.is_cancelled());
    CHECK(call.now_ns() == 5);
    CHECK(call.token() == 7);
    CHECK(fake_host.texts(static_cast<berth_reasons>(call.detail({"a", "b"}))) == "a, b");
    CHECK(host.reasons({"x", "y"}) == host.reasons({"x", "y"}));
    CHECK(host.reasons({"x"}) == host.reason("x"));
}

TEST_CASE_FIXTURE(Fixture, "services: symbols, clock, log, completion") {
    fake_host.now_ns = 12;
    CHECK(host.clock().now_ns() == 12);
    const berth::Symbols symbols = host.symbols();
    const berth::Symbol zone = symbols.intern("zone");
    CHECK(zone == symbols.intern("zone"));
    CHECK(zone != symbols.intern("host"));
    CHECK(symbols.intern("") == berth::Symbol::none);
    CHECK(symbols.text(zone) == "zone");
    const berth::Log log = host.log();
    CHECK_FALSE(log.enabled(4));
    log.info(4, "not written");
    fake_host.verbosity = 4;
    log.info(4, "written");
    log.warning("beware");
    log.error("broken");
    CHECK(fake_host.log == std::vector<std::string>{"I4 state_test.cpp: written",
                                                    "W0 state_test.cpp: beware",
                                                    "E0 state_test.cpp: broken"});
    CHECK(host.completion().complete(9, berth::Code::error, "why"));
    CHECK(fake_host.completed.at(0).token == 9);
    CHECK(fake_host.completed.at(0).text == "why");
}

TEST_CASE_FIXTURE(Fixture, "columns: label values by id, none where no node has it") {
    const berth_str texts[] = {{}, berth_str{"a", 1}, berth_str{"b", 1}};
    const std::uint32_t values[] = {2, 0, 1};
    const berth::Symbol zone = host.symbols().intern("zone");
    fake_host.label_columns[static_cast<berth_symbol>(zone)] = {sizeof(berth_label_column), 2,
                                                                values, texts};
    const berth::Columns columns = host.columns();
    const berth_label_column* column = columns.label(call, zone);
    REQUIRE(column != nullptr);
    CHECK(columns.value_id(column, "b") == 2);
    CHECK(columns.value_id(column, "c") == 0);
    CHECK(columns.value_id(nullptr, "b") == 0);
    CHECK(columns.label(call, berth::Symbol::none) == nullptr);
    CHECK_FALSE(columns.row(call, "n1"));
}
