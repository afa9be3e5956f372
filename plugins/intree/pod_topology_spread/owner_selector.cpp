#include "plugins/intree/pod_topology_spread/owner_selector.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

namespace berth::intree {
namespace {

constexpr std::array<std::uint32_t, 4> kKinds = {
    BERTH_OBJECT_SERVICE, BERTH_OBJECT_REPLICATION_CONTROLLER, BERTH_OBJECT_REPLICA_SET,
    BERTH_OBJECT_STATEFUL_SET};

template <class View>
const View* view_as(const berth_object* object) {
    return static_cast<const View*>(static_cast<const void*>(object));
}

bool selects(const berth_service& service, const berth::Labels& labels) {
    const berth::Labels wanted(service.selector);
    return service.has_selector != 0 &&
           std::all_of(wanted.begin(), wanted.end(), [&](const berth_label& one) {
               return labels.find(berth::text(one.name)) == berth::text(one.value);
           });
}

const berth_owner* controller_of(const berth::Pod& pod) {
    for (const berth_owner& owner : pod.owners()) {
        if (owner.controller != 0) {
            return &owner;
        }
    }
    return nullptr;
}

// The kind that an owner's selector is read from; nothing for all others.
std::optional<std::uint32_t> workload_kind(const berth_owner& owner) {
    const std::string_view version = berth::text(owner.api_version);
    const std::string_view kind = berth::text(owner.kind);
    if (version == "v1" && kind == "ReplicationController") {
        return BERTH_OBJECT_REPLICATION_CONTROLLER;
    }
    if (version == "apps/v1" && kind == "ReplicaSet") {
        return BERTH_OBJECT_REPLICA_SET;
    }
    if (version == "apps/v1" && kind == "StatefulSet") {
        return BERTH_OBJECT_STATEFUL_SET;
    }
    return std::nullopt;
}

}  // namespace

void OwnerSelector::merge(const berth::Labels& labels) {
    for (const berth_label& label : labels) {
        const auto same = std::find_if(labels_.begin(), labels_.end(), [&](const berth_label& one) {
            return berth::text(one.name) == berth::text(label.name);
        });
        if (same == labels_.end()) {
            labels_.push_back(label);
        } else {
            *same = label;
        }
    }
}

void OwnerSelector::finish() {
    for (const berth_label& label : labels_) {
        requirements_.push_back({.struct_size = sizeof(berth_requirement),
                                 .op = BERTH_OP_IN,
                                 .key = label.key,
                                 .reserved = 0,
                                 .name = label.name,
                                 .values = {&label.value, 1, sizeof label.value},
                                 .number = 0});
    }
    if (!requirements_.empty()) {
        raw_ = std::make_unique<berth_selector>(
            berth_selector{sizeof(berth_selector),
                           0,
                           {requirements_.data(), static_cast<std::uint32_t>(requirements_.size()),
                            sizeof(berth_requirement)}});
    }
}

OwnerSelectors::OwnerSelectors(const berth::Host& host)
    : host_(host.raw()), objects_(&host.get<berth_objects_v1>(BERTH_HOST_OBJECTS_V1)) {
    for (const std::uint32_t kind : kKinds) {
        if (objects_->open(host_, kind) != BERTH_SUCCESS) {
            throw std::runtime_error("this host cannot open Services and the owners of pods");
        }
    }
}

OwnerSelector OwnerSelectors::selector_of(const berth::Pod& pod) const {
    OwnerSelector made;
    add_services(pod, made);
    add_owner(pod, made);
    made.finish();
    return made;
}

void OwnerSelectors::add_services(const berth::Pod& pod, OwnerSelector& out) const {
    const berth_object_query query{.struct_size = sizeof(berth_object_query),
                                   .kind = BERTH_OBJECT_SERVICE,
                                   .namespace_name = pod->namespace_name,
                                   .index = BERTH_INDEX_NONE,
                                   .reserved = 0,
                                   .value = {},
                                   .selector = nullptr};
    std::array<const berth_object*, 32> found{};
    std::uint64_t cursor = 0;
    while (const std::uint32_t count = objects_->list(host_, &query, &cursor, found.data(),
                                                      static_cast<std::uint32_t>(found.size()))) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto* service = view_as<berth_service>(found[i]);
            if (selects(*service, pod.labels())) {
                out.merge(berth::Labels(service->selector));
            }
        }
    }
}

void OwnerSelectors::add_owner(const berth::Pod& pod, OwnerSelector& out) const {
    const berth_owner* owner = controller_of(pod);
    const auto kind = owner == nullptr ? std::nullopt : workload_kind(*owner);
    if (!kind) {
        return;
    }
    const auto* workload =
        view_as<berth_workload>(objects_->get(host_, *kind, pod->namespace_name, owner->name));
    if (workload == nullptr || workload->unparsable != 0 || workload->selector == nullptr ||
        workload->selector->matches_nothing != 0) {
        return;
    }
    for (const auto& requirement :
         berth::List<berth_requirement>(workload->selector->requirements)) {
        if (*kind == BERTH_OBJECT_REPLICATION_CONTROLLER) {
            // A map, which replaces what Services say of the same key.
            const auto value = berth::List<std::string_view>(requirement.values)[0];
            const berth_label label{requirement.name, berth::str(value), requirement.key, 0};
            out.merge(berth::Labels(berth_array{&label, 1, sizeof label}));
        } else {
            out.add(requirement);
        }
    }
}

}  // namespace berth::intree
