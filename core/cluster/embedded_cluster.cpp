#include "core/cluster/embedded_cluster.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/cluster/binding_rules.hpp"

namespace berth::cluster {
namespace {

using base::ErrorCode;
using model::Draft;
using model::Object;
using model::ObjectKind;
using model::Pod;
using model::PodDraft;
using model::Ptr;

// A copy of the object whose metadata `change` has changed.
template <typename Change>
Object with_meta(const Object& object, const Change& change) {
    return std::visit(
        [&](const auto& held) -> Object {
            auto copy = std::make_shared<std::remove_cvref_t<decltype(*held)>>(*held);
            change(copy->meta);
            return copy;
        },
        object);
}

std::string pod_name(std::string_view name) {
    return fmt::format("pods \"{}\"", name);
}

access::ObjectName name_of(const Object& object, const base::SymbolTable& symbols) {
    const model::ObjectMeta& meta = model::meta_of(object);
    return {std::string(model::api_version(object)), std::string(model::kind_name(object)),
            std::string(symbols.text(meta.namespace_name)), meta.name};
}

auto not_found(const access::ObjectName& name) {
    return base::fail(ErrorCode::kNotFound,
                      fmt::format("{} \"{}\" not found", name.kind, name.name));
}

}  // namespace

class EmbeddedCluster::Handle final : public access::Watch {
public:
    Handle(EmbeddedCluster& cluster, ObjectStore::Subscriptions::iterator subscription)
        : cluster_(cluster), subscription_(subscription) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() override {
        const std::lock_guard lock(cluster_.mutex_);
        cluster_.store_.unsubscribe(subscription_);
    }

private:
    EmbeddedCluster& cluster_;
    ObjectStore::Subscriptions::iterator subscription_;
};

EmbeddedCluster::EmbeddedCluster(model::Pools& pools, const base::Clock& clock,
                                 EmbeddedOptions options)
    : pools_(pools), clock_(clock), options_(options), store_(pools.symbols) {}

EmbeddedCluster::~EmbeddedCluster() = default;

base::Errors EmbeddedCluster::load(std::vector<Draft> drafts) {
    const std::lock_guard lock(mutex_);
    for (const Draft& draft : drafts) {
        if (const auto* held = std::get_if<std::shared_ptr<model::PriorityClass>>(&draft)) {
            classes_.add(**held);
        }
    }
    base::Errors errors;
    for (Draft& draft : drafts) {
        model::fill_identity(draft, {.number = position_++}, pools_.symbols);
        if (auto admitted = admit(draft); !admitted) {
            errors.push_back(std::move(admitted.error()));
            continue;
        }
        Object object = model::finish(std::move(draft), pools_);
        add_missing_namespace(object);
        put(object);
    }
    return errors;
}

base::Result<Object> EmbeddedCluster::apply(Draft draft) {
    const std::lock_guard lock(mutex_);
    return apply_locked(std::move(draft));
}

base::Result<Object> EmbeddedCluster::apply_locked(Draft draft) {
    const bool had_uid = !model::meta_of(draft).uid.empty();
    const bool had_creation = model::meta_of(draft).creation.nanoseconds != 0;
    model::fill_identity(draft, {.number = position_++}, pools_.symbols);
    if (const auto* held = std::get_if<std::shared_ptr<model::PriorityClass>>(&draft)) {
        classes_.add(**held);
    }
    if (auto admitted = admit(draft); !admitted) {
        return tl::unexpected(std::move(admitted.error()));
    }
    if (auto* pod = std::get_if<std::unique_ptr<PodDraft>>(&draft); pod != nullptr) {
        keep_status((*pod)->pod);
    }
    Object object = model::finish(std::move(draft), pools_);
    if (const Object* old = store_.find(
            {std::string(model::api_version(object)), std::string(model::kind_name(object)),
             std::string(pools_.symbols.text(model::meta_of(object).namespace_name)),
             model::meta_of(object).name});
        old != nullptr) {
        const model::ObjectMeta& before = model::meta_of(*old);
        object = with_meta(object, [&](model::ObjectMeta& now) {
            now.uid = had_uid ? now.uid : before.uid;
            now.creation = had_creation ? now.creation : before.creation;
        });
    }
    add_missing_namespace(object);
    put(object);
    return object;
}

void EmbeddedCluster::tell_patches_in_two_changes() {
    const std::lock_guard lock(mutex_);
    patches_in_two_changes_ = true;
}

base::Status EmbeddedCluster::admit(Draft& draft) {
    return model::fill_defaults(draft, classes_, pools_);
}

// A pod that is applied again keeps what only the cluster has written.
void EmbeddedCluster::keep_status(Pod& pod) const {
    const Ptr<Pod> before = store_.find_pod(pod.meta.namespace_name, pod.meta.name);
    if (before == nullptr) {
        return;
    }
    if (pod.node_name.empty()) {
        pod.node_name = before->node_name;
    }
    if (pod.status.conditions.empty()) {
        pod.status.conditions = before->status.conditions;
    }
    if (pod.status.nominated_node_name.empty()) {
        pod.status.nominated_node_name = before->status.nominated_node_name;
    }
    if (!pod.status.start_time) {
        pod.status.start_time = before->status.start_time;
    }
}

void EmbeddedCluster::put(const Object& object) {
    store_.put(with_meta(object, [&](model::ObjectMeta& meta) {
        meta.resource_version = std::to_string(store_.next_version());
    }));
}

void EmbeddedCluster::add_missing_namespace(const Object& object) {
    const base::Symbol name = model::meta_of(object).namespace_name;
    if (name == base::Symbol::kNone) {
        return;
    }
    const std::string text(pools_.symbols.text(name));
    if (store_.find({"v1", "Namespace", "", text}) == nullptr) {
        put(model::make_namespace(text, pools_));
    }
}

std::unique_ptr<access::Watch> EmbeddedCluster::watch(std::vector<ObjectKind> kinds,
                                                      access::Watcher& watcher) {
    const std::lock_guard lock(mutex_);
    return std::make_unique<Handle>(*this, store_.subscribe(kinds, watcher));
}

void EmbeddedCluster::get(access::ObjectName name, access::ObjectDone done) {
    base::Result<Object> answer = not_found(name);
    {
        const std::lock_guard lock(mutex_);
        if (const Object* object = store_.find(name); object != nullptr) {
            answer = *object;
        }
    }
    done(std::move(answer));
}

void EmbeddedCluster::list(ObjectKind kind,
                           std::function<void(base::Result<std::vector<Object>>)> done) {
    done(objects(kind));
}

void EmbeddedCluster::create(Object object, access::ObjectDone done) {
    base::Result<Object> answer = object;
    {
        const std::lock_guard lock(mutex_);
        const access::ObjectName name = name_of(object, pools_.symbols);
        if (store_.find(name) != nullptr) {
            answer = base::fail(ErrorCode::kAlreadyExists,
                                fmt::format("{} \"{}\" already exists", name.kind, name.name));
        } else {
            put(object);
            answer = *store_.find(name);
        }
    }
    done(std::move(answer));
}

void EmbeddedCluster::update(Object object, access::ObjectDone done) {
    base::Result<Object> answer = object;
    {
        const std::lock_guard lock(mutex_);
        const model::ObjectMeta& meta = model::meta_of(object);
        const access::ObjectName name = name_of(object, pools_.symbols);
        const Object* current = store_.find(name);
        if (current == nullptr) {
            answer = not_found(name);
        } else if (!meta.resource_version.empty() &&
                   meta.resource_version != model::meta_of(*current).resource_version) {
            answer = base::fail(
                ErrorCode::kConflict,
                fmt::format("{} \"{}\" has been modified: its resourceVersion is "
                            "{}, not {}",
                            name.kind, name.name, model::meta_of(*current).resource_version,
                            meta.resource_version));
        } else {
            put(object);
            answer = *store_.find(name);
        }
    }
    done(std::move(answer));
}

void EmbeddedCluster::patch(access::ObjectName name, std::string merge_patch_json,
                            access::ObjectDone done) {
    base::Result<Object> answer = [&] {
        const std::lock_guard lock(mutex_);
        return merge_locked(name, merge_patch_json);
    }();
    done(std::move(answer));
}

void EmbeddedCluster::remove(access::ObjectName name, std::string uid, access::Done done) {
    base::Status answer;
    {
        const std::lock_guard lock(mutex_);
        const Object* current = store_.find(name);
        if (current == nullptr) {
            answer = not_found(name);
        } else if (!uid.empty() && uid != model::meta_of(*current).uid) {
            answer = base::fail(ErrorCode::kConflict,
                                fmt::format("{} \"{}\" has uid {}, not {}", name.kind, name.name,
                                            model::meta_of(*current).uid, uid));
        } else {
            remove_locked(Object(*current));
        }
    }
    done(std::move(answer));
}

void EmbeddedCluster::remove_locked(const Object& object) {
    if (const auto priority_class = model::as<model::PriorityClass>(object)) {
        classes_.remove(priority_class->meta.name);
    }
    store_.erase(object);
}

base::Result<Ptr<Pod>> EmbeddedCluster::current_pod(const std::string& namespace_name,
                                                    const std::string& name,
                                                    const std::string& uid) const {
    Ptr<Pod> pod = store_.find_pod(pools_.symbols.find(namespace_name), name);
    if (pod == nullptr) {
        return base::fail(ErrorCode::kNotFound, fmt::format("{} not found", pod_name(name)));
    }
    if (!uid.empty() && pod->meta.uid != uid) {
        return base::fail(ErrorCode::kConflict,
                          fmt::format("Operation cannot be fulfilled on {}: Precondition failed: "
                                      "UID in precondition: {}, UID in object meta: {}",
                                      pod_name(name), uid, pod->meta.uid));
    }
    return pod;
}

base::Status EmbeddedCluster::bind_locked(const access::Binding& binding) {
    auto current = current_pod(binding.namespace_name, binding.pod_name, binding.pod_uid);
    if (!current) {
        return tl::unexpected(std::move(current.error()));
    }
    if (auto allowed = may_bind(**current, binding); !allowed) {
        return allowed;
    }
    auto pod = std::make_shared<Pod>(**current);
    pod->node_name = binding.node_name;
    pod->status.nominated_node_name.clear();
    if (!pod->status.start_time) {
        pod->status.start_time = pod->meta.creation;
    }
    model::PodCondition scheduled;
    scheduled.type = pools_.symbols.intern("PodScheduled");
    scheduled.status = model::ConditionStatus::kTrue;
    scheduled.observed_generation = pod->meta.generation;
    set_condition(pod->status, std::move(scheduled), clock_.now());
    pod->meta.resource_version = std::to_string(store_.next_version());
    store_.put(Ptr<Pod>(std::move(pod)));
    return {};
}

void EmbeddedCluster::bind(access::Binding binding, access::Done done) {
    base::Status answer = [&] {
        const std::lock_guard lock(mutex_);
        return bind_locked(binding);
    }();
    done(std::move(answer));
}

base::Status EmbeddedCluster::patch_locked(const access::PodStatusPatch& patch) {
    auto current = current_pod(patch.namespace_name, patch.pod_name, patch.pod_uid);
    if (!current) {
        return tl::unexpected(std::move(current.error()));
    }
    auto pod = std::make_shared<Pod>(**current);
    if (patch.condition) {
        set_condition(pod->status, *patch.condition, clock_.now());
    }
    if (patch.nominated_node_name) {
        pod->status.nominated_node_name = *patch.nominated_node_name;
    }
    if (pod->status == (*current)->status) {
        return {};
    }
    if (patches_in_two_changes_) {
        store_.put(std::make_shared<const Pod>(*pod));
    }
    pod->meta.resource_version = std::to_string(store_.next_version());
    store_.put(Ptr<Pod>(std::move(pod)));
    return {};
}

void EmbeddedCluster::patch_pod_status(access::PodStatusPatch patch, access::Done done) {
    base::Status answer = [&] {
        const std::lock_guard lock(mutex_);
        return patch_locked(patch);
    }();
    done(std::move(answer));
}

void EmbeddedCluster::record(access::EventRecord event) {
    const std::lock_guard lock(mutex_);
    if (options_.kept_events == 0) {
        return;
    }
    if (events_.size() >= options_.kept_events) {
        events_.pop_front();
    }
    events_.push_back(std::move(event));
}

std::vector<Object> EmbeddedCluster::objects(ObjectKind kind) const {
    const std::lock_guard lock(mutex_);
    return store_.list(kind);
}

std::vector<access::EventRecord> EmbeddedCluster::events() const {
    const std::lock_guard lock(mutex_);
    return {events_.begin(), events_.end()};
}

}  // namespace berth::cluster
