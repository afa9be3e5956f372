// A plugin written against the C headers alone, with every function replaceable by a faulty one.
//
// Each source beside this one defines `faults` and is built as one shared object per fault, chosen
// by -DFAULT_<NAME>. With -DFAULTY_LATER the functions of a cycle are faulty only for pods whose
// name begins with "trigger", so that a library passes what is tried with it before it is used.
// FAULTY_PLUGIN names the plugin, "Faulty" where it is not given.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

#include <berth/berth.h>

#ifndef FAULTY_PLUGIN
#define FAULTY_PLUGIN "Faulty"
#endif
#ifndef FAULTY_BUILD
#define FAULTY_BUILD ""
#endif

namespace faulty {

// Null: as a good plugin does.
struct Faults {
    std::int32_t (*init)(const berth_host*) = nullptr;
    std::int32_t (*create)(const berth_host*) = nullptr;
    std::int32_t (*filter)(const berth_call*, const berth_nodes*, berth_verdicts*) = nullptr;
    std::int32_t (*score)(const berth_call*, const berth_nodes*, std::int64_t*) = nullptr;
    void (*destroy)() = nullptr;
    void (*deinit)() = nullptr;
};

// Defined by the source that includes this.
extern const Faults faults;

// Of the instance, or of the image before there is one.
inline const berth_host* host = nullptr;

template <typename Table>
const Table* service(const char* id) {
    if (host == nullptr) {
        return nullptr;
    }
    return static_cast<const Table*>(host->service(host, berth_str{id, std::strlen(id)}));
}

namespace {

bool now([[maybe_unused]] const berth_pod* pod) {
#ifdef FAULTY_LATER
    return std::string_view(pod->name.ptr, pod->name.len).substr(0, 7) == "trigger";
#else
    return true;
#endif
}

std::int32_t filter(berth_plugin*, const berth_call* call, const berth_pod* pod,
                    const berth_nodes* nodes, berth_verdicts* verdicts) {
    if (faults.filter != nullptr && now(pod)) {
        return faults.filter(call, nodes, verdicts);
    }
    return BERTH_SUCCESS;
}

std::int32_t score(berth_plugin*, const berth_call* call, const berth_pod* pod,
                   const berth_nodes* nodes, std::int64_t* scores, berth_reasons*) {
    if (faults.score != nullptr && now(pod)) {
        return faults.score(call, nodes, scores);
    }
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = 0;
    }
    return BERTH_SUCCESS;
}

const berth_filter_v1 filter_table{sizeof(berth_filter_v1), 0, filter};
const berth_score_v1 score_table{
    sizeof(berth_score_v1), 0, BERTH_NORMALIZE_NONE, 0, score, nullptr};

const void* table(berth_plugin*, berth_str id) {
    const std::string_view name(id.ptr, id.len);
    if (name == BERTH_FILTER_V1) {
        return &filter_table;
    }
    return name == BERTH_SCORE_V1 ? &score_table : nullptr;
}

void destroy(berth_plugin* self) {
    if (faults.destroy != nullptr) {
        faults.destroy();
    }
    delete self;
}

std::int32_t create(const berth_host* given, const berth_args*, berth_plugin** out,
                    const berth_errors*) {
    host = given;
    if (faults.create != nullptr) {
        if (const std::int32_t code = faults.create(given); code != BERTH_SUCCESS) {
            return code;
        }
    }
    *out = new berth_plugin{sizeof(berth_plugin), 0, table, destroy};
    return BERTH_SUCCESS;
}

std::int32_t init(const berth_host* given) {
    return faults.init == nullptr ? BERTH_SUCCESS : faults.init(given);
}

void deinit() {
    if (faults.deinit != nullptr) {
        faults.deinit();
    }
}

const berth_str points[] = {BERTH_STR(BERTH_FILTER_V1), BERTH_STR(BERTH_SCORE_V1)};

const berth_factory factory_of_all{sizeof(berth_factory),
                                   0,
                                   BERTH_STR(FAULTY_PLUGIN),
                                   BERTH_STR("Does something that no plugin may do."),
                                   nullptr,
                                   nullptr,
                                   create,
                                   {static_cast<const void*>(points), 2, sizeof(berth_str)}};

std::uint32_t factory_count() {
    return 1;
}
const berth_factory* factory(std::uint32_t number) {
    return number == 0 ? &factory_of_all : nullptr;
}

const berth_entry entry{sizeof(berth_entry),
                        BERTH_ABI,
                        BERTH_ABI,
                        0,
                        0,
                        BERTH_STR("the tests"),
                        BERTH_STR("1"),
                        BERTH_STR(FAULTY_BUILD),
                        init,
                        deinit,
                        factory_count,
                        factory};

}  // namespace
}  // namespace faulty

extern "C" const berth_entry* berth_plugin_entry_v1(void) {
    return &faulty::entry;
}
