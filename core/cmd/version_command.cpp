#include "core/cmd/version_command.hpp"

#include <ostream>

#include <berth/version.h>

#include "core/cmd/options.hpp"

namespace berth::cmd {

int version(std::ostream& out) {
    out << "berth " << BERTH_PROGRAM_VERSION << " (plugin ABI " << BERTH_ABI_MAJOR << '.'
        << BERTH_ABI_MINOR << ", decides as kube-scheduler v1.37.2)\n";
    return kDone;
}

}  // namespace berth::cmd
