#include "core/index/pod_classes.hpp"

#include "core/index/query/items.hpp"
#include "core/model/pod.hpp"

namespace berth::index {

PodClasses::Key PodClasses::key_of(const framework::PodInfo& pod) {
    return {pod.pod->meta.labels.get(), pod.view.namespace_symbol,
            (pod.view.flags & BERTH_POD_TERMINATING) != 0};
}

PodClass* PodClasses::find(const framework::PodInfo& pod) const {
    const auto found = classes_.find(key_of(pod));
    return found == classes_.end() ? nullptr : found->second.get();
}

PodClass& PodClasses::find_or_make(const framework::PodInfo& pod) {
    std::unique_ptr<PodClass>& known = classes_[key_of(pod)];
    if (!known) {
        PodKind kind = kind_of(pod.view);
        kind.namespace_name = symbols_.text(base::Symbol{kind.namespace_symbol});
        known = std::make_unique<PodClass>(kind, pod.pod->meta.labels, symbols_);
        enter(*known);
    }
    return *known;
}

void PodClasses::add(PodClass& pod_class, const cache::NodeInfo& node) {
    ++pod_class.pods;
    placement_.add(pod_class, node);
}

void PodClasses::remove(PodClass& pod_class, const cache::NodeInfo& node) {
    --pod_class.pods;
    placement_.remove(pod_class, node);
}

void PodClasses::erase(PodClass& pod_class) {
    leave(pod_class);
    classes_.erase(
        {pod_class.labels.set.get(), pod_class.kind.namespace_symbol, pod_class.kind.terminating});
}

LabelPair PodClasses::pair_of(const PodClass& pod_class, std::uint32_t pair) {
    const auto labels = framework::items_of<berth_label>(pod_class.labels.labels);
    return pair < labels.size() ? LabelPair{labels[pair].key, text(labels[pair].value)}
                                : LabelPair{kNamespacePair, pod_class.kind.namespace_name};
}

void PodClasses::enter(PodClass& pod_class) {
    const std::uint32_t pairs = pod_class.labels.labels.count + 1;
    for (std::uint32_t pair = 0; pair < pairs; ++pair) {
        std::vector<InPair>& list = by_pair_.at(pair_of(pod_class, pair));
        pod_class.pair_places.push_back(static_cast<std::uint32_t>(list.size()));
        list.push_back({&pod_class, pair});
    }
}

void PodClasses::leave(PodClass& pod_class) {
    for (std::uint32_t pair = 0; pair < pod_class.pair_places.size(); ++pair) {
        std::vector<InPair>& list = *by_pair_.find(pair_of(pod_class, pair));
        const std::uint32_t place = pod_class.pair_places[pair];
        list[place] = list.back();
        list[place].pod_class->pair_places[list[place].pair] = place;
        list.pop_back();
        by_pair_.erase_if_empty(pair_of(pod_class, pair));
    }
}

}  // namespace berth::index
