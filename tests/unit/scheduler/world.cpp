#include "tests/unit/scheduler/world.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/settings/load.hpp"
#include "plugins/intree/catalog.hpp"
#include "tests/unit/scheduler/scout.hpp"

extern "C" const berth_entry* berth_entry_doorman(void);
extern "C" const berth_entry* berth_entry_scout(void);

namespace berth::scheduler::testing {

void MoodyCluster::answer_bindings() {
    auto kept = std::exchange(kept_, {});
    for (auto& [binding, done] : kept) {
        real_.bind(std::move(binding), std::move(done));
    }
}

std::unique_ptr<access::Watch> MoodyCluster::watch(std::vector<model::ObjectKind> kinds,
                                                   access::Watcher& watcher) {
    return real_.watch(std::move(kinds), watcher);
}
namespace {

class NamedWatch final : public access::Watch {
public:
    NamedWatch(MoodyCluster& owner, access::ResourceName resource)
        : owner_(owner), resource_(std::move(resource)) {}
    ~NamedWatch() override { owner_.resources.erase(resource_); }
    [[nodiscard]] bool settled() const override { return owner_.settled; }

private:
    MoodyCluster& owner_;
    access::ResourceName resource_;
};

}  // namespace

std::unique_ptr<access::Watch> MoodyCluster::watch_resource(const access::ResourceName& resource,
                                                            access::Watcher& watcher) {
    if (!has_resources) {
        return nullptr;
    }
    resources[resource] = &watcher;
    return std::make_unique<NamedWatch>(*this, resource);
}

void MoodyCluster::get(access::ObjectName name, access::ObjectDone done) {
    real_.get(std::move(name), std::move(done));
}
void MoodyCluster::list(model::ObjectKind kind,
                        std::function<void(base::Result<std::vector<model::Object>>)> done) {
    real_.list(kind, std::move(done));
}
void MoodyCluster::create(model::Object object, access::ObjectDone done) {
    real_.create(std::move(object), std::move(done));
}
void MoodyCluster::update(model::Object object, access::ObjectDone done) {
    real_.update(std::move(object), std::move(done));
}
void MoodyCluster::patch(access::ObjectName name, std::string merge_patch_json,
                         access::ObjectDone done) {
    real_.patch(std::move(name), std::move(merge_patch_json), std::move(done));
}
void MoodyCluster::remove(access::ObjectName name, std::string uid, access::Done done) {
    real_.remove(std::move(name), std::move(uid), std::move(done));
}
void MoodyCluster::bind(access::Binding binding, access::Done done) {
    bindings.push_back(binding);
    if (!refuse_bindings.empty()) {
        done(base::fail(base::ErrorCode::kConflict, refuse_bindings));
    } else if (keep_bindings) {
        kept_.emplace_back(std::move(binding), std::move(done));
    } else {
        real_.bind(std::move(binding), std::move(done));
    }
}
void MoodyCluster::patch_pod_status(access::PodStatusPatch patch, access::Done done) {
    real_.patch_pod_status(std::move(patch), std::move(done));
}
void MoodyCluster::record(access::EventRecord event) {
    real_.record(std::move(event));
}

void MoodyCluster::request(access::ObjectRequest request, access::ReplyDone done) {
    if (answer_with) {
        done(*answer_with);
    } else if (keep_requests) {
        kept_requests_.emplace_back(std::move(request), std::move(done));
    } else {
        real_.request(std::move(request), std::move(done));
    }
}
void MoodyCluster::answer_requests() {
    auto kept = std::exchange(kept_requests_, {});
    for (auto& [request, done] : kept) {
        real_.request(std::move(request), std::move(done));
    }
}

World::World(std::string_view config, Options options, framework::Extenders extenders) {
    doorman() = {};
    scout() = {};
    context.set_extender_maker([made = std::move(extenders)](const settings::Configuration&)
                                   -> base::Result<framework::Extenders> { return made; });
    std::vector<const berth_entry*> entries = intree::entries();
    entries.push_back(berth_entry_doorman());
    entries.push_back(berth_entry_scout());
    registry =
        host::open_registry({.built_in = entries, .directories = {}, .libraries = {}}, context);
    const std::string text = config.empty() ? "apiVersion: kubescheduler.config.k8s.io/v1\n"
                                              "kind: KubeSchedulerConfiguration\n"
                                            : std::string(config);
    const settings::LoadResult loaded =
        settings::load(text, "test", *registry.registry, {.symbols = &symbols});
    REQUIRE_MESSAGE(loaded.can_start(), "the configuration of the test is wrong");
    host::GenerationResult built =
        host::build_generation(loaded.configuration, *registry.registry, context, 1);
    REQUIRE(built.errors.empty());
    generation = built.generation;
    scheduler = std::make_unique<Scheduler>(Scheduler::Needs{cluster, clock, symbols, context},
                                            generation, std::move(options), this);
    scheduler->start();
}

World::~World() {
    scheduler.reset();
}

void World::apply(std::string_view yaml) {
    model::Decoded decoded = model::decode_text(yaml, "test", pools);
    REQUIRE(decoded.errors.empty());
    for (model::Draft& draft : decoded.objects) {
        REQUIRE(store.apply(std::move(draft)).has_value());
    }
}

void World::add_node(std::string_view name, std::string_view cpu) {
    apply(
        fmt::format("{{apiVersion: v1, kind: Node, metadata: {{name: {}}}, status: {{capacity: "
                    "{{cpu: \"{}\", memory: 8Gi, pods: \"10\"}}}}}}",
                    name, cpu));
}

void World::add_pod(std::string_view name, std::string_view cpu, int priority) {
    apply(
        fmt::format("{{apiVersion: v1, kind: Pod, metadata: {{name: {}}}, spec: {{priority: {}, "
                    "containers: [{{name: c, image: i, resources: {{requests: {{cpu: \"{}\"}}}}"
                    "}}]}}}}",
                    name, priority, cpu));
}

void World::remove(std::string_view kind, std::string_view name) {
    const std::string place = kind == "Pod" ? "default" : "";
    store.remove({"v1", std::string(kind), place, std::string(name)}, "",
                 [](const base::Status& status) { REQUIRE(status.has_value()); });
}

void World::settle(Pop pop) {
    for (int steps = 0; steps < 1000; ++steps) {
        if (!scheduler->step(pop) && scheduler->taken_in()) {
            return;
        }
    }
    FAIL("the scheduler does not come to rest");
}

void World::advance(base::Duration by) {
    clock.advance(by);
    settle();
}

model::Ptr<model::Pod> World::pod(std::string_view name) const {
    for (const model::Object& object : store.objects(model::ObjectKind::kPod)) {
        if (model::meta_of(object).name == name) {
            return model::as<model::Pod>(object);
        }
    }
    return nullptr;
}

std::string World::node_of(std::string_view name) const {
    const auto found = pod(name);
    REQUIRE(found != nullptr);
    return found->node_name;
}

std::string World::condition(std::string_view name) const {
    const auto found = pod(name);
    REQUIRE(found != nullptr);
    for (const model::PodCondition& condition : found->status.conditions) {
        if (symbols.text(condition.type) == "PodScheduled") {
            return fmt::format("{} {}: {}", to_string(condition.status),
                               symbols.text(condition.reason), condition.message);
        }
    }
    return "";
}

std::vector<std::string> World::event_notes() const {
    std::vector<std::string> notes;
    for (const access::EventRecord& event : store.events()) {
        notes.push_back(event.note);
    }
    return notes;
}

std::string World::part_of(std::string_view name) const {
    std::string part;
    scheduler->queue().for_each([&](const queue::PodState& state) {
        if (state.pod->name() == name) {
            part = to_text(state.part);
        }
    });
    return part;
}

void World::on_attempt(const Attempt& attempt) {
    attempts.push_back(attempt.outcome == Outcome::kChosen
                           ? fmt::format("{} -> {}", attempt.pod.name(), attempt.node)
                           : fmt::format("{}: {}", attempt.pod.name(), attempt.message));
}

void World::on_failed(const framework::PodInfo& failed, std::string_view message) {
    failures.push_back(fmt::format("{}: {}", failed.name(), message));
}

}  // namespace berth::scheduler::testing
