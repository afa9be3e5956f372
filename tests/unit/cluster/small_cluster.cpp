#include "tests/unit/cluster/small_cluster.hpp"

#include <doctest/doctest.h>

namespace berth::cluster::testing {

std::vector<model::Draft> SmallCluster::drafts(std::string_view yaml) {
    model::Decoded decoded = model::decode_text(yaml, "test.yaml", pools);
    REQUIRE(decoded.errors.empty());
    return std::move(decoded.objects);
}

base::Errors SmallCluster::load(std::string_view yaml) {
    return cluster.load(drafts(yaml));
}

model::Ptr<model::Pod> SmallCluster::pod(const std::string& name, const std::string& in) {
    model::Ptr<model::Pod> found;
    cluster.get({"v1", "Pod", in, name}, [&](base::Result<model::Object> object) {
        found = object ? model::as<model::Pod>(*object) : nullptr;
    });
    return found;
}

base::Status SmallCluster::bind(const std::string& pod_name, const std::string& node,
                                const std::string& uid) {
    base::Status answer = base::fail(base::ErrorCode::kInternal, "no answer");
    cluster.bind(
        {.namespace_name = "default", .pod_name = pod_name, .pod_uid = uid, .node_name = node},
        [&](base::Status status) { answer = std::move(status); });
    return answer;
}

base::Result<model::Object> SmallCluster::patch(const access::ObjectName& name,
                                                const std::string& merge_patch_json) {
    base::Result<model::Object> answer = base::fail(base::ErrorCode::kInternal, "no answer");
    cluster.patch(name, merge_patch_json,
                  [&](base::Result<model::Object> object) { answer = std::move(object); });
    return answer;
}

base::Status SmallCluster::remove(const access::ObjectName& name, const std::string& uid) {
    base::Status answer = base::fail(base::ErrorCode::kInternal, "no answer");
    cluster.remove(name, uid, [&](base::Status status) { answer = std::move(status); });
    return answer;
}

void Diary::on_change(access::Change change) {
    const char* word = change.type == access::ChangeType::kAdded      ? "added "
                       : change.type == access::ChangeType::kModified ? "modified "
                                                                      : "deleted ";
    lines_.push_back(word + model::describe(change.object, symbols_));
}

}  // namespace berth::cluster::testing
