#include "core/cmd/plugin_command.hpp"

#include <ostream>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "core/base/text_file.hpp"
#include "core/cmd/plugin_sources.hpp"
#include "core/cmd/problems.hpp"
#include "core/host/describe.hpp"
#include "core/model/words.hpp"

namespace berth::cmd {

int plugin_list(const PluginListOptions& options, std::ostream& out, std::ostream& err) {
    if (options.live) {
        return live_plugin_list(options.state_folder,
                                options.output == PluginListOptions::Output::kJson, out, err);
    }
    base::SymbolTable symbols(model::first_words());
    const base::RealClock clock;
    const host::Context context(symbols, clock);
    settings::PluginSources sources;
    if (!options.config.empty()) {
        auto text = base::read_text_file(options.config == "-" ? "/dev/stdin" : options.config);
        if (!text) {
            print_errors({std::move(text.error())}, err);
            return kBadInput;
        }
        sources = settings::plugin_sources(*text, options.config);
    }
    const host::RegistryResult opened = open_plugins(sources, options.plugins_from, context);
    print_warnings(opened.refused, err);
    print_errors(opened.errors, err);
    using Output = PluginListOptions::Output;
    out << host::print(host::describe(*opened.registry), options.output == Output::kJson
                                                             ? host::ListFormat::kJson
                                                             : host::ListFormat::kText);
    return opened.errors.empty() ? kDone : kBadInput;
}

}  // namespace berth::cmd
