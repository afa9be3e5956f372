#include "core/check/world.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/host/build_generation.hpp"
#include "core/model/words.hpp"
#include "core/settings/load.hpp"

namespace berth::check {
namespace {

// The world is ours: what goes wrong here is a bug.
void none(const base::Errors& errors) {
    if (!errors.empty()) {
        throw std::logic_error(errors.front().message());
    }
}

}  // namespace

World::World(std::uint32_t nodes, const std::vector<const berth_entry*>& built_in)
    : symbols(model::first_words()),
      pools(symbols),
      cluster(pools, clock),
      host(symbols, clock),
      with_columns_(std::make_shared<framework::Generation>()),
      views_(symbols) {
    with_columns_->profiles.push_back(std::make_unique<framework::Profile>());
    model::Decoded decoded = model::decode_text(world_objects(nodes), "the objects", pools);
    none(decoded.errors);
    none(cluster.load(std::move(decoded.objects)));
    auto opened =
        host::open_registry({.built_in = built_in, .directories = {}, .libraries = {}}, host);
    none(opened.errors);
    registry_ = std::move(opened.registry);
    const settings::LoadResult loaded =
        settings::load_defaults(*registry_, settings::LoadOptions{.symbols = &symbols});
    none(loaded.errors);
    auto built = host::build_generation(loaded.configuration, *registry_, host, /*number=*/1);
    none(built.errors);
    scheduler_ = std::make_unique<scheduler::Scheduler>(
        scheduler::Scheduler::Needs{cluster, clock, symbols, host}, std::move(built.generation),
        scheduler::Options{});
    scheduler_->start();
    while (!scheduler_->taken_in()) {
        scheduler_->take_in();
    }
    snapshot_ = &scheduler_->cache().snapshot();
    host.set_snapshot(snapshot_);
    make_pods();
}

void World::add_columns_of(std::unique_ptr<framework::PluginInstance> instance) {
    with_columns_->profiles.front()->instances.push_back(std::move(instance));
    fill_columns();
}

std::unique_ptr<framework::PluginInstance> World::remove_columns_of(
    const framework::PluginInstance& instance) {
    auto& all = with_columns_->profiles.front()->instances;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const auto& one) { return one.get() == &instance; });
    std::unique_ptr<framework::PluginInstance> out = std::move(*found);
    all.erase(found);
    fill_columns();
    return out;
}

void World::fill_columns() {
    scheduler_->cache().use_columns(with_columns_);
    snapshot_ = &scheduler_->cache().snapshot(clock.now());
}

void World::make_pods() {
    for (const model::Object& object : cluster.objects(model::ObjectKind::kPod)) {
        const auto pod = model::as<model::Pod>(object);
        framework::PodInfoRef info = views_.make(pod);
        if (pod->node_name.empty()) {
            pods_.push_back(std::move(info));
        } else if (placed_ == nullptr) {
            placed_row_ = snapshot_->row_of(pod->node_name);
            placed_ = std::move(info);
        }
    }
}

}  // namespace berth::check
