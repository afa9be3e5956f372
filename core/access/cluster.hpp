// Cluster: what the engine needs of a cluster, whichever it is.
//
// core/cluster implements it in memory, core/client for a real API server; the engine knows only
// this. Calls return at once; answers come through the Done given, on any thread, perhaps before
// the call returns. A Watcher is told of changes in order, on any thread, and must only hand them
// on: it may not call the cluster from there. All functions: any thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/access/object_request.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/model/object.hpp"

namespace berth::access {

enum class ChangeType : std::uint8_t { kAdded, kModified, kDeleted };

struct Change {
    ChangeType type = ChangeType::kAdded;
    model::Object object;      // as it is now, or was last
    model::Object old_object;  // of kModified: as it was before
};

class Watcher {
public:
    virtual ~Watcher() = default;
    virtual void on_change(Change change) = 0;
};

// Ends the watch when it dies; after that the watcher is not called any more.
class Watch {
public:
    virtual ~Watch() = default;
    // All that was there when it began has been told; or the cluster will not tell it, because it
    // has no such resource or we may not read it. Any thread.
    [[nodiscard]] virtual bool settled() const { return true; }
};

// Where a kind without a struct of its own is served.
struct ResourceName {
    std::string group;  // empty: the core group
    std::string version;
    std::string plural;
    std::string kind;  // empty: not known before an object comes
    friend auto operator<=>(const ResourceName&, const ResourceName&) = default;
};

// Which object. kind is Kubernetes' word; api_version only tells apart kinds of equal names.
struct ObjectName {
    std::string api_version;
    std::string kind;
    std::string namespace_name;  // empty: cluster-scoped
    std::string name;
};

// pods/binding. uid guards against a pod of the same name that came later.
struct Binding {
    std::string namespace_name;
    std::string pod_name;
    std::string pod_uid;
    std::string node_name;
};

// A patch of pods/status: what is absent stays as it is.
struct PodStatusPatch {
    std::string namespace_name;
    std::string pod_name;
    std::string pod_uid;
    std::optional<model::PodCondition> condition;  // takes the place of the one of its type
    std::optional<std::string> nominated_node_name;
};

// An events.k8s.io Event.
struct EventRecord {
    ObjectName regarding;
    std::string regarding_uid;
    ObjectName related;  // empty kind: none
    std::string related_uid;
    bool warning = false;  // type Warning, else Normal
    std::string reason;    // "FailedScheduling"
    std::string action;    // "Scheduling"
    std::string note;
    std::string reporting_controller;
    base::Time time;
};

// At most 1,024 bytes, as the events API allows: 1,020 and " ...".
[[nodiscard]] inline std::string truncated_note(std::string note) {
    constexpr std::size_t kLongest = 1024;
    constexpr std::string_view kCut = " ...";
    if (note.size() > kLongest) {
        note.resize(kLongest - kCut.size());
        note += kCut;
    }
    return note;
}

using Done = std::function<void(base::Status)>;
using ObjectDone = std::function<void(base::Result<model::Object>)>;

class Cluster {
public:
    virtual ~Cluster() = default;

    // Tells the watcher of every object of these kinds (kAdded), then of all changes.
    [[nodiscard]] virtual std::unique_ptr<Watch> watch(std::vector<model::ObjectKind> kinds,
                                                       Watcher& watcher) = 0;
    // The same for one resource. Null: the cluster knows resources by their kinds alone, and tells
    // of this one where model::ObjectKind::kUnknown is watched.
    [[nodiscard]] virtual std::unique_ptr<Watch> watch_resource(const ResourceName& /*resource*/,
                                                                Watcher& /*watcher*/) {
        return nullptr;
    }
    virtual void get(ObjectName name, ObjectDone done) = 0;
    // In the order of creation.
    virtual void list(model::ObjectKind kind,
                      std::function<void(base::Result<std::vector<model::Object>>)> done) = 0;

    // kAlreadyExists if there is one of that name.
    virtual void create(model::Object object, ObjectDone done) = 0;
    // kConflict if the object's resourceVersion is set and not the current one.
    virtual void update(model::Object object, ObjectDone done) = 0;
    // A JSON merge patch (RFC 7386) of the object as a whole.
    virtual void patch(ObjectName name, std::string merge_patch_json, ObjectDone done) = 0;
    // `uid` (may be empty) must be the object's own, else kConflict.
    virtual void remove(ObjectName name, std::string uid, Done done) = 0;

    virtual void bind(Binding binding, Done done) = 0;
    virtual void patch_pod_status(PodStatusPatch patch, Done done) = 0;
    // Events are told, not asked for: there is no answer.
    virtual void record(EventRecord event) = 0;

    // Any request to any object. What a write is refused for is in the answer.
    virtual void request(ObjectRequest request, ReplyDone done) = 0;
    // False: leadership is lost, and whatever is asked for would not be sent.
    [[nodiscard]] virtual bool may_write() const = 0;
};

}  // namespace berth::access
