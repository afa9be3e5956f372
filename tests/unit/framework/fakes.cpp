#include "tests/unit/framework/fakes.hpp"

namespace berth::framework::testing {

namespace {

// The FakePlugin begins with its berth_plugin.
FakePlugin& fake(berth_plugin* self) {
    return *reinterpret_cast<FakePlugin*>(self);
}
Behaviour& does(berth_plugin* self) {
    return fake(self).behaviour;
}

std::int32_t pre_enqueue(berth_plugin* self, const berth_call* call, const berth_pod*,
                         berth_reasons* reasons) {
    return does(self).pre_enqueue(*call, *reasons);
}

std::int32_t pre_filter(berth_plugin* self, const berth_call* call, const berth_pod*,
                        const berth_nodes* nodes, berth_narrowing* narrowing,
                        berth_reasons* reasons) {
    return does(self).pre_filter(*call, *nodes, *narrowing, *reasons);
}

std::int32_t add_pod(berth_plugin* self, const berth_call*, const berth_pod*,
                     const berth_pod* other, const berth_nodes* node, berth_reasons* reasons) {
    return does(self).add_pod(*other, *node, *reasons);
}

std::int32_t filter(berth_plugin* self, const berth_call*, const berth_pod*,
                    const berth_nodes* nodes, berth_verdicts* verdicts) {
    if (does(self).filter_set) {
        return does(self).filter_set(*nodes, *verdicts);
    }
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        verdicts->code[i] = does(self).filter(BERTH_ROW(nodes, i), verdicts->reasons[i]);
    }
    return BERTH_SUCCESS;
}

std::int32_t pre_score(berth_plugin* self, const berth_call*, const berth_pod*,
                       const berth_nodes* nodes, berth_reasons* reasons) {
    return does(self).pre_score(*nodes, *reasons);
}

std::int32_t score(berth_plugin* self, const berth_call*, const berth_pod*,
                   const berth_nodes* nodes, std::int64_t* scores, berth_reasons* reasons) {
    if (does(self).score_set) {
        return does(self).score_set(*nodes, scores, *reasons);
    }
    for (std::uint32_t i = 0; i < nodes->count; ++i) {
        scores[i] = does(self).score(BERTH_ROW(nodes, i));
    }
    return BERTH_SUCCESS;
}

std::int32_t normalize(berth_plugin* self, const berth_call*, const berth_pod*,
                       const berth_nodes* nodes, std::int64_t* scores, berth_reasons* reasons) {
    return does(self).normalize(*nodes, scores, *reasons);
}

std::int32_t hint(berth_plugin* self, std::uint32_t registration, const berth_event* event,
                  const berth_pod* const*, std::uint32_t count, std::uint8_t* verdicts) {
    return does(self).hint(registration, *event, {verdicts, count});
}

std::int32_t less(berth_plugin* self, const berth_queued* a, const berth_queued* b) {
    return does(self).less(*a, *b) ? 1 : 0;
}

void destroy(berth_plugin* self) {
    const std::unique_ptr<FakePlugin> owned(&fake(self));
    if (owned->behaviour.destroyed) {
        owned->behaviour.destroyed();
    }
}

void fill_tables(PluginTables& tables, const Behaviour& behaviour) {
    if (behaviour.pre_enqueue) {
        tables.pre_enqueue = {sizeof(berth_pre_enqueue_v1), 0, pre_enqueue};
    }
    if (behaviour.pre_filter) {
        tables.pre_filter = {sizeof(berth_pre_filter_v1), 0, pre_filter,
                             behaviour.add_pod ? add_pod : nullptr,
                             behaviour.add_pod ? add_pod : nullptr};
    }
    if (behaviour.filter || behaviour.filter_set) {
        tables.filter = {sizeof(berth_filter_v1), behaviour.traits, filter};
    }
    if (behaviour.pre_score) {
        tables.pre_score = {sizeof(berth_pre_score_v1), 0, pre_score};
    }
    if (behaviour.score || behaviour.score_set) {
        tables.score = {sizeof(berth_score_v1),
                        behaviour.traits,
                        behaviour.normalize_kind,
                        0,
                        score,
                        behaviour.normalize ? normalize : nullptr};
    }
    if (behaviour.hint) {
        tables.events = {sizeof(berth_events_v1), 0, nullptr, hint};
    }
    if (behaviour.less) {
        tables.queue_sort = {sizeof(berth_queue_sort_v1), 0, less};
    }
}

}  // namespace

std::unique_ptr<PluginInstance> make_instance(Behaviour behaviour) {
    auto instance = std::make_unique<PluginInstance>();
    instance->name = behaviour.name;
    instance->file = "a test";
    fill_tables(instance->tables, behaviour);
    auto plugin = std::make_unique<FakePlugin>();
    plugin->behaviour = std::move(behaviour);
    plugin->struct_size = sizeof(berth_plugin);
    plugin->destroy = destroy;
    instance->plugin = plugin.release();
    return instance;
}

std::shared_ptr<Generation> make_generation(std::vector<Behaviour> plugins) {
    auto generation = std::make_shared<Generation>();
    generation->reasons = std::make_unique<ReasonTable>();
    Profile& profile = *generation->profiles.emplace_back(std::make_unique<Profile>());
    profile.scheduler_name = "default-scheduler";
    for (Behaviour& behaviour : plugins) {
        const std::int64_t weight = behaviour.weight;
        auto instance = make_instance(std::move(behaviour));
        instance->number = static_cast<std::uint32_t>(profile.instances.size());
        PluginInstance* const plugin = instance.get();
        const PluginTables& tables = plugin->tables;
        if (tables.queue_sort) {
            profile.queue_sort = plugin;
        }
        if (tables.pre_enqueue) {
            profile.pre_enqueue.push_back(plugin);
        }
        if (tables.pre_filter) {
            profile.pre_filter.push_back(plugin);
        }
        if (tables.filter) {
            profile.filter.push_back(plugin);
        }
        if (tables.pre_score) {
            profile.pre_score.push_back(plugin);
        }
        if (tables.score) {
            profile.score.push_back({plugin, weight});
        }
        profile.instances.push_back(std::move(instance));
    }
    return generation;
}

PodInfoRef make_pod(std::string_view name) {
    auto pod = std::make_shared<PodInfo>();
    pod->view.struct_size = sizeof(berth_pod);
    static const std::string kNamespace = "default";
    pod->view.namespace_name = {kNamespace.data(), kNamespace.size()};
    pod->view.name = {name.data(), name.size()};
    pod->view.uid = {name.data(), name.size()};
    return pod;
}

}  // namespace berth::framework::testing
