// RemoteCluster: a real cluster as the engine sees it: access::Cluster over an API server.
//
// One informer for each resource that somebody watches; it stops when nobody does. A list is
// answered from an informer where one has it. Writes go
// through ApiClient: rate, retries, and a gate that shuts when leadership may be lost. A binding
// whose answer was lost is settled by looking at the pod, so each pod ends bound once or free
// again. Answers come on the loop's thread. The destructor ends all watches; answers to writes may
// still come until the transport is gone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/client/api_client.hpp"
#include "core/client/resource_path.hpp"
#include "core/model/pools.hpp"

namespace berth::informer {

struct RemoteOptions {
    std::uint64_t seed = 1;  // of pauses
    bool stream_lists = true;
};

// Takes events; core/events implements it.
class EventSink {
public:
    virtual ~EventSink() = default;
    virtual void record(access::EventRecord event) = 0;
};

class RemoteCluster final : public access::Cluster {
public:
    // events may be null: they are dropped.
    RemoteCluster(client::ApiClient& api, model::Pools& pools, EventSink* events,
                  RemoteOptions options = {});
    ~RemoteCluster() override;

    [[nodiscard]] std::unique_ptr<access::Watch> watch(std::vector<model::ObjectKind> kinds,
                                                       access::Watcher& watcher) override;
    [[nodiscard]] std::unique_ptr<access::Watch> watch_resource(
        const access::ResourceName& resource, access::Watcher& watcher) override;
    void get(access::ObjectName name, access::ObjectDone done) override;
    void list(model::ObjectKind kind,
              std::function<void(base::Result<std::vector<model::Object>>)> done) override;
    void create(model::Object object, access::ObjectDone done) override;
    void update(model::Object object, access::ObjectDone done) override;
    void patch(access::ObjectName name, std::string merge_patch_json,
               access::ObjectDone done) override;
    void remove(access::ObjectName name, std::string uid, access::Done done) override;
    void bind(access::Binding binding, access::Done done) override;
    void patch_pod_status(access::PodStatusPatch patch, access::Done done) override;
    void record(access::EventRecord event) override;
    void request(access::ObjectRequest request, access::ReplyDone done) override;
    [[nodiscard]] bool may_write() const override;

    // Every resource that is watched has been listed once, or is one that only plugins read and the
    // server refuses. Any thread.
    [[nodiscard]] bool synced() const;
    // "pods: the API server answered 403: …", of each resource that is not well. Any thread.
    [[nodiscard]] std::vector<std::string> troubles() const;

    struct Impl;

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace berth::informer
