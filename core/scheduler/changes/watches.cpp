#include "core/scheduler/changes/watches.hpp"

#include <algorithm>
#include <utility>

namespace berth::scheduler {
namespace {

using model::ObjectKind;

constexpr ObjectKind kAlways[] = {ObjectKind::kNamespace,
                                  ObjectKind::kNode,
                                  ObjectKind::kPod,
                                  ObjectKind::kPersistentVolume,
                                  ObjectKind::kPersistentVolumeClaim,
                                  ObjectKind::kStorageClass,
                                  ObjectKind::kCsiNode,
                                  ObjectKind::kCsiDriver,
                                  ObjectKind::kCsiStorageCapacity,
                                  ObjectKind::kVolumeAttachment};

// Plugins ask the engine for these, not the objects that are kept for them.
bool is_the_engines(ObjectKind kind) {
    return kind == ObjectKind::kPod || kind == ObjectKind::kNode;
}

}  // namespace

// One resource, whose objects say what kind is served under its plural.
class Watches::ResourceWatch final : access::Watcher {
public:
    ResourceWatch(const access::ResourceName& resource, Watches& owner)
        : resource_(resource), owner_(owner) {
        watch_ = owner.cluster_.watch_resource(resource, *this);
    }

    // Null: watched as kUnknown.
    [[nodiscard]] const access::Watch* watch() const { return watch_.get(); }

private:
    void on_change(access::Change change) override {
        owner_.objects_.learn(resource_, change.object);
        owner_.watcher_.on_change(std::move(change));
    }

    const access::ResourceName resource_;
    Watches& owner_;
    std::unique_ptr<access::Watch> watch_;
};

Watches::Watches(access::Cluster& cluster, host::ObjectCache& objects, access::Watcher& watcher)
    : cluster_(cluster), objects_(objects), watcher_(watcher) {}

Watches::~Watches() = default;

void Watches::start() {
    started_ = true;
    update();
}

void Watches::update() {
    const std::uint64_t version = objects_.demand_version();
    if (!started_ || std::exchange(seen_, version) == version) {
        return;
    }
    const host::ObjectCache::Demand demand = objects_.take_demand();
    std::vector<ObjectKind> fresh;
    const auto want = [&](ObjectKind kind) {
        if (kinds_.insert(kind).second) {
            fresh.push_back(kind);
        }
    };
    std::ranges::for_each(kAlways, want);
    std::ranges::for_each(demand.kinds, want);
    for (const ObjectKind kind : demand.fresh) {
        const bool begins = std::ranges::find(fresh, kind) != fresh.end();
        if (!begins && !is_the_engines(kind)) {
            tell_again(kind);
        }
    }
    if (!fresh.empty()) {
        begin(fresh);
    }
    std::erase_if(resources_, [&](const auto& entry) {
        return std::ranges::find(demand.resources, entry.first) == demand.resources.end();
    });
    for (const access::ResourceName& resource : demand.resources) {
        begin(resource);
    }
}

void Watches::begin(const std::vector<ObjectKind>& kinds) {
    watches_.push_back(cluster_.watch(kinds, watcher_));
}

void Watches::begin(const access::ResourceName& resource) {
    auto& watch = resources_[resource];
    if (watch == nullptr) {
        watch = std::make_unique<ResourceWatch>(resource, *this);
    }
}

void Watches::tell_again(ObjectKind kind) {
    cluster_.list(kind, [watcher = &watcher_](base::Result<std::vector<model::Object>> objects) {
        if (!objects) {
            return;
        }
        for (model::Object& object : *objects) {
            watcher->on_change({access::ChangeType::kAdded, std::move(object), {}});
        }
    });
}

bool Watches::settled() const {
    return std::ranges::all_of(watches_, [](const auto& watch) { return watch->settled(); }) &&
           std::ranges::all_of(resources_, [](const auto& entry) {
               const access::Watch* const watch = entry.second->watch();
               return watch == nullptr || watch->settled();
           });
}

void Watches::end() {
    started_ = false;
    watches_.clear();
    resources_.clear();
}

}  // namespace berth::scheduler
