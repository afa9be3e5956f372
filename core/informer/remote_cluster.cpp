#include "core/informer/remote_cluster.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "core/informer/informer.hpp"
#include "core/informer/list_once.hpp"
#include "core/informer/object_request.hpp"
#include "core/informer/object_text.hpp"
#include "core/informer/pod_binder.hpp"
#include "core/informer/reflector.hpp"
#include "core/informer/resource_finder.hpp"
#include "core/informer/write_bodies.hpp"
#include "core/model/encode.hpp"

namespace berth::informer {
namespace {

using client::Resource;
using model::ObjectKind;

constexpr std::string_view kWorkloads[] = {"ReplicationController", "ReplicaSet", "StatefulSet"};
constexpr const char* kMergePatch = "application/merge-patch+json";
constexpr const char* kStrategicPatch = "application/strategic-merge-patch+json";

std::vector<Resource> resources_of(const std::vector<ObjectKind>& kinds) {
    std::vector<Resource> out;
    for (const ObjectKind kind : kinds) {
        if (kind == ObjectKind::kWorkload) {
            for (const std::string_view word : kWorkloads) {
                out.push_back(*client::find_resource(word));
            }
        } else if (const Resource* resource = client::find_resource(kind)) {
            out.push_back(*resource);
        }
    }
    return out;
}

// kube-scheduler's pod informer sees no pod that has ended.
std::string field_selector(const Resource& resource) {
    return resource.plural == "pods" ? "status.phase!=Succeeded,status.phase!=Failed" : "";
}

std::string key_of(const Resource& resource) {
    return resource.api_version() + "/" + resource.plural;
}

struct Watched {
    std::shared_ptr<Informer> informer;
    std::unique_ptr<Reflector> reflector;
    bool optional = true;  // only plugins read it
};

}  // namespace

struct RemoteCluster::Impl final : std::enable_shared_from_this<RemoteCluster::Impl> {
    Impl(client::ApiClient& client, model::Pools& shared, EventSink* sink, RemoteOptions wanted)
        : api(client),
          pools(shared),
          events(sink),
          options(wanted),
          binder(client, shared),
          finder(client) {}

    void post(std::function<void(Impl&)> what) {
        api.loop().post([self = weak_from_this(), what = std::move(what)] {
            if (const auto impl = self.lock()) {
                what(*impl);
            }
        });
    }

    void begin(const std::vector<Resource>& resources, bool optional,
               const std::shared_ptr<Subscription>& subscription) {
        const std::lock_guard lock(mutex);
        for (const Resource& resource : resources) {
            Watched& watched = informers[key_of(resource)];
            if (watched.informer == nullptr) {
                start(resource, watched);
            }
            watched.optional = watched.optional && optional;
            watched.informer->subscribe(subscription);
            subscription->waits_for(watched.informer);
        }
        --beginning;
        unsettled.push_back(subscription);
        if (!looking) {
            update_state();
        }
    }

    void start(const Resource& resource, Watched& watched) {
        watched.informer = std::make_shared<Informer>(pools.symbols);
        ReflectorOptions how;
        how.resource = resource;
        how.field_selector = field_selector(resource);
        how.stream_lists = options.stream_lists;
        how.seed = options.seed + informers.size();
        watched.reflector =
            std::make_unique<Reflector>(std::move(how), api, pools, watched.informer);
        watched.reflector->start();
    }

    void end(const std::shared_ptr<Subscription>& subscription) {
        const std::lock_guard lock(mutex);
        for (auto at = informers.begin(); at != informers.end();) {
            at->second.informer->unsubscribe(subscription);
            at = at->second.informer->wanted() ? std::next(at) : informers.erase(at);
        }
    }

    // Null: nobody watches the resource, or its list has not come yet.
    [[nodiscard]] const Informer* synced_informer(const Resource& resource) const {
        const auto at = informers.find(key_of(resource));
        return at != informers.end() && at->second.informer->synced() ? at->second.informer.get()
                                                                      : nullptr;
    }

    // Looks again in a while, as long as a list is missing.
    void update_state() {
        bool all = true;
        for (const auto& [name, watched] : informers) {
            const bool settled =
                watched.informer->synced() || (watched.optional && watched.reflector->refused());
            watched.informer->settle(settled);
            all = all && settled;
        }
        std::erase_if(unsettled, [](const std::weak_ptr<Subscription>& one) {
            const auto subscription = one.lock();
            return subscription == nullptr || subscription->look();
        });
        synced = all && beginning == 0;
        looking = !synced || !unsettled.empty();
        if (looking) {
            api.loop().after(std::chrono::milliseconds(20), [self = weak_from_this()] {
                if (const auto impl = self.lock()) {
                    impl->update_state();
                }
            });
        }
    }

    void write(client::ApiRequest request, access::Done done) {
        api.write(std::move(request), [done = std::move(done)](base::Result<std::string> body) {
            if (done) {
                done(body ? base::Status() : base::fail(std::move(body.error())));
            }
        });
    }

    // A write whose answer is the object.
    void write_object(client::ApiRequest request, const Resource& resource,
                      access::ObjectDone done) {
        api.write(std::move(request), [self = shared_from_this(), resource,
                                       done = std::move(done)](base::Result<std::string> body) {
            done(body ? read_item(*body, resource, self->pools)
                      : base::Result<model::Object>(base::fail(std::move(body.error()))));
        });
    }

    // Finds the resource, then goes on; `done` hears of it where there is none.
    template <typename DoneType, typename Then>
    void with_resource(const access::ObjectName& name, DoneType done, Then then) {
        post([name, done = std::move(done), then = std::move(then)](Impl& impl) {
            impl.finder.find(name.api_version, name.kind,
                             [done, then, &impl](base::Result<Resource> resource) {
                                 if (resource) {
                                     then(impl, *resource);
                                 } else if (done) {
                                     done(base::fail(std::move(resource.error())));
                                 }
                             });
        });
    }

    client::ApiClient& api;
    model::Pools& pools;
    EventSink* events;
    RemoteOptions options;
    // Of the loop's thread.
    PodBinder binder;
    ResourceFinder finder;
    // By "apps/v1/replicasets". Changed on the loop's thread with the mutex held.
    std::map<std::string, Watched> informers;
    std::mutex mutex;
    std::vector<std::weak_ptr<Subscription>> unsettled;
    bool looking = false;           // update_state() comes again by itself
    std::atomic<int> beginning{0};  // watches whose informers are not there yet
    std::atomic<bool> synced{false};
};

namespace {

class RemoteWatch final : public access::Watch {
public:
    RemoteWatch(std::shared_ptr<Subscription> subscription,
                const std::shared_ptr<RemoteCluster::Impl>& owner)
        : subscription_(std::move(subscription)), owner_(owner) {}
    [[nodiscard]] bool settled() const override { return subscription_->settled(); }
    ~RemoteWatch() override {
        subscription_->cut();
        if (const auto owner = owner_.lock()) {
            owner->post([subscription = subscription_](auto& impl) { impl.end(subscription); });
        }
    }

private:
    std::shared_ptr<Subscription> subscription_;
    std::weak_ptr<RemoteCluster::Impl> owner_;
};

}  // namespace

RemoteCluster::RemoteCluster(client::ApiClient& api, model::Pools& pools, EventSink* events,
                             RemoteOptions options)
    : impl_(std::make_shared<Impl>(api, pools, events, options)) {}

RemoteCluster::~RemoteCluster() = default;

std::unique_ptr<access::Watch> RemoteCluster::watch(std::vector<model::ObjectKind> kinds,
                                                    access::Watcher& watcher) {
    auto subscription = std::make_shared<Subscription>(watcher);
    ++impl_->beginning;
    impl_->synced = false;
    impl_->post([resources = resources_of(kinds), subscription](Impl& impl) {
        impl.begin(resources, false, subscription);
    });
    return std::make_unique<RemoteWatch>(std::move(subscription), impl_);
}

std::unique_ptr<access::Watch> RemoteCluster::watch_resource(const access::ResourceName& name,
                                                             access::Watcher& watcher) {
    auto subscription = std::make_shared<Subscription>(watcher);
    ++impl_->beginning;
    impl_->synced = false;
    Resource resource{name.group, name.version, name.plural, name.kind, true};
    impl_->post([resource = std::move(resource), subscription](Impl& impl) {
        impl.begin({resource}, true, subscription);
    });
    return std::make_unique<RemoteWatch>(std::move(subscription), impl_);
}

void RemoteCluster::get(access::ObjectName name, access::ObjectDone done) {
    impl_->with_resource(name, done, [name, done](Impl& impl, const Resource& resource) {
        impl.api.get(
            client::path_of(resource, name.namespace_name, name.name),
            [self = impl.shared_from_this(), resource, done](base::Result<std::string> body) {
                done(body ? read_item(*body, resource, self->pools)
                          : base::Result<model::Object>(base::fail(std::move(body.error()))));
            });
    });
}

void RemoteCluster::list(model::ObjectKind kind,
                         std::function<void(base::Result<std::vector<model::Object>>)> done) {
    impl_->post([kind, done = std::move(done)](Impl& impl) mutable {
        const std::vector<Resource> wanted = resources_of({kind});
        std::vector<model::Object> held;
        bool all = !wanted.empty();
        for (const Resource& resource : wanted) {
            const Informer* const informer = impl.synced_informer(resource);
            all = all && informer != nullptr;
            if (informer != nullptr) {
                std::ranges::move(informer->objects(), std::back_inserter(held));
            }
        }
        if (all) {
            done(std::move(held));
        } else if (wanted.size() == 1) {
            list_once(impl.api, impl.pools, wanted.front(), std::move(done));
        } else {
            done(base::fail(base::ErrorCode::kUnsupported, "this kind is not one resource"));
        }
    });
}

void RemoteCluster::create(model::Object object, access::ObjectDone done) {
    access::ObjectName name{std::string(model::api_version(object)),
                            std::string(model::kind_name(object)), "", ""};
    impl_->with_resource(name, done, [object, done](Impl& impl, const Resource& resource) {
        client::ApiRequest request;
        request.method = "POST";
        request.path = client::path_of(
            resource, impl.pools.symbols.text(model::meta_of(object).namespace_name));
        request.body = model::encode_json(object, impl.pools.symbols);
        request.repeatable = false;
        request.urgent = model::kind_of(object) == ObjectKind::kLease;
        impl.write_object(std::move(request), resource, done);
    });
}

void RemoteCluster::update(model::Object object, access::ObjectDone done) {
    if (model::kind_of(object) != ObjectKind::kLease) {
        // An update replaces the whole object, and berth holds only what it reads of others.
        done(base::fail(base::ErrorCode::kUnsupported,
                        fmt::format("a {} is patched, not replaced", model::kind_name(object))));
        return;
    }
    const Resource& resource = *client::find_resource(ObjectKind::kLease);
    const model::ObjectMeta& meta = model::meta_of(object);
    client::ApiRequest request;
    request.method = "PUT";
    request.path =
        client::path_of(resource, impl_->pools.symbols.text(meta.namespace_name), meta.name);
    request.body = model::encode_json(object, impl_->pools.symbols);
    request.repeatable = false;
    request.urgent = true;
    impl_->write_object(std::move(request), resource, std::move(done));
}

void RemoteCluster::patch(access::ObjectName name, std::string merge_patch_json,
                          access::ObjectDone done) {
    impl_->with_resource(
        name, done,
        [name, body = std::move(merge_patch_json), done](Impl& impl, const Resource& resource) {
            client::ApiRequest request;
            request.method = "PATCH";
            request.path = client::path_of(resource, name.namespace_name, name.name);
            request.content_type = kMergePatch;
            request.body = body;
            impl.write_object(std::move(request), resource, done);
        });
}

void RemoteCluster::remove(access::ObjectName name, std::string uid, access::Done done) {
    impl_->with_resource(
        name, done, [name, uid = std::move(uid), done](Impl& impl, const Resource& resource) {
            client::ApiRequest request;
            request.method = "DELETE";
            request.path = client::path_of(resource, name.namespace_name, name.name);
            request.body = delete_body(uid);
            impl.write(std::move(request), done);
        });
}

void RemoteCluster::bind(access::Binding binding, access::Done done) {
    impl_->binder.bind(std::move(binding), std::move(done));
}

void RemoteCluster::patch_pod_status(access::PodStatusPatch patch, access::Done done) {
    client::ApiRequest request;
    request.method = "PATCH";
    request.path = client::path_of(*client::find_resource(ObjectKind::kPod), patch.namespace_name,
                                   patch.pod_name, "status");
    request.content_type = kStrategicPatch;
    request.body = pod_status_body(patch, impl_->pools.symbols, impl_->api.clock().now());
    impl_->write(std::move(request), std::move(done));
}

void RemoteCluster::record(access::EventRecord event) {
    if (impl_->events != nullptr) {
        impl_->events->record(std::move(event));
    }
}

void RemoteCluster::request(access::ObjectRequest request, access::ReplyDone done) {
    impl_->api.exchange(http_request(request),
                        [done = std::move(done)](base::Result<client::Response> response) {
                            if (done) {
                                done(reply_of(std::move(response)));
                            }
                        });
}

bool RemoteCluster::may_write() const {
    return impl_->api.may_write();
}

bool RemoteCluster::synced() const {
    return impl_->synced;
}

std::vector<std::string> RemoteCluster::troubles() const {
    std::vector<std::string> out;
    const std::lock_guard lock(impl_->mutex);
    for (const auto& [name, watched] : impl_->informers) {
        if (std::string trouble = watched.reflector->trouble(); !trouble.empty()) {
            out.push_back(fmt::format("{}: {}", name, trouble));
        }
    }
    return out;
}

}  // namespace berth::informer
