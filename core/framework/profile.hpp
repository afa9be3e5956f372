// Profile and Generation: what a configuration becomes once its plugins live.
//
// Built by host/ on the loader's side, then immutable. A pod's cycle pins the Generation it was
// popped under (shared_ptr) until PostBind; a reload publishes another one beside it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/framework/pass/extender.hpp"
#include "core/framework/plugin_instance.hpp"
#include "core/framework/reasons.hpp"

namespace berth::framework {

struct ScorePlugin {
    PluginInstance* plugin;
    std::int64_t weight;
};

struct Profile {
    std::string scheduler_name;
    std::uint32_t number = 0;  // position in Generation::profiles
    std::optional<std::int32_t> percentage_of_nodes_to_score;
    std::vector<std::unique_ptr<PluginInstance>> instances;

    // In the order in which they run.
    PluginInstance* queue_sort = nullptr;
    std::vector<PluginInstance*> pre_enqueue, pre_filter, filter, post_filter, pre_score;
    std::vector<ScorePlugin> score;
    std::vector<PluginInstance*> reserve, permit, pre_bind, bind, post_bind;

    // Plugins of the default set that do not exist yet, left out of this profile.
    std::vector<std::string> left_out;
};

struct Generation {
    std::uint64_t number = 0;
    std::vector<std::unique_ptr<Profile>> profiles;
    // Outlives the plugins: they hold numbers of it.
    std::unique_ptr<ReasonTable> reasons;
    // What its plugins did wrong; shared with them.
    std::shared_ptr<Misbehaviours> misbehaviours;
    std::int32_t percentage_of_nodes_to_score = 0;
    std::int32_t parallelism = 16;
    Extenders extenders;

    [[nodiscard]] Profile* find(std::string_view scheduler_name) const;
    ~Generation();
};
using GenerationRef = std::shared_ptr<const Generation>;

}  // namespace berth::framework
