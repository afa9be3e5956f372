#include "core/cmd/live/manifest_follower.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/cluster/manifests.hpp"

namespace berth::cmd {
namespace fs = std::filesystem;

ManifestFollower::Stamps ManifestFollower::stamps() const {
    Stamps stamps;
    for (const std::string& manifest : manifests_) {
        stamps.emplace(manifest, host::stamp_of(manifest));
        std::error_code error;
        if (!fs::is_directory(manifest, error)) {
            continue;
        }
        for (fs::recursive_directory_iterator it(manifest, error), end; !error && it != end;
             it.increment(error)) {
            const std::string path = it->path().string();
            stamps.emplace(path, host::stamp_of(path));
        }
    }
    return stamps;
}

ManifestFollower::Key ManifestFollower::key_of(const model::Object& object) const {
    const model::ObjectMeta& meta = model::meta_of(object);
    return {std::string(model::api_version(object)), std::string(model::kind_name(object)),
            std::string(pools_.symbols.text(meta.namespace_name)), meta.name};
}

base::Errors ManifestFollower::load() {
    base::Errors errors;
    follow(errors);
    return errors;
}

bool ManifestFollower::follow(base::Errors& errors) {
    Stamps now = stamps();
    if (now == seen_) {
        return false;
    }
    seen_ = std::move(now);
    model::Decoded decoded = cluster::read_manifests(manifests_, pools_);
    if (!decoded.errors.empty()) {
        errors = std::move(decoded.errors);
        return true;
    }
    std::set<Key> wanted;
    for (model::Draft& draft : decoded.objects) {
        auto object = cluster_.apply(std::move(draft));
        if (!object) {
            errors.push_back(object.error());
            continue;
        }
        wanted.insert(key_of(*object));
    }
    for (const Key& key : applied_) {
        if (wanted.count(key) == 0) {
            cluster_.remove({key[0], key[1], key[2], key[3]}, "", [](const base::Status&) {});
        }
    }
    applied_ = std::move(wanted);
    return true;
}

}  // namespace berth::cmd
