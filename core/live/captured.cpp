#include "core/live/captured.hpp"

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <set>
#include <vector>

#include "core/model/encode.hpp"
#include "core/model/node.hpp"
#include "core/model/pod.hpp"

namespace berth::live {
namespace {

constexpr std::size_t kMost = 64;

// What has not come by then is left out: a probe is the better for objects, not in need of them.
constexpr std::chrono::seconds kPatience(10);

std::vector<model::Object> objects_of(access::Cluster& cluster, model::ObjectKind kind) {
    using Objects = std::vector<model::Object>;
    auto found = std::make_shared<std::promise<Objects>>();
    std::future<Objects> answer = found->get_future();
    cluster.list(kind, [found](base::Result<Objects> objects) {
        found->set_value(objects ? std::move(*objects) : Objects());
    });
    return answer.wait_for(kPatience) == std::future_status::ready ? answer.get() : Objects();
}

void append(std::string& out, const model::Object& object, const base::SymbolTable& symbols) {
    out += "---\n";
    out += model::encode_json(object, symbols);
    out += '\n';
}

}  // namespace

std::string capture(access::Cluster& cluster, const base::SymbolTable& symbols) {
    std::string out;
    std::set<std::string> nodes;
    for (const model::Object& object : objects_of(cluster, model::ObjectKind::kNode)) {
        if (nodes.size() == kMost) {
            break;
        }
        nodes.insert(model::as<model::Node>(object)->meta.name);
        append(out, object, symbols);
    }
    std::vector<model::Object> pods = objects_of(cluster, model::ObjectKind::kPod);
    std::erase_if(pods, [&](const model::Object& object) {
        const auto pod = model::as<model::Pod>(object);
        return pod->is_finished() || pod->is_terminating() ||
               (!pod->node_name.empty() && nodes.count(pod->node_name) == 0);
    });
    std::ranges::stable_partition(pods, [](const model::Object& object) {
        return model::as<model::Pod>(object)->node_name.empty();
    });
    if (pods.size() > kMost) {
        pods.erase(pods.begin() + kMost, pods.end());
    }
    for (const model::Object& pod : pods) {
        append(out, pod, symbols);
    }
    return out;
}

}  // namespace berth::live
