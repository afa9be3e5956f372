// ObjectCache: the API objects that plugins have opened, as views, with indexes and handlers.
//
// The scheduling thread applies changes, between two calls of plugins: a view that a call has been
// given stays as it is until the call returns, since no other thread runs plugins while it writes
// (the arena's workers are waited for). Opening is for the loader thread. Readers: any thread that
// is in a call.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <berth/host/objects.h>
#include <berth/host/watch.h>

#include "core/access/cluster.hpp"
#include "core/base/symbol.hpp"
#include "core/framework/view/object_view.hpp"
#include "core/host/objects/object_kinds.hpp"
#include "core/host/objects/watchers.hpp"

namespace berth::host {

// The views of a change, for the event that it is. Null: was not, or is no more.
struct ChangedViews {
    framework::ObjectViewRef old_view, new_view;
    // "plural.version.group" of a kind without a number of its own; else empty.
    std::string custom;
};

class ObjectCache {
public:
    explicit ObjectCache(base::SymbolTable& symbols) : symbols_(symbols) {}
    ObjectCache(const ObjectCache&) = delete;
    ObjectCache& operator=(const ObjectCache&) = delete;

    // Loader thread.
    [[nodiscard]] bool open(std::uint32_t kind);
    // `owner` is whoever asks, until end().
    [[nodiscard]] std::uint32_t open_resource(const void* owner, std::string_view group,
                                              std::string_view version, std::string_view plural);
    [[nodiscard]] std::vector<model::ObjectKind> watched() const;
    // `owner` is whoever asked; end() takes its handlers back. False: not open, or has one.
    [[nodiscard]] bool watch(const void* owner, std::uint32_t kind,
                             const berth_object_handler& handler, void* context);
    [[nodiscard]] bool watch_pods(const void* owner, const berth_pod_handler& handler,
                                  void* context);
    [[nodiscard]] bool watch_nodes(const void* owner, const berth_node_handler& handler,
                                   void* context);
    void end(const void* owner);

    // Changes whenever somebody opens something, or ends. Any thread.
    [[nodiscard]] std::uint64_t demand_version() const { return demand_version_; }
    // What must be watched now. Resources that nobody has open any more are closed, and their
    // objects forgotten. Scheduling thread.
    struct Demand {
        std::vector<model::ObjectKind> kinds;
        std::vector<model::ObjectKind> fresh;  // opened since the last demand
        std::vector<access::ResourceName> resources;
    };
    [[nodiscard]] Demand take_demand();
    // An object of that resource has come. Any thread.
    void learn(const access::ResourceName& resource, const model::Object& object);

    // Scheduling thread.
    ChangedViews apply(const access::Change& change);
    void tell_pod(const berth_pod* old_pod, const berth_pod* new_pod);
    void tell_node(const berth_node* old_node, const berth_node* new_node);
    // Watchers of a new generation hear of everything that is there; until then they hear nothing
    // of pods and nodes.
    struct PodsAndNodes {
        std::function<void(const std::function<void(const berth_pod*)>&)> each_pod;
        std::function<void(const std::function<void(const berth_node*)>&)> each_node;
    };
    void tell_of_what_is_there(const PodsAndNodes& pods_and_nodes);

    // 0, null, empty: the kind is not open, or there is no such object.
    [[nodiscard]] std::uint64_t generation(std::uint32_t kind) const;
    [[nodiscard]] const berth_object* get(std::uint32_t kind, std::string_view namespace_name,
                                          std::string_view name) const;
    [[nodiscard]] std::uint32_t list(const berth_object_query& query, std::uint64_t& cursor,
                                     const berth_object** out, std::uint32_t room) const;
    [[nodiscard]] std::string_view json(std::uint32_t kind, std::string_view namespace_name,
                                        std::string_view name);

private:
    using Sorted = std::vector<const berth_object*>;  // by namespace and name

    struct Key {
        std::string_view namespace_name, name;  // texts of the view's meta
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    struct Entry {
        framework::ObjectViewRef view;
        std::string json;  // once asked for
    };
    // The objects of one kind.
    struct Store {
        std::uint64_t generation = 1;
        std::unordered_map<Key, Entry, Hash> by_name;
        Sorted all;
        std::map<std::pair<std::uint32_t, std::string>, Sorted, std::less<>> indexes;
    };
    [[nodiscard]] framework::ObjectViewRef make_view(const model::Object& object,
                                                     std::uint32_t kind) const;
    void put(Store& store, framework::ObjectViewRef view, framework::ObjectViewRef& old_view);
    void erase(Store& store, const Key& key, framework::ObjectViewRef& old_view);
    void index(Store& store, const berth_object& object, bool add);
    void tell(std::uint32_t kind, const berth_object* old_object, const berth_object* new_object);
    void tell_fresh_objects();
    [[nodiscard]] Sorted all_of(std::uint32_t kind) const;
    void opened(std::uint32_t kind);

    base::SymbolTable& symbols_;
    std::atomic<std::uint64_t> demand_version_{1};
    Watchers<berth_object_handler> object_watchers_;
    Watchers<berth_pod_handler> pod_watchers_;
    Watchers<berth_node_handler> node_watchers_;
    mutable std::shared_mutex mutex_;  // guards all below; no plugin is called with it
    ObjectKinds kinds_;
    std::map<std::uint32_t, Store> stores_;
    std::set<std::uint32_t> fresh_kinds_;
    std::map<std::uint32_t, std::set<const void*>> owners_;  // of resources
};

}  // namespace berth::host
