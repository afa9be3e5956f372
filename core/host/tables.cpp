#include "core/host/tables.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "core/framework/draft_tables.hpp"
#include "core/framework/plugin_call.hpp"
#include "core/host/text.hpp"
#include "core/settings/abi_view.hpp"

namespace berth::host {

namespace {

using framework::call_plugin;
using framework::EventRegistration;
using framework::PluginInstance;

constexpr std::uint32_t kMostRegistrations = 1024;

class Query {
public:
    Query(PluginInstance& instance, std::vector<std::string>& wrong)
        : instance_(instance), wrong_(wrong) {}

    // The table as a T of ours; nothing if the plugin has none, or a bad one.
    template <typename T>
    std::optional<T> copy(std::string_view id) {
        const void* const table = ask(id);
        if (table == nullptr) {
            return std::nullopt;
        }
        std::uint32_t size = 0;
        std::memcpy(&size, table, sizeof(size));
        if (size < sizeof(T)) {
            complain(id, fmt::format("has {} bytes, at least {} are needed", size, sizeof(T)));
            return std::nullopt;
        }
        T out;
        std::memcpy(&out, table, sizeof(T));
        out.struct_size = sizeof(T);
        return out;
    }

    // A draft table stays where it is: both sides know the same one.
    template <typename T>
    const T* keep(std::string_view id) {
        const auto copied = copy<T>(id);
        return copied ? static_cast<const T*>(ask(id)) : nullptr;
    }

    void require(std::string_view id, bool there, std::string_view function) {
        if (!there) {
            complain(id, fmt::format("has no function {}", function));
        }
    }

    void complain(std::string_view id, std::string_view what) {
        wrong_.push_back(fmt::format("its table {} {}", id, what));
    }

private:
    const void* ask(std::string_view id) {
        const void* table = nullptr;
        if (call_plugin([&] {
                table = instance_.plugin->table(instance_.plugin, str_of(id));
                return BERTH_SUCCESS;
            }) != BERTH_SUCCESS) {
            wrong_.push_back(fmt::format("it threw an exception when asked for its table {}", id));
            return nullptr;
        }
        return table;
    }

    PluginInstance& instance_;
    std::vector<std::string>& wrong_;
};

void query_queue_side(Query& query, framework::PluginTables& tables) {
    tables.pre_enqueue = query.copy<berth_pre_enqueue_v1>(BERTH_PRE_ENQUEUE_V1);
    if (tables.pre_enqueue) {
        query.require(BERTH_PRE_ENQUEUE_V1, tables.pre_enqueue->pre_enqueue != nullptr,
                      "pre_enqueue");
    }
    tables.queue_sort = query.copy<berth_queue_sort_v1>(BERTH_QUEUE_SORT_V1);
    if (tables.queue_sort) {
        query.require(BERTH_QUEUE_SORT_V1, tables.queue_sort->less != nullptr, "less");
    }
    tables.events = query.copy<berth_events_v1>(BERTH_EVENTS_V1);
    if (tables.events) {
        query.require(BERTH_EVENTS_V1, tables.events->registrations != nullptr, "registrations");
    }
}

void query_cycle_side(Query& query, framework::PluginTables& tables) {
    tables.pre_filter = query.copy<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1);
    if (tables.pre_filter) {
        const berth_pre_filter_v1& table = *tables.pre_filter;
        query.require(BERTH_PRE_FILTER_V1, table.pre_filter != nullptr, "pre_filter");
        if ((table.add_pod == nullptr) != (table.remove_pod == nullptr)) {
            query.complain(BERTH_PRE_FILTER_V1,
                           "has one of add_pod and remove_pod without the other");
        }
    }
    tables.filter = query.copy<berth_filter_v1>(BERTH_FILTER_V1);
    if (tables.filter) {
        query.require(BERTH_FILTER_V1, tables.filter->filter != nullptr, "filter");
    }
    tables.pre_score = query.copy<berth_pre_score_v1>(BERTH_PRE_SCORE_V1);
    if (tables.pre_score) {
        query.require(BERTH_PRE_SCORE_V1, tables.pre_score->pre_score != nullptr, "pre_score");
    }
    tables.score = query.copy<berth_score_v1>(BERTH_SCORE_V1);
    if (tables.score) {
        const berth_score_v1& table = *tables.score;
        query.require(BERTH_SCORE_V1, table.score != nullptr, "score");
        if (table.normalize_kind > BERTH_NORMALIZE_CUSTOM) {
            query.complain(BERTH_SCORE_V1,
                           fmt::format("has the unknown normalize_kind {}", table.normalize_kind));
        }
        if (table.normalize_kind == BERTH_NORMALIZE_CUSTOM) {
            query.require(BERTH_SCORE_V1, table.normalize != nullptr, "normalize");
        }
    }
    tables.bind = query.copy<berth_bind_v1>(BERTH_BIND_V1);
    if (tables.bind) {
        query.require(BERTH_BIND_V1, tables.bind->bind != nullptr, "bind");
    }
}

void query_column(Query& query, framework::PluginTables& tables) {
    tables.column = query.copy<berth_column_v1>(BERTH_COLUMN_V1);
    if (!tables.column) {
        return;
    }
    query.require(BERTH_COLUMN_V1, tables.column->fill != nullptr, "fill");
    if (tables.column->cell_size == 0 || tables.column->cell_size > 256) {
        query.complain(BERTH_COLUMN_V1, fmt::format("has cells of {} bytes, 1 to 256 are possible",
                                                    tables.column->cell_size));
    }
}

void query_drafts(Query& query, framework::PluginTables& tables) {
    if (const auto* table = query.keep<berth_post_filter_v1>(BERTH_POST_FILTER_V1)) {
        query.require(BERTH_POST_FILTER_V1, table->post_filter != nullptr, "post_filter");
        tables.post_filter = table;
    }
    if (const auto* table = query.keep<berth_reserve_v1>(BERTH_RESERVE_V1)) {
        query.require(BERTH_RESERVE_V1, table->reserve != nullptr, "reserve");
        tables.reserve = table;
    }
    if (const auto* table = query.keep<berth_permit_v1>(BERTH_PERMIT_V1)) {
        query.require(BERTH_PERMIT_V1, table->permit != nullptr, "permit");
        tables.permit = table;
    }
    if (const auto* table = query.keep<berth_pre_bind_v1>(BERTH_PRE_BIND_V1)) {
        query.require(BERTH_PRE_BIND_V1, table->pre_bind != nullptr, "pre_bind");
        tables.pre_bind = table;
    }
    if (const auto* table = query.keep<berth_post_bind_v1>(BERTH_POST_BIND_V1)) {
        query.require(BERTH_POST_BIND_V1, table->post_bind != nullptr, "post_bind");
        tables.post_bind = table;
    }
    if (const auto* table = query.keep<berth_state_v1>(BERTH_STATE_V1)) {
        query.require(BERTH_STATE_V1, table->save != nullptr, "save");
        query.require(BERTH_STATE_V1, table->load != nullptr, "load");
        tables.state = table;
    }
}

void query_events(Query& query, PluginInstance& instance) {
    const auto& table = instance.tables.events;
    if (!table || table->registrations == nullptr) {
        return;
    }
    berth_array list{};
    if (call_plugin([&] {
            list = table->registrations(instance.plugin);
            return BERTH_SUCCESS;
        }) != BERTH_SUCCESS) {
        query.complain(BERTH_EVENTS_V1, "threw an exception when asked for its events");
        return;
    }
    instance.events.emplace();
    if (list.count > kMostRegistrations ||
        (list.count != 0 &&
         (list.items == nullptr || list.stride < sizeof(berth_event_registration)))) {
        query.complain(BERTH_EVENTS_V1, "has a list of registrations that cannot be read");
        return;
    }
    for (std::uint32_t i = 0; i < list.count; ++i) {
        const auto& said = settings::AbiList<berth_event_registration>(list)[i];
        if (said.struct_size < sizeof(berth_event_registration)) {
            query.complain(BERTH_EVENTS_V1, fmt::format("has registration {} too small", i));
            return;
        }
        if (said.hinted != 0 && table->hint == nullptr) {
            query.complain(BERTH_EVENTS_V1,
                           fmt::format("has no function hint for registration {}", i));
        }
        instance.events->push_back(EventRegistration{.number = i,
                                                     .resource = said.resource,
                                                     .actions = said.actions,
                                                     .hinted = said.hinted != 0,
                                                     .custom = std::string(view_of(said.custom))});
    }
}

}  // namespace

std::vector<std::string> query_tables(PluginInstance& instance, bool with_drafts) {
    std::vector<std::string> wrong;
    if (instance.plugin->struct_size < sizeof(berth_plugin) || instance.plugin->table == nullptr ||
        instance.plugin->destroy == nullptr) {
        wrong.emplace_back("its instance has no table or destroy function");
        return wrong;
    }
    Query query(instance, wrong);
    query_queue_side(query, instance.tables);
    query_cycle_side(query, instance.tables);
    query_column(query, instance.tables);
    if (with_drafts) {
        query_drafts(query, instance.tables);
    }
    query_events(query, instance);
    return wrong;
}

}  // namespace berth::host
