// ObjectStore: the objects of an embedded cluster with their resourceVersions, and who watches.
//
// Knows nothing of kinds but their identity. Not locked: EmbeddedCluster guards it. Watchers are
// told inside put() and erase(), so that they see changes in the order of resourceVersions.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/base/symbol.hpp"
#include "core/model/object.hpp"

namespace berth::cluster {

class ObjectStore {
public:
    explicit ObjectStore(base::SymbolTable& symbols) : symbols_(symbols) {}

    [[nodiscard]] const model::Object* find(const access::ObjectName& name) const;
    [[nodiscard]] model::Ptr<model::Pod> find_pod(base::Symbol namespace_name,
                                                  std::string_view name) const;
    // In the order of creation; nodes by name, as an API server lists them.
    [[nodiscard]] std::vector<model::Object> list(model::ObjectKind kind) const;

    // The version that the next put() must have written into the object.
    [[nodiscard]] std::uint64_t next_version() const { return version_ + 1; }
    // Adds the object or puts it in the place of the one of its identity.
    void put(model::Object object);
    // The object as it was, or nothing.
    bool erase(const model::Object& object);

    struct Subscription {
        std::vector<bool> kinds;  // by ObjectKind
        access::Watcher* watcher;
    };
    using Subscriptions = std::list<Subscription>;
    Subscriptions::iterator subscribe(const std::vector<model::ObjectKind>& kinds,
                                      access::Watcher& watcher);
    void unsubscribe(Subscriptions::iterator subscription) { subscriptions_.erase(subscription); }

private:
    // The name is the object's own text.
    struct Key {
        base::Symbol kind;  // "v1/Pod"
        base::Symbol namespace_name;
        std::string_view name;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const;
    };
    struct Entry {
        model::Object object;
        std::uint64_t created;  // order of creation
    };

    // Nodes by name, since their order decides where equals go; all else by creation.
    [[nodiscard]] static bool listed_before(const Entry* a, const Entry* b);
    [[nodiscard]] base::Symbol kind_symbol(std::string_view api_version,
                                           std::string_view kind) const;
    [[nodiscard]] Key key(const model::Object& object) const;
    void tell(access::ChangeType type, const model::Object& object, const model::Object& old) const;

    base::SymbolTable& symbols_;
    std::unordered_map<Key, Entry, Hash> objects_;
    std::uint64_t version_ = 0;
    std::uint64_t created_ = 0;
    Subscriptions subscriptions_;
    base::Symbol pod_kind_ = base::Symbol::kNone;
};

}  // namespace berth::cluster
