// PodSource: the pods and nodes as the services of plugins see them outside of a snapshot.
//
// core/scheduler implements it. Scheduling thread; what is given out stays until the plugin's call
// ends, since pods change only between calls.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <berth/host/objects.h>
#include <berth/node.h>
#include <berth/pod.h>

namespace berth::host {

class PodSource {
public:
    virtual ~PodSource() = default;
    // As the API server has it; null: none.
    [[nodiscard]] virtual const berth_pod* pod(std::string_view namespace_name,
                                               std::string_view name) = 0;
    // By namespace and name.
    [[nodiscard]] virtual std::vector<const berth_pod*> pods(const berth_pod_query& query) = 0;
    // Without row and pods; null: none.
    [[nodiscard]] virtual const berth_node* node(std::string_view name) = 0;
};

}  // namespace berth::host
