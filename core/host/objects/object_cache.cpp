#include "core/host/objects/object_cache.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <mutex>
#include <utility>

#include "core/framework/plugin_call.hpp"
#include "core/host/objects/object_indexes.hpp"
#include "core/host/objects/selector_match.hpp"
#include "core/host/text.hpp"
#include "core/model/encode.hpp"

namespace berth::host {
namespace {

using framework::ObjectViewRef;

// The handler as far as the plugin knows it.
template <typename Handler>
Handler known_part(const Handler& handler) {
    Handler out{};
    std::memcpy(&out, &handler, std::min<std::size_t>(handler.struct_size, sizeof(Handler)));
    return out;
}

void call_handler(const berth_object_handler& handler, void* context,
                  const berth_object* old_object, const berth_object* new_object) {
    void* decoded = nullptr;
    if (handler.decode != nullptr && new_object != nullptr) {
        static_cast<void>(framework::call_plugin([&] {
            decoded = handler.decode(context, new_object);
            return BERTH_SUCCESS;
        }));
    }
    static_cast<void>(framework::call_plugin([&] {
        handler.apply(context, old_object, new_object, decoded);
        return BERTH_SUCCESS;
    }));
}

// A handler of pods or nodes.
template <typename Object, typename Watcher>
void call(const Watcher& watcher, const Object* before, const Object* after) {
    static_cast<void>(framework::call_plugin([&] {
        watcher.handler.apply(watcher.context, before, after);
        return BERTH_SUCCESS;
    }));
}

}  // namespace

std::size_t ObjectCache::Hash::operator()(const Key& key) const {
    return std::hash<std::string_view>()(key.name) ^
           (std::hash<std::string_view>()(key.namespace_name) * std::size_t{0x9E3779B97F4A7C15});
}

bool ObjectCache::open(std::uint32_t kind) {
    const std::unique_lock lock(mutex_);
    if (!kinds_.open(kind)) {
        return false;
    }
    opened(kind);
    return true;
}

std::uint32_t ObjectCache::open_resource(const void* owner, std::string_view group,
                                         std::string_view version, std::string_view plural) {
    const std::unique_lock lock(mutex_);
    const std::uint32_t kind = kinds_.open_resource(group, version, plural);
    if (kind != 0) {
        owners_[kind].insert(owner);
        opened(kind);
    }
    return kind;
}

void ObjectCache::opened(std::uint32_t kind) {
    if (stores_.try_emplace(kind).second) {
        fresh_kinds_.insert(kind);
        ++demand_version_;
    }
}

ObjectCache::Demand ObjectCache::take_demand() {
    const std::unique_lock lock(mutex_);
    for (auto at = owners_.begin(); at != owners_.end();) {
        if (!at->second.empty()) {
            ++at;
            continue;
        }
        kinds_.close(at->first);
        stores_.erase(at->first);
        at = owners_.erase(at);
    }
    Demand demand{.kinds = kinds_.watched(), .fresh = {}, .resources = kinds_.resources()};
    for (const std::uint32_t kind : std::exchange(fresh_kinds_, {})) {
        demand.fresh.push_back(kinds_.watched_as(kind));
    }
    return demand;
}

void ObjectCache::learn(const access::ResourceName& resource, const model::Object& object) {
    const std::unique_lock lock(mutex_);
    kinds_.learn(resource.group, model::kind_name(object), resource.plural);
}

std::vector<model::ObjectKind> ObjectCache::watched() const {
    const std::shared_lock lock(mutex_);
    return kinds_.watched();
}

bool ObjectCache::watch(const void* owner, std::uint32_t kind, const berth_object_handler& handler,
                        void* context) {
    {
        const std::shared_lock lock(mutex_);
        if (!kinds_.is_open(kind)) {
            return false;
        }
    }
    return object_watchers_.add(owner, kind, known_part(handler), context);
}

bool ObjectCache::watch_pods(const void* owner, const berth_pod_handler& handler, void* context) {
    return pod_watchers_.add(owner, 0, known_part(handler), context);
}

bool ObjectCache::watch_nodes(const void* owner, const berth_node_handler& handler, void* context) {
    return node_watchers_.add(owner, 0, known_part(handler), context);
}

void ObjectCache::end(const void* owner) {
    object_watchers_.remove(owner);
    pod_watchers_.remove(owner);
    node_watchers_.remove(owner);
    const std::unique_lock lock(mutex_);
    for (auto& [kind, owners] : owners_) {
        if (owners.erase(owner) != 0 && owners.empty()) {
            ++demand_version_;
        }
    }
}

ObjectViewRef ObjectCache::make_view(const model::Object& object, std::uint32_t kind) const {
    return kind == framework::object_kind(object)
               ? framework::make_object_view(object, symbols_)
               : framework::make_json_view(object, kind, symbols_);
}

void ObjectCache::index(Store& store, const berth_object& object, bool add) {
    const auto change = [&](Sorted& sorted) {
        const auto at = std::lower_bound(
            sorted.begin(), sorted.end(), &object,
            [](const auto* a, const auto* b) { return before(*a->meta, *b->meta); });
        if (add) {
            sorted.insert(at, &object);
        } else if (at != sorted.end() && *at == &object) {
            sorted.erase(at);
        }
    };
    change(store.all);
    for (const IndexValue& value : index_values(object)) {
        const auto at = store.indexes.try_emplace({value.index, std::string(value.text)}).first;
        change(at->second);
        if (at->second.empty()) {
            store.indexes.erase(at);
        }
    }
}

void ObjectCache::erase(Store& store, const Key& key, ObjectViewRef& old_view) {
    const auto at = store.by_name.find(key);
    if (at == store.by_name.end()) {
        return;
    }
    old_view = at->second.view;
    index(store, *old_view->view, false);
    store.by_name.erase(at);
    ++store.generation;
}

void ObjectCache::put(Store& store, ObjectViewRef view, ObjectViewRef& old_view) {
    const berth_meta& meta = *view->view->meta;
    const Key key{host::view_of(meta.namespace_name), host::view_of(meta.name)};
    erase(store, key, old_view);
    index(store, *view->view, true);
    store.by_name.emplace(key, Entry{std::move(view), {}});
    ++store.generation;
}

ChangedViews ObjectCache::apply(const access::Change& change) {
    struct Told {
        std::uint32_t kind;
        ObjectViewRef old_view, new_view;
    };
    tell_fresh_objects();
    std::vector<Told> told;
    ChangedViews out;
    const std::uint32_t number = kind_number(change.object);
    const bool is_gone = change.type == access::ChangeType::kDeleted;
    {
        const std::unique_lock lock(mutex_);
        if (const auto unknown = model::as<model::Unknown>(change.object); unknown != nullptr) {
            kinds_.learn(*unknown);
        }
        for (const std::uint32_t kind : kinds_.of(change.object)) {
            Told one{kind, nullptr, nullptr};
            const auto& meta = model::meta_of(change.object);
            if (is_gone) {
                erase(stores_[kind], {symbols_.text(meta.namespace_name), meta.name}, one.old_view);
            } else {
                one.new_view = make_view(change.object, kind);
                put(stores_[kind], one.new_view, one.old_view);
            }
            if (kind == number || out.new_view == nullptr) {
                out.old_view = one.old_view;
                out.new_view = one.new_view;
            }
            told.push_back(std::move(one));
        }
        if (number == 0 || number >= BERTH_OBJECT_NAMESPACE) {
            out.custom = custom_name(kinds_, change.object);
        }
    }
    for (const Told& one : told) {
        tell(one.kind, one.old_view ? one.old_view->view : nullptr,
             one.new_view ? one.new_view->view : nullptr);
    }
    return out;
}

void ObjectCache::tell(std::uint32_t kind, const berth_object* old_object,
                       const berth_object* new_object) {
    object_watchers_.tell([&](const auto& one) {
        if (one.kind == kind) {
            call_handler(one.handler, one.context, old_object, new_object);
        }
    });
}

// A copy: no plugin is called with the lock held.
ObjectCache::Sorted ObjectCache::all_of(std::uint32_t kind) const {
    const std::shared_lock lock(mutex_);
    const auto store = stores_.find(kind);
    return store == stores_.end() ? Sorted() : store->second.all;
}

// A handler that came when objects were there already hears of them first.
void ObjectCache::tell_fresh_objects() {
    object_watchers_.tell_fresh([&](const auto& one) {
        for (const berth_object* object : all_of(one.kind)) {
            call_handler(one.handler, one.context, nullptr, object);
        }
    });
}

void ObjectCache::tell_of_what_is_there(const PodsAndNodes& pods_and_nodes) {
    tell_fresh_objects();
    node_watchers_.tell_fresh([&](const auto& one) {
        pods_and_nodes.each_node(
            [&](const berth_node* node) { call<berth_node>(one, nullptr, node); });
    });
    pod_watchers_.tell_fresh([&](const auto& one) {
        pods_and_nodes.each_pod([&](const berth_pod* pod) { call<berth_pod>(one, nullptr, pod); });
    });
}

void ObjectCache::tell_pod(const berth_pod* old_pod, const berth_pod* new_pod) {
    pod_watchers_.tell([&](const auto& one) { call(one, old_pod, new_pod); });
}

void ObjectCache::tell_node(const berth_node* old_node, const berth_node* new_node) {
    node_watchers_.tell([&](const auto& one) { call(one, old_node, new_node); });
}

std::uint64_t ObjectCache::generation(std::uint32_t kind) const {
    const std::shared_lock lock(mutex_);
    const auto at = stores_.find(kind);
    return at == stores_.end() ? 0 : at->second.generation;
}

const berth_object* ObjectCache::get(std::uint32_t kind, std::string_view namespace_name,
                                     std::string_view name) const {
    const std::shared_lock lock(mutex_);
    const auto store = stores_.find(kind);
    if (store == stores_.end()) {
        return nullptr;
    }
    const auto at = store->second.by_name.find({namespace_name, name});
    return at == store->second.by_name.end() ? nullptr : at->second.view->view;
}

std::uint32_t ObjectCache::list(const berth_object_query& query, std::uint64_t& cursor,
                                const berth_object** out, std::uint32_t room) const {
    const std::shared_lock lock(mutex_);
    const auto store = stores_.find(query.kind);
    if (store == stores_.end()) {
        return 0;
    }
    const Sorted* from = &store->second.all;
    if (query.index != BERTH_INDEX_NONE) {
        const auto at =
            store->second.indexes.find({query.index, std::string(host::view_of(query.value))});
        if (at == store->second.indexes.end()) {
            return 0;
        }
        from = &at->second;
    }
    const std::string_view wanted = host::view_of(query.namespace_name);
    if (cursor == 0 && !wanted.empty()) {
        cursor = static_cast<std::uint64_t>(
            std::lower_bound(from->begin(), from->end(), wanted,
                             [](const berth_object* object, std::string_view text) {
                                 return host::view_of(object->meta->namespace_name) < text;
                             }) -
            from->begin());
    }
    std::uint32_t count = 0;
    for (; cursor < from->size() && count < room; ++cursor) {
        const berth_object& object = *(*from)[cursor];
        if (!wanted.empty() && host::view_of(object.meta->namespace_name) != wanted) {
            cursor = from->size();
            break;
        }
        if (query.selector == nullptr || selects(*query.selector, object.meta->labels)) {
            out[count++] = &object;
        }
    }
    return count;
}

std::string_view ObjectCache::json(std::uint32_t kind, std::string_view namespace_name,
                                   std::string_view name) {
    const std::unique_lock lock(mutex_);
    const auto store = stores_.find(kind);
    if (store == stores_.end()) {
        return {};
    }
    const auto at = store->second.by_name.find({namespace_name, name});
    if (at == store->second.by_name.end()) {
        return {};
    }
    Entry& entry = at->second;
    if (const auto unknown = model::as<model::Unknown>(entry.view->object); unknown != nullptr) {
        return unknown->json;
    }
    if (entry.json.empty()) {
        entry.json = model::encode_json(entry.view->object, symbols_);
    }
    return entry.json;
}

}  // namespace berth::host
