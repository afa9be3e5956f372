#include "core/cache/pod_lists.hpp"

#include <string>
#include <utility>

#include "core/framework/view/view_memory.hpp"
#include "core/model/pod.hpp"

namespace berth::cache {

using framework::PodInfo;

namespace {

// The names of the claims that the pod uses: named by it, or made for its ephemeral volumes.
template <typename Each>
void each_claim(const berth_pod& pod, Each&& each) {
    for (const berth_volume& volume : framework::items_of<berth_volume>(pod.volumes)) {
        if (volume.kind == BERTH_VOLUME_CLAIM) {
            each(std::string(volume.source.ptr, volume.source.len));
        } else if (volume.kind == BERTH_VOLUME_EPHEMERAL) {
            std::string name(pod.name.ptr, pod.name.len);
            name += '-';
            name.append(volume.name.ptr, volume.name.len);
            each(std::move(name));
        }
    }
}

}  // namespace

void PodLists::add(const PodInfo& pod) {
    if (!active_) {
        return;
    }
    const berth_symbol place = pod.view.namespace_symbol;
    names_[{place, std::string(pod.name())}] = &pod;
    groups_[place][pod.pod->meta.labels.get()].insert(&pod);
    each_claim(pod.view, [&](std::string name) { claims_[{place, std::move(name)}].insert(&pod); });
}

void PodLists::remove(const PodInfo& pod) {
    if (!active_) {
        return;
    }
    const berth_symbol place = pod.view.namespace_symbol;
    if (const auto at = names_.find({place, std::string(pod.name())});
        at != names_.end() && at->second == &pod) {
        names_.erase(at);
    }
    if (const auto groups = groups_.find(place); groups != groups_.end()) {
        const auto group = groups->second.find(pod.pod->meta.labels.get());
        if (group != groups->second.end() && group->second.erase(&pod) != 0 &&
            group->second.empty()) {
            groups->second.erase(group);
        }
        if (groups->second.empty()) {
            groups_.erase(groups);
        }
    }
    each_claim(pod.view, [&](std::string name) {
        const auto at = claims_.find({place, std::move(name)});
        if (at != claims_.end() && at->second.erase(&pod) != 0 && at->second.empty()) {
            claims_.erase(at);
        }
    });
}

const PodInfo* PodLists::find(berth_symbol namespace_symbol, std::string_view name) const {
    const auto at = names_.find({namespace_symbol, std::string(name)});
    return at == names_.end() ? nullptr : at->second;
}

const PodLists::Pods* PodLists::with_claim(berth_symbol namespace_symbol,
                                           std::string_view claim) const {
    const auto at = claims_.find({namespace_symbol, std::string(claim)});
    return at == claims_.end() ? nullptr : &at->second;
}

const PodLists::Groups* PodLists::in_namespace(berth_symbol namespace_symbol) const {
    const auto at = groups_.find(namespace_symbol);
    return at == groups_.end() ? nullptr : &at->second;
}

}  // namespace berth::cache
