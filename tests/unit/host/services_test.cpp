#include "core/host/services/services.hpp"

#include <string>

#include <doctest/doctest.h>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/framework/cycle.hpp"
#include "core/host/host_record.hpp"
#include "core/index/host_index.hpp"
#include "tests/unit/framework/fakes.hpp"

namespace berth::host {

namespace {

class FakeEngine final : public Engine {
public:
    [[nodiscard]] bool may_write() const override { return true; }
    void request(access::ObjectRequest, access::ReplyDone done) override { done({}); }
    void record(access::EventRecord) override {}
    void set_condition(const PodName&, model::PodCondition, access::ReplyDone done) override {
        done({200, "", "", ""});
    }
    bool bind(const berth_pod&, const berth_node_ref&, std::uint64_t token) override {
        bound = token;
        return allowed;
    }
    std::int32_t complete(std::uint64_t token, std::int32_t code, std::string_view text) override {
        said = std::to_string(token) + " " + std::to_string(code) + " " + std::string(text);
        return BERTH_SUCCESS;
    }

    bool allowed = true;
    std::uint64_t bound = 0;
    std::string said;
};

struct World {
    base::SymbolTable symbols;
    base::FakeClock clock;
    Context context{symbols, clock};
    framework::ReasonTable reasons;
    HostRecord record{context, reasons, "Test@1"};

    template <typename Table>
    const Table& service(std::string_view id) const {
        return *static_cast<const Table*>(record.service(&record, {id.data(), id.size()}));
    }
};

berth_str str(std::string_view text) {
    return {text.data(), text.size()};
}

}  // namespace

TEST_CASE("services: an instance gets all stable ones, an image log and clock") {
    World world;
    const HostRecord image(world.context, "lib.so");
    const std::string_view ids[] = {
        BERTH_HOST_LOG_V1,     BERTH_HOST_CLOCK_V1,     BERTH_HOST_SYMBOLS_V1,
        BERTH_HOST_REASONS_V1, BERTH_HOST_COLUMNS_V1,   BERTH_HOST_COMPLETION_V1,
        BERTH_HOST_COLUMN_V1,  BERTH_HOST_DOCUMENTS_V1, BERTH_HOST_METRICS_V1,
        BERTH_HOST_OBJECTS_V1, BERTH_HOST_WATCH_V1,     BERTH_HOST_COUNTS_V1,
        BERTH_HOST_TERMS_V1};
    for (const std::string_view id : ids) {
        INFO(std::string(id));
        CHECK(world.record.service(&world.record, str(id)) != nullptr);
        const bool for_images = id == BERTH_HOST_LOG_V1 || id == BERTH_HOST_CLOCK_V1;
        CHECK((image.service(&image, str(id)) != nullptr) == for_images);
    }
    CHECK(world.record.service(&world.record, str("berth.host.log/2")) == nullptr);
    CHECK(world.record.service(&world.record, str("berth.host.thread-check/1")) == nullptr);
    CHECK(world.record.service(&world.record, {nullptr, 0}) == nullptr);
    CHECK(world.record.service(nullptr, str(BERTH_HOST_LOG_V1)) == nullptr);
}

TEST_CASE("services: symbols and clock") {
    World world;
    const auto& symbols = world.service<berth_symbols_v1>(BERTH_HOST_SYMBOLS_V1);
    const berth_symbol zone = symbols.intern(&world.record, str("zone"));
    CHECK(zone == symbols.intern(&world.record, str("zone")));
    CHECK(std::string_view(symbols.text(&world.record, zone).ptr, 4) == "zone");
    CHECK(symbols.text(&world.record, 12345).len == 0);
    CHECK(symbols.intern(&world.record, {nullptr, 0}) == 0);
    CHECK(symbols.intern(nullptr, str("x")) == 0);

    const auto& clock = world.service<berth_clock_v1>(BERTH_HOST_CLOCK_V1);
    const std::int64_t before = clock.now_ns(&world.record);
    world.clock.advance(base::Duration(5));
    CHECK(clock.now_ns(&world.record) == before + 5);
    CHECK(clock.steady_ns(&world.record) == 5);
}

TEST_CASE("services: reasons are the generation's, details the cycle's") {
    World world;
    const auto& reasons = world.service<berth_reasons_v1>(BERTH_HOST_REASONS_V1);
    const berth_str texts[] = {str("Too many pods"), str("Insufficient cpu")};
    const berth_reasons number = reasons.intern(&world.record, texts, 2);
    CHECK(world.reasons.texts(number) ==
          framework::ReasonList{"Too many pods", "Insufficient cpu"});
    CHECK(reasons.intern(&world.record, nullptr, 3) == 0);

    framework::testing::Behaviour plugin;
    plugin.name = "A";
    framework::testing::FakeCycle fake({plugin});
    const berth_call call = fake.cycle.call(*fake.profile().instances[0]);
    const berth_reasons detail = reasons.detail(&world.record, &call, texts, 1);
    CHECK(fake.cycle.texts(detail) == framework::ReasonList{"Too many pods"});
    CHECK(reasons.detail(&world.record, nullptr, texts, 1) == 0);
}

TEST_CASE("services: columns answer null outside of a cycle") {
    World world;
    const auto& columns = world.service<berth_columns_v1>(BERTH_HOST_COLUMNS_V1);
    CHECK(columns.row(&world.record, nullptr, str("n1")) == BERTH_NO_ROW);
    CHECK(columns.label(&world.record, nullptr, 1) == nullptr);
    CHECK(columns.image(&world.record, nullptr, str("a:1")) == nullptr);
    CHECK(columns.resource(&world.record, nullptr, 1) == nullptr);
    CHECK(columns.taint_sets(&world.record, nullptr).count == 0);
    CHECK(columns.value_id(&world.record, nullptr, str("x")) == 0);

    framework::testing::FakeSnapshot snapshot(3);
    world.context.set_snapshot(&snapshot);
    CHECK(columns.row(&world.record, nullptr, str("n1")) == 1);
    CHECK(columns.row(&world.record, nullptr, str("n7")) == BERTH_NO_ROW);
    world.context.set_snapshot(nullptr);
    CHECK(columns.row(&world.record, nullptr, str("n1")) == BERTH_NO_ROW);
}

TEST_CASE("services: counts ask the index in a cycle, and answer null without one") {
    World world;
    const auto& counts = world.service<berth_counts_v1>(BERTH_HOST_COUNTS_V1);
    berth_count_query query{};
    query.struct_size = sizeof(query);
    const berth_pod pod{};
    CHECK(counts.counts(&world.record, nullptr, &query) == nullptr);
    CHECK(counts.counted(&world.record, nullptr, &query, &pod) == 0);

    cache::Cache cache(world.symbols);
    index::HostIndex index(cache, world.symbols);
    world.context.set_index(&index);
    CHECK(counts.counts(&world.record, nullptr, &query) == nullptr);
    world.context.set_snapshot(&cache.snapshot());
    const berth_counts* answer = counts.counts(&world.record, nullptr, &query);
    REQUIRE(answer != nullptr);
    CHECK(answer->values == 0);
    CHECK(answer->total_pods == 0);
    CHECK(counts.counts(&world.record, nullptr, nullptr) == nullptr);
    query.struct_size = 8;
    CHECK(counts.counts(&world.record, nullptr, &query) == nullptr);
    CHECK(counts.counted(&world.record, nullptr, &query, nullptr) == 0);
    world.context.set_snapshot(nullptr);
    world.context.set_index(nullptr);
}

TEST_CASE("services: terms ask the index in a cycle, and answer nothing without one") {
    World world;
    const auto& terms = world.service<berth_terms_v1>(BERTH_HOST_TERMS_V1);
    const berth_pod pod{};
    const berth_pod_term term{};
    CHECK(terms.matching(&world.record, nullptr, &pod, 15).count == 0);
    CHECK(terms.matches(&world.record, nullptr, &term, &pod) == 0);

    cache::Cache cache(world.symbols);
    index::HostIndex index(cache, world.symbols);
    world.context.set_index(&index);
    world.context.set_snapshot(&cache.snapshot());
    CHECK(terms.matching(&world.record, nullptr, &pod, 15).count == 0);
    CHECK(terms.matching(&world.record, nullptr, nullptr, 15).count == 0);
    CHECK(terms.matches(&world.record, nullptr, &term, &pod) == 0);
    CHECK(terms.matches(&world.record, nullptr, nullptr, &pod) == 0);
    world.context.set_snapshot(nullptr);
    world.context.set_index(nullptr);
}

TEST_CASE("services: completion goes to the engine, and fails without one") {
    World world;
    const auto& completion = world.service<berth_completion_v1>(BERTH_HOST_COMPLETION_V1);
    const berth_pod pod{};
    const berth_node_ref node{};
    berth_call call{};
    call.token = 17;
    CHECK(completion.complete(&world.record, 5, BERTH_SUCCESS, str("")) == BERTH_ERROR);
    CHECK(completion.bind(&world.record, &call, &pod, &node) == BERTH_ERROR);
    FakeEngine engine;
    world.context.set_engine(&engine);
    CHECK(completion.complete(&world.record, 5, BERTH_PENDING, str("why")) == BERTH_SUCCESS);
    CHECK(engine.said == "5 6 why");
    CHECK(completion.bind(&world.record, &call, &pod, &node) == BERTH_STARTED);
    CHECK(engine.bound == 17);
    CHECK(completion.bind(&world.record, nullptr, &pod, &node) == BERTH_ERROR);
    engine.allowed = false;
    CHECK(completion.bind(&world.record, &call, &pod, &node) == BERTH_ERROR);
}

}  // namespace berth::host
