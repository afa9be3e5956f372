#include "core/cmd/author/new_command.hpp"

#include <ostream>

#include <fmt/format.h>

#include "core/cmd/author/sdk_folder.hpp"
#include "core/cmd/problems.hpp"

namespace berth::cmd {

int plugin_new(const PluginNewOptions& options, std::ostream& out, std::ostream& err) {
    scaffold::NewPlugin wanted = options.plugin;
    if (wanted.sdk.empty()) {
        wanted.sdk = sdk_folder();
    }
    const auto written = scaffold::write_plugin(wanted);
    if (!written) {
        print_errors({written.error()}, err);
        return kBadInput;
    }
    const std::string file = scaffold::snake_case(wanted.name);
    out << written->folder << ":";
    for (const std::string& name : written->files) {
        out << ' ' << name;
    }
    out << fmt::format(
        "\n\nNext:\n"
        "  cd {}\n"
        "  meson setup build && ninja -C build && meson test -C build\n"
        "  berth plugin check build/{}.so\n"
        "  berth simulate objects.yaml --config config.yaml\n",
        written->folder, file);
    if (wanted.sdk.empty()) {
        err << "warning: berth's headers were not found beside the program: pkg-config is asked "
               "for "
               "berth-sdk, or name them with -Dberth_sdk=DIR\n";
    }
    return kDone;
}

}  // namespace berth::cmd
