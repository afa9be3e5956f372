#include "core/settings/configuration.hpp"

namespace berth::settings {

const berth_args* Profile::args(std::string_view plugin) const {
    for (const auto& use : uses) {
        if (use.name == plugin) {
            return use.args == nullptr ? nullptr : use.args->view();
        }
    }
    return nullptr;
}

const Profile* Configuration::profile(std::string_view scheduler_name) const {
    for (const auto& profile : profiles) {
        if (profile.scheduler_name == scheduler_name) {
            return &profile;
        }
    }
    return nullptr;
}

std::string_view api_version(Version version) {
    switch (version) {
        case Version::kV1Beta2: return "kubescheduler.config.k8s.io/v1beta2";
        case Version::kV1Beta3: return "kubescheduler.config.k8s.io/v1beta3";
        case Version::kV1: break;
    }
    return "kubescheduler.config.k8s.io/v1";
}

bool has_point(Version version, ExtensionPoint point) {
    switch (point) {
        case ExtensionPoint::kPreEnqueue:
        case ExtensionPoint::kPlacementGenerate:
        case ExtensionPoint::kPlacementScore:
        case ExtensionPoint::kPodGroupPostFilter: return version == Version::kV1;
        default: return true;
    }
}

std::uint32_t version_bit(Version version) {
    switch (version) {
        case Version::kV1Beta2: return BERTH_CONFIG_V1BETA2;
        case Version::kV1Beta3: return BERTH_CONFIG_V1BETA3;
        case Version::kV1: break;
    }
    return BERTH_CONFIG_V1;
}

}  // namespace berth::settings
