// ManifestFollower: keeps an embedded cluster equal to manifests that change.
//
// New and changed objects are applied, those that are gone are deleted; what only the cluster knows
// (bindings, status) stays. Files with errors change nothing. One thread.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/base/result.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/host/reload/library_set.hpp"
#include "core/model/pools.hpp"

namespace berth::cmd {

class ManifestFollower {
public:
    ManifestFollower(cluster::EmbeddedCluster& cluster, model::Pools& pools,
                     std::vector<std::string> manifests)
        : cluster_(cluster), pools_(pools), manifests_(std::move(manifests)) {}

    // The first time: everything. Errors: nothing was loaded.
    [[nodiscard]] base::Errors load();
    // If some file is not as it was: false, nothing has changed.
    bool follow(base::Errors& errors);

private:
    using Stamps = std::map<std::string, host::FileStamp>;
    using Key = std::vector<std::string>;  // apiVersion, kind, namespace, name
    [[nodiscard]] Stamps stamps() const;
    [[nodiscard]] Key key_of(const model::Object& object) const;

    cluster::EmbeddedCluster& cluster_;
    model::Pools& pools_;
    std::vector<std::string> manifests_;
    Stamps seen_;
    std::set<Key> applied_;
};

}  // namespace berth::cmd
