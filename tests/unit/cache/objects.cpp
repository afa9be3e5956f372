#include "tests/unit/cache/objects.hpp"

#include "core/model/pod_resources.hpp"
#include "core/model/words.hpp"

namespace berth::cache::testing {

Objects::Objects() : symbols(model::first_words()), pools(symbols), views(symbols) {}

model::LabelSetPtr Objects::labels(const Texts& texts) {
    std::vector<model::Label> made;
    for (const auto& [key, value] : texts) {
        made.push_back({symbols.intern(key), value});
    }
    return pools.labels.intern(model::LabelSet(std::move(made)));
}

model::ResourceList Objects::resources(const Amounts& amounts) {
    model::ResourceList list;
    for (const auto& [name, amount] : amounts) {
        model::set(list, symbols.intern(name), model::Quantity::from_units(amount), symbols);
    }
    return list;
}

model::NodePtr Objects::node(const NodeSketch& sketch) {
    auto node = std::make_shared<model::Node>();
    node->meta.name = sketch.name;
    node->meta.uid = "uid-of-" + sketch.name;
    node->meta.labels = labels(sketch.labels);
    node->allocatable = resources(sketch.allocatable);
    node->allocatable_amounts = model::to_amounts(node->allocatable, symbols);
    node->taints = sketch.taints;
    node->images = sketch.images;
    node->unschedulable = sketch.unschedulable;
    return node;
}

framework::PodInfoRef Objects::pod(const PodSketch& sketch) {
    model::PodSpec spec;
    model::Container container;
    container.name = "main";
    container.resources.requests = resources(sketch.requests);
    spec.containers.push_back(std::move(container));
    spec.affinity = sketch.affinity;
    auto pod = std::make_shared<model::Pod>();
    spec.totals = model::compute_totals(spec, pod->status, symbols);
    pod->spec = pools.specs.intern(std::move(spec));
    pod->totals = {pod->spec, &pod->spec->totals};
    pod->meta.name = "pod-" + sketch.uid;
    pod->meta.namespace_name = symbols.intern(sketch.namespace_name);
    pod->meta.labels = labels(sketch.labels);
    if (sketch.terminating) {
        pod->meta.deletion = base::Time{};
    }
    pod->meta.uid = sketch.uid;
    pod->node_name = sketch.node;
    return views.make(std::move(pod));
}

}  // namespace berth::cache::testing
