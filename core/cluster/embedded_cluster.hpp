// EmbeddedCluster: a Kubernetes cluster in memory, for simulations, explanations and tests.
//
// Implements access::Cluster: an object store with resourceVersions, watches, bindings and status
// patches, with the API server's defaults and admission filled in (model/defaults.hpp). There are
// no controllers and no kubelets: a bound pod stays as it is, a deleted one is gone at once.
// Answers come before a call returns. Any thread; a Watcher is called with the lock held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/base/clock.hpp"
#include "core/cluster/object_store.hpp"
#include "core/model/decode.hpp"
#include "core/model/defaults.hpp"
#include "core/model/pools.hpp"

namespace berth::cluster {

struct EmbeddedOptions {
    std::size_t kept_events = 1000;  // the newest ones; older ones are forgotten
};

class EmbeddedCluster final : public access::Cluster {
public:
    EmbeddedCluster(model::Pools& pools, const base::Clock& clock, EmbeddedOptions options = {});
    ~EmbeddedCluster() override;

    // Takes objects as `kubectl apply` of the files in this order would leave them, identities and
    // creation times by position. Errors name the objects that were refused; the others are in.
    [[nodiscard]] base::Errors load(std::vector<model::Draft> drafts);

    // One object; in the place of one of its identity it keeps that one's uid and creation time.
    [[nodiscard]] base::Result<model::Object> apply(model::Draft draft);

    // From now on watchers hear of a status patch in two changes, the first of which keeps the old
    // resourceVersion. So does the fake API server with which tests/golden/timelines is recorded:
    // who passes over equal versions does not see what was there before the patch.
    void tell_patches_in_two_changes();

    [[nodiscard]] std::unique_ptr<access::Watch> watch(std::vector<model::ObjectKind> kinds,
                                                       access::Watcher& watcher) override;
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
    // In embedded_requests.cpp.
    void request(access::ObjectRequest request, access::ReplyDone done) override;
    [[nodiscard]] bool may_write() const override { return true; }

    [[nodiscard]] std::vector<model::Object> objects(model::ObjectKind kind) const;
    [[nodiscard]] std::vector<access::EventRecord> events() const;

private:
    class Handle;

    [[nodiscard]] base::Status admit(model::Draft& draft);
    void keep_status(model::Pod& pod) const;
    void put(const model::Object& object);
    [[nodiscard]] base::Result<model::Ptr<model::Pod>> current_pod(
        const std::string& namespace_name, const std::string& name, const std::string& uid) const;
    [[nodiscard]] base::Status bind_locked(const access::Binding& binding);
    [[nodiscard]] base::Status patch_locked(const access::PodStatusPatch& patch);
    [[nodiscard]] base::Result<model::Object> merge_locked(const access::ObjectName& name,
                                                           const std::string& merge_patch_json);
    [[nodiscard]] base::Result<model::Object> apply_locked(model::Draft draft);
    void remove_locked(const model::Object& object);
    void add_missing_namespace(const model::Object& object);

    [[nodiscard]] std::string kind_served_as(const access::ObjectRequest& request) const;
    [[nodiscard]] access::ObjectReply answer_locked(const access::ObjectRequest& request);
    [[nodiscard]] access::ObjectReply create_locked(const access::ObjectRequest& request,
                                                    const std::string& kind);
    [[nodiscard]] access::ObjectReply change_locked(const access::ObjectRequest& request,
                                                    const model::Object& current);
    [[nodiscard]] access::ObjectReply store_locked(const access::ObjectRequest& request,
                                                   const model::Object& current,
                                                   const std::string& json);

    mutable std::mutex mutex_;  // guards everything below
    model::Pools& pools_;
    const base::Clock& clock_;
    EmbeddedOptions options_;
    ObjectStore store_;
    model::PriorityClasses classes_;
    bool patches_in_two_changes_ = false;
    std::uint64_t position_ = 0;  // of the next object that is applied
    std::deque<access::EventRecord> events_;
};

}  // namespace berth::cluster
