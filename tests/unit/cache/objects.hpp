// Nodes and pods for tests of the cache, made in one line each.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/framework/pod_info.hpp"
#include "core/model/node.hpp"
#include "core/model/pod.hpp"
#include "core/model/pools.hpp"

namespace berth::cache::testing {

using Texts = std::map<std::string, std::string>;
using Amounts = std::map<std::string, std::int64_t>;

struct NodeSketch {
    std::string name;
    Texts labels = {};
    Amounts allocatable = {{"cpu", 4}, {"memory", 1 << 30}, {"pods", 110}};
    std::vector<model::Taint> taints = {};
    std::vector<model::ContainerImage> images = {};
    bool unschedulable = false;
};

struct PodSketch {
    std::string uid;
    std::string node = {};
    Amounts requests = {{"cpu", 1}, {"memory", 1 << 20}};
    std::string namespace_name = "default";
    Texts labels = {};
    bool terminating = false;
    std::optional<model::Affinity> affinity = {};
};

class Objects {
public:
    Objects();
    [[nodiscard]] model::NodePtr node(const NodeSketch& sketch);
    [[nodiscard]] framework::PodInfoRef pod(const PodSketch& sketch);
    [[nodiscard]] base::Symbol symbol(std::string_view text) { return symbols.intern(text); }

    base::SymbolTable symbols;
    model::Pools pools;
    framework::PodViews views;

private:
    [[nodiscard]] model::LabelSetPtr labels(const Texts& texts);
    [[nodiscard]] model::ResourceList resources(const Amounts& amounts);
};

}  // namespace berth::cache::testing
