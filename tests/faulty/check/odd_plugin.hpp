// A good plugin at Filter and Score against the C headers alone, whose parts can be replaced.
//
// Each source beside this one defines make_faulty(), which runs when the image is loaded and spoils
// one part, chosen by -DFAULT_<NAME>. Everything is static: one image, one plugin "Odd".
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <berth/berth.h>
#include <berth/draft/draft.h>

namespace odd {
namespace {

void make_faulty();

const berth_host* host = nullptr;

inline std::string_view view(berth_str text) {
    return {text.ptr, text.len};
}
inline berth_str str(const char* text) {
    return {text, std::strlen(text)};
}
template <typename Table>
const Table* service(const berth_host* from, const char* id) {
    return static_cast<const Table*>(from->service(from, str(id)));
}

std::int32_t good_filter(berth_plugin*, const berth_call*, const berth_pod*, const berth_nodes*,
                         berth_verdicts*) {
    return BERTH_SUCCESS;
}

std::int32_t good_score(berth_plugin*, const berth_call*, const berth_pod*,
                        const berth_nodes* nodes, std::int64_t* scores, berth_reasons*) {
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = BERTH_ROW(nodes, i) % 50;
    }
    return BERTH_SUCCESS;
}

berth_filter_v1 filter_table{sizeof(berth_filter_v1), 0, good_filter};
berth_score_v1 score_table{sizeof(berth_score_v1), 0, BERTH_NORMALIZE_NONE, 0, good_score, nullptr};

// What is served; the factory lists the same.
berth_str points[20] = {BERTH_STR(BERTH_FILTER_V1), BERTH_STR(BERTH_SCORE_V1)};
const void* tables[20] = {&filter_table, &score_table};
std::uint32_t served = 2;

[[maybe_unused]] void serve(const char* id, const void* table) {
    points[served] = str(id);
    tables[served++] = table;
}

const void* good_table(berth_plugin*, berth_str id) {
    for (std::uint32_t i = 0; i < served; ++i) {
        if (view(points[i]) == view(id)) {
            return tables[i];
        }
    }
    return nullptr;
}
const void* (*table)(berth_plugin*, berth_str) = good_table;

void good_destroy(berth_plugin* self) {
    std::free(self);
}
void (*destroy)(berth_plugin*) = good_destroy;

// Room behind the berth_plugin for what a fault keeps.
struct Instance {
    berth_plugin plugin;
    const void* kept;
    std::int64_t number;
};

std::int32_t good_create(const berth_host* given, const berth_args*, berth_plugin** out,
                         const berth_errors*) {
    host = given;
    auto* made = static_cast<Instance*>(std::calloc(1, sizeof(Instance)));
    made->plugin = {sizeof(berth_plugin), 0, table, destroy};
    *out = &made->plugin;
    return BERTH_SUCCESS;
}

berth_factory factory{sizeof(berth_factory),
                      0,
                      BERTH_STR("Odd"),
                      BERTH_STR("Is wrong in one way."),
                      nullptr,
                      nullptr,
                      good_create,
                      {static_cast<const void*>(points), 2, sizeof(berth_str)}};

std::uint32_t good_count() {
    return 1;
}
const berth_factory* good_factory(std::uint32_t number) {
    return number == 0 ? &factory : nullptr;
}

berth_entry entry{
    sizeof(berth_entry), BERTH_ABI,     BERTH_ABI, 0,       0,          BERTH_STR("the tests"),
    BERTH_STR("1"),      BERTH_STR(""), nullptr,   nullptr, good_count, good_factory};
const berth_entry* (*enter)() = [] { return static_cast<const berth_entry*>(&entry); };

[[gnu::constructor]] void spoil() {
    make_faulty();
    factory.points.count = served;
}

[[maybe_unused]] void refuse(berth_verdicts* verdicts, std::uint32_t position) {
    verdicts->code[position] = BERTH_UNSCHEDULABLE;
}

}  // namespace
}  // namespace odd

#if !defined(FAULT_NO_ENTRY)
extern "C" const berth_entry* berth_plugin_entry_v1(void) {
    return odd::enter();
}
#endif
