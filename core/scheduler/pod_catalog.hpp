// PodCatalog: the pods with a node and those without, for the services of plugins.
//
// Scheduling thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/cache/cache.hpp"
#include "core/framework/node_view.hpp"
#include "core/host/pod_source.hpp"
#include "core/model/object.hpp"
#include "core/scheduler/pod_index.hpp"

namespace berth::scheduler {

class PodCatalog final : public host::PodSource {
public:
    PodCatalog(cache::Cache& cache, PodIndex& waiting, const base::SymbolTable& symbols)
        : cache_(cache), waiting_(waiting), symbols_(symbols) {}

    [[nodiscard]] const berth_pod* pod(std::string_view namespace_name,
                                       std::string_view name) override;
    [[nodiscard]] std::vector<const berth_pod*> pods(const berth_pod_query& query) override;
    [[nodiscard]] const berth_node* node(std::string_view name) override;
    // As the API server has it; null: none.
    [[nodiscard]] model::Ptr<model::Pod> object(std::string_view namespace_name,
                                                std::string_view name) const;

private:
    struct KnownNode {
        std::shared_ptr<const model::Node> node;
        std::unique_ptr<framework::NodeView> view;
    };

    cache::Cache& cache_;
    PodIndex& waiting_;
    const base::SymbolTable& symbols_;
    std::unordered_map<std::string, KnownNode> nodes_;
};

}  // namespace berth::scheduler
