#include "tests/unit/host/fakes.hpp"

#include <cstdlib>
#include <memory>
#include <string_view>

namespace berth::host::testing {

namespace {

// The ABI's factory functions get no context, so each has a slot of its own in a table.
constexpr std::size_t kMost = 24;

struct Slot {
    bool used = false;
    bool last = false;  // of its library
    Create create;
    berth_factory factory{};
};
std::array<Slot, kMost> slots;

template <std::size_t N>
std::int32_t create_slot(const berth_host* host, const berth_args* args, berth_plugin** out,
                         const berth_errors* errors) {
    return slots[N].create(host, args, out, errors);
}

template <std::size_t... N>
auto creators(std::index_sequence<N...>) {
    return std::array{create_slot<N>...};
}

// The entry of a library whose factories begin at slot First; `last` ends them.
template <std::size_t First>
const berth_factory* factory_from(std::uint32_t number) {
    return &slots[First + number].factory;
}
template <std::size_t First>
std::uint32_t count_from() {
    std::uint32_t count = 0;
    for (std::size_t i = First; i < kMost && slots[i].used; ++i) {
        ++count;
        if (slots[i].last) {
            break;
        }
    }
    return count;
}

template <std::size_t... N>
auto counters(std::index_sequence<N...>) {
    return std::array{count_from<N>...};
}
template <std::size_t... N>
auto finders(std::index_sequence<N...>) {
    return std::array{factory_from<N>...};
}

std::int32_t less(berth_plugin*, const berth_queued*, const berth_queued*) {
    return 0;
}
std::int32_t bind(berth_plugin*, const berth_call*, const berth_pod*, const berth_node_ref*,
                  berth_reasons*) {
    return BERTH_SUCCESS;
}
std::int32_t filter(berth_plugin*, const berth_call*, const berth_pod*, const berth_nodes*,
                    berth_verdicts*) {
    return BERTH_SUCCESS;
}
std::int32_t score(berth_plugin*, const berth_call*, const berth_pod*, const berth_nodes* nodes,
                   std::int64_t* scores, berth_reasons*) {
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = 1;
    }
    return BERTH_SUCCESS;
}

const void* table_of(berth_plugin* self, berth_str id) {
    for (const auto& [name, table] : static_cast<FakeInstance*>(self)->tables) {
        if (name == std::string_view(id.ptr, id.len)) {
            return table;
        }
    }
    return nullptr;
}

void destroy(berth_plugin* self) {
    const std::unique_ptr<FakeInstance> owned(static_cast<FakeInstance*>(self));
    if (owned->destroyed != nullptr) {
        ++*owned->destroyed;
    }
}

std::size_t first_free(std::size_t count) {
    for (std::size_t first = 0; first + count <= kMost; ++first) {
        bool free = true;
        for (std::size_t i = first; i < first + count; ++i) {
            free = free && !slots[i].used;
        }
        if (free) {
            return first;
        }
    }
    std::abort();
}

}  // namespace

const berth_queue_sort_v1 kSort{sizeof(berth_queue_sort_v1), 0, less};
const berth_bind_v1 kBind{sizeof(berth_bind_v1), 0, bind};
const berth_filter_v1 kFilter{sizeof(berth_filter_v1), BERTH_TRAIT_NODE_LOCAL, filter};
const berth_score_v1 kScore{sizeof(berth_score_v1), 0, BERTH_NORMALIZE_NONE, 0, score, nullptr};

FakeLibrary::FakeLibrary(std::vector<FakeFactory> factories) : factories_(std::move(factories)) {
    static const auto kCreators = creators(std::make_index_sequence<kMost>());
    static const auto kCounters = counters(std::make_index_sequence<kMost>());
    static const auto kFinders = finders(std::make_index_sequence<kMost>());
    const std::size_t first = first_ = first_free(factories_.size());
    for (std::size_t i = 0; i < factories_.size(); ++i) {
        FakeFactory& fake = factories_[i];
        Slot& slot = slots[first + i];
        slot.used = true;
        slot.create = fake.create;
        slot.factory = {};
        slot.factory.struct_size = sizeof(berth_factory);
        slot.last = i + 1 == factories_.size();
        slot.factory.name = {fake.name.data(), fake.name.size()};
        slot.factory.args = fake.args;
        slot.factory.create = fake.create ? kCreators[first + i] : nullptr;
        slot.factory.points = {fake.points.data(), static_cast<std::uint32_t>(fake.points.size()),
                               sizeof(berth_str)};
    }
    entry_.struct_size = sizeof(berth_entry);
    entry_.abi_built = entry_.abi_needed = BERTH_ABI;
    entry_.version = BERTH_STR("0.1.0");
    entry_.factory_count = kCounters[first];
    entry_.factory = kFinders[first];
}

FakeLibrary::~FakeLibrary() {
    for (std::size_t i = 0; i < factories_.size(); ++i) {
        slots[first_ + i] = Slot{};
    }
}

Create makes(std::vector<std::pair<std::string, const void*>> tables, int* destroyed) {
    return [tables = std::move(tables), destroyed](const berth_host*, const berth_args*,
                                                   berth_plugin** out, const berth_errors*) {
        auto instance = std::make_unique<FakeInstance>();
        instance->struct_size = sizeof(berth_plugin);
        instance->table = table_of;
        instance->destroy = destroy;
        instance->tables = tables;
        instance->destroyed = destroyed;
        *out = instance.release();
        return BERTH_SUCCESS;
    };
}

std::vector<FakeFactory> good_factories() {
    return {{"Sort", makes({{BERTH_QUEUE_SORT_V1, &kSort}}), {BERTH_STR(BERTH_QUEUE_SORT_V1)}},
            {"Bind", makes({{BERTH_BIND_V1, &kBind}}), {BERTH_STR(BERTH_BIND_V1)}},
            {"Filter", makes({{BERTH_FILTER_V1, &kFilter}}), {BERTH_STR(BERTH_FILTER_V1)}},
            {"Score", makes({{BERTH_SCORE_V1, &kScore}}), {BERTH_STR(BERTH_SCORE_V1)}}};
}

}  // namespace berth::host::testing
