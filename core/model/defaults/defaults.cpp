#include "core/model/defaults.hpp"

#include <fmt/format.h>

#include "core/model/defaults/pod_defaults.hpp"
#include "core/model/words.hpp"

namespace berth::model {
namespace {

// The Priority admission plugin; what the pod says itself stays.
base::Status fill_priority(PodDraft& draft, const PriorityClasses& classes,
                           const base::SymbolTable& symbols) {
    PodSpec& spec = draft.spec;
    const PriorityClass* priority_class = classes.global_default();
    if (!spec.priority_class_name.empty()) {
        priority_class = classes.find(spec.priority_class_name);
        // An object of a cluster has its priority already; its class may not be in the files.
        if (priority_class == nullptr && !spec.priority) {
            base::Error error;
            error.code = base::ErrorCode::kNotFound;
            error.object = "Pod " + full_name(draft.pod.meta, symbols);
            error.field = "spec.priorityClassName";
            error.text =
                fmt::format("no PriorityClass with name {} was found", spec.priority_class_name);
            return base::fail(std::move(error));
        }
    }
    if (!spec.priority) {
        spec.priority = priority_class == nullptr ? 0 : priority_class->value;
    }
    if (spec.preemption_policy == PreemptionPolicy::kUnset && priority_class != nullptr) {
        spec.preemption_policy = priority_class->preemption_policy;
    }
    return {};
}

LabelSetPtr with_label(const LabelSet& labels, base::Symbol key, std::string_view value,
                       Pools& pools) {
    std::vector<Label> copy(labels.labels().begin(), labels.labels().end());
    copy.push_back({key, std::string(value)});
    return pools.labels.intern(LabelSet(std::move(copy)));
}

void fill(Namespace& space, Pools& pools) {
    space.meta.labels = with_label(*space.meta.labels, kNamespaceNameLabel, space.meta.name, pools);
}

void fill(Node& node, Pools& /*pools*/) {
    if (node.allocatable.empty() && !node.allocatable_given) {
        node.allocatable = node.capacity;
    }
    round_up(node.capacity);
    round_up(node.allocatable);
}

void set_if_empty(std::string& text, const char* value) {
    if (text.empty()) {
        text = value;
    }
}

void fill(PersistentVolumeClaim& claim, Pools& /*pools*/) {
    set_if_empty(claim.phase, "Pending");
    set_if_empty(claim.volume_mode, "Filesystem");
    round_up(claim.requests);
    round_up(claim.capacity);
}

void fill(PersistentVolume& volume, Pools& /*pools*/) {
    set_if_empty(volume.phase, "Pending");
    set_if_empty(volume.reclaim_policy, "Retain");
    set_if_empty(volume.volume_mode, "Filesystem");
    if (volume.source.kind == VolumeKind::kRbd) {
        set_if_empty(volume.source.pool, "rbd");
    }
    round_up(volume.capacity);
}

void fill(StorageClass& storage_class, Pools& /*pools*/) {
    set_if_empty(storage_class.reclaim_policy, "Delete");
    set_if_empty(storage_class.volume_binding_mode, "Immediate");
}

void fill(PriorityClass& priority_class, Pools& /*pools*/) {
    if (priority_class.preemption_policy == PreemptionPolicy::kUnset) {
        priority_class.preemption_policy = PreemptionPolicy::kPreemptLowerPriority;
    }
}

// Kinds without defaults that scheduling sees.
template <typename T>
void fill(T& /*object*/, Pools& /*pools*/) {}

}  // namespace

PriorityClasses::PriorityClasses() {
    PriorityClass system;
    system.preemption_policy = PreemptionPolicy::kPreemptLowerPriority;
    system.meta.name = "system-cluster-critical";
    system.value = 2'000'000'000;
    add(system);
    system.meta.name = "system-node-critical";
    system.value = 2'000'001'000;
    add(system);
}

void PriorityClasses::add(const PriorityClass& priority_class) {
    classes_.insert_or_assign(priority_class.meta.name, priority_class);
}

void PriorityClasses::remove(std::string_view name) {
    if (const auto it = classes_.find(name); it != classes_.end()) {
        classes_.erase(it);
    }
}

const PriorityClass* PriorityClasses::find(std::string_view name) const {
    const auto it = classes_.find(name);
    return it == classes_.end() ? nullptr : &it->second;
}

const PriorityClass* PriorityClasses::global_default() const {
    const PriorityClass* lowest = nullptr;
    for (const auto& [name, priority_class] : classes_) {
        if (priority_class.global_default &&
            (lowest == nullptr || priority_class.value < lowest->value)) {
            lowest = &priority_class;
        }
    }
    return lowest;
}

void fill_identity(Draft& draft, const Position& position, const base::SymbolTable& /*symbols*/) {
    ObjectMeta& meta = meta_of(draft);
    if (meta.namespace_name == base::Symbol::kNone && is_namespaced(kind_name(draft))) {
        meta.namespace_name = kDefaultNamespace;
    }
    if (meta.uid.empty()) {
        meta.uid = fmt::format("uid-{:06}", position.number);
    }
    if (meta.creation == base::Time()) {
        meta.creation =
            position.epoch + std::chrono::seconds(static_cast<std::int64_t>(position.number));
    }
}

base::Status fill_defaults(PodDraft& draft, const PriorityClasses& classes, Pools& pools) {
    if (auto status = fill_priority(draft, classes, pools.symbols); !status) {
        return status;
    }
    tolerate_dead_nodes(draft.spec);
    fill_pod_fields(draft, pools.symbols);
    prepare_for_create(draft, pools.symbols);
    PodStatus& status = draft.pod.status;
    if (status.phase == PodPhase::kUnset) {
        status.phase = PodPhase::kPending;
    }
    if (!draft.pod.node_name.empty() && !status.start_time) {
        status.start_time = draft.pod.meta.creation;
    }
    return {};
}

base::Status fill_defaults(Draft& draft, const PriorityClasses& classes, Pools& pools) {
    return std::visit(
        [&](auto& held) -> base::Status {
            if constexpr (std::is_same_v<std::decay_t<decltype(*held)>, PodDraft>) {
                return fill_defaults(*held, classes, pools);
            } else {
                fill(*held, pools);
                return {};
            }
        },
        draft);
}

Ptr<Namespace> make_namespace(std::string_view name, Pools& pools) {
    auto space = std::make_shared<Namespace>();
    space->meta.name = name;
    fill(*space, pools);
    return space;
}

}  // namespace berth::model
