#include "core/framework/profile.hpp"

namespace berth::framework {

Profile* Generation::find(std::string_view scheduler_name) const {
    for (const std::unique_ptr<Profile>& profile : profiles) {
        if (profile->scheduler_name == scheduler_name) {
            return profile.get();
        }
    }
    return nullptr;
}

Generation::~Generation() {
    while (!profiles.empty()) {
        Profile& profile = *profiles.back();
        while (!profile.instances.empty()) {
            profile.instances.pop_back();
        }
        profiles.pop_back();
    }
}

}  // namespace berth::framework
