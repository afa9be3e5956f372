#include "core/cmd/rbac_command.hpp"

#include <ostream>

#include "core/base/clock.hpp"
#include "core/cmd/engine_setup.hpp"
#include "core/host/rbac.hpp"

namespace berth::cmd {

int rbac(const RbacOptions& options, std::ostream& out, std::ostream& err) {
    const auto engine = Engine::make_without_cluster(options.engine, err);
    if (engine == nullptr) {
        return kBadInput;
    }
    out << host::cluster_role_yaml(host::rbac_rules(*engine->generation), options.name);
    return kDone;
}

}  // namespace berth::cmd
