// Where kinds live at an API server: group, version and plural, and the paths of objects.
// Pure: any thread.
#pragma once

#include <string>
#include <string_view>

#include "core/model/object.hpp"

namespace berth::client {

struct Resource {
    std::string group;  // empty: core
    std::string version;
    std::string plural;
    std::string kind;
    bool namespaced = true;

    // "v1", "apps/v1"
    [[nodiscard]] std::string api_version() const;
    friend bool operator==(const Resource&, const Resource&) = default;
};

// Of a kind that berth has a struct for. kWorkload is several kinds: see workload_resources().
[[nodiscard]] const Resource* find_resource(model::ObjectKind kind);
// By Kubernetes' word, workloads included; null: not known here.
[[nodiscard]] const Resource* find_resource(std::string_view kind);

// "/api/v1/pods", "/apis/apps/v1/namespaces/default/replicasets/web"; an empty namespace: all of
// them, an empty name: the collection.
[[nodiscard]] std::string path_of(const Resource& resource, std::string_view namespace_name,
                                  std::string_view name = {}, std::string_view subresource = {});

// A query's value, percent-encoded.
[[nodiscard]] std::string escape_query(std::string_view text);

}  // namespace berth::client
