// PluginInstance: one live plugin of one profile, with its tables copied and completed.
//
// Made by host/, owned by the Profile of a generation. A table is copied once up to the size that
// both sides know, the rest is zero, so that hot loops never look at struct_size. The berth_plugin
// is destroyed with the instance.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <berth/berth.h>

#include "core/framework/calls/misbehaviour.hpp"

namespace berth::framework {

struct PluginTables {
    std::optional<berth_pre_enqueue_v1> pre_enqueue;
    std::optional<berth_queue_sort_v1> queue_sort;
    std::optional<berth_pre_filter_v1> pre_filter;
    std::optional<berth_filter_v1> filter;
    std::optional<berth_pre_score_v1> pre_score;
    std::optional<berth_score_v1> score;
    std::optional<berth_bind_v1> bind;
    std::optional<berth_events_v1> events;
    std::optional<berth_column_v1> column;
    // Drafts (reserve, permit, pre-bind, post-bind, post-filter) are kept as the table they come
    // with; framework/draft_tables.hpp gives them their types.
    const void* post_filter = nullptr;
    const void* reserve = nullptr;
    const void* permit = nullptr;
    const void* pre_bind = nullptr;
    const void* post_bind = nullptr;
    const void* state = nullptr;
};

// What one registered event means to the queue.
struct EventRegistration {
    std::uint32_t number;  // the plugin's own
    std::uint32_t resource;
    std::uint64_t actions;
    bool hinted;
    std::string custom;
};

// Which cells of its column a plugin asked to be filled again (ext/column.h): its host asks, the
// cache takes before the next cycle. Scheduling thread.
class ColumnRequests {
public:
    void ask(std::string_view node_name) {
        if (node_name.empty()) {
            all_ = true;
        } else {
            nodes_.emplace_back(node_name);
        }
    }
    [[nodiscard]] bool empty() const { return !all_ && nodes_.empty(); }
    [[nodiscard]] bool take_all() {
        if (all_) {
            nodes_.clear();
        }
        return std::exchange(all_, false);
    }
    [[nodiscard]] std::vector<std::string> take_nodes() { return std::exchange(nodes_, {}); }

private:
    bool all_ = false;
    std::vector<std::string> nodes_;
};

// What a plugin may have to ask of an API server, for `berth rbac`.
struct Need {
    std::string group;     // "": the core group
    std::string resource;  // "pods/status"
    std::vector<std::string> verbs;
    std::string namespace_name;  // of its objects; empty: any
};
inline const std::vector<std::string> kReadVerbs = {"get", "list", "watch"};

struct PluginInstance {
    PluginInstance() = default;
    ~PluginInstance();
    PluginInstance(const PluginInstance&) = delete;
    PluginInstance& operator=(const PluginInstance&) = delete;

    std::string name;
    std::uint32_t number = 0;  // position in Profile::instances; index of its CycleState slot
    std::string file;          // "built in", or the library
    std::string hash;          // SHA-256 of the library; empty: built in
    std::string args;          // canonical JSON; empty: none
    std::uint64_t generation = 0;
    const CallLabel* label = nullptr;              // null: calls are not marked
    std::shared_ptr<Misbehaviours> misbehaviours;  // null: nobody watches
    berth_plugin* plugin = nullptr;
    PluginTables tables;
    ColumnRequests column_requests;
    std::vector<Need> needs;  // filled while it is made
    // Nothing: has no events table, so every event wakes. Else what it registered.
    std::optional<std::vector<EventRegistration>> events;
    std::vector<std::function<void()>> endings;  // what ends before the plugin is destroyed
    std::shared_ptr<void> keep_alive;            // the host record and the library, released last
};

}  // namespace berth::framework
