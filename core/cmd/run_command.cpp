#include "core/cmd/run_command.hpp"

#include <algorithm>
#include <memory>
#include <ostream>
#include <utility>

#include "core/base/clock.hpp"
#include "core/base/log.hpp"
#include "core/base/symbol.hpp"
#include "core/cmd/author/check_command.hpp"
#include "core/cmd/author/dev_command.hpp"
#include "core/cmd/author/new_command.hpp"
#include "core/cmd/command_line.hpp"
#include "core/cmd/explain_command.hpp"
#include "core/cmd/live/probe_command.hpp"
#include "core/cmd/plugin_command.hpp"
#include "core/cmd/plugin_sources.hpp"
#include "core/cmd/rbac_command.hpp"
#include "core/cmd/run/run_real.hpp"
#include "core/cmd/simulate_command.hpp"
#include "core/cmd/version_command.hpp"
#include "core/model/words.hpp"

namespace berth::cmd {
namespace {

// What the plugins of a configuration file stand on while it is looked at.
struct Opened {
    base::SymbolTable symbols{model::first_words()};
    base::RealClock clock;
    host::Context context{symbols, clock};
    std::unique_ptr<host::Registry> registry;
};

OpenCatalog catalog_opener(const std::string& plugins_from) {
    return [plugins_from](const settings::PluginSources& sources) {
        auto opened = std::make_shared<Opened>();
        host::RegistryResult result = open_plugins(sources, plugins_from, opened->context);
        opened->registry = std::move(result.registry);
        const settings::PluginCatalog* catalog = opened->registry.get();
        return OpenedCatalog{{std::move(opened), catalog}, std::move(result.errors)};
    };
}

struct Run {
    std::ostream& out;
    std::ostream& err;

    int operator()(const SimulateOptions& options) const { return simulate(options, out, err); }
    int operator()(const ExplainOptions& options) const { return explain(options, out, err); }
    int operator()(const PluginListOptions& options) const {
        return plugin_list(options, out, err);
    }
    int operator()(const PluginNewOptions& options) const { return plugin_new(options, out, err); }
    int operator()(const PluginCheckOptions& options) const {
        return plugin_check(options, out, err);
    }
    int operator()(const DevOptions& options) const { return dev(options, out, err); }
    int operator()(const RbacOptions& options) const { return rbac(options, out, err); }
    int operator()(const RunOptions& options) const { return run_real(options, err); }
    int operator()(const EmbeddedOptions& options) const { return run_embedded(options, out, err); }
    int operator()(const QuarantineListOptions& options) const {
        return quarantine_list(options, out, err);
    }
    int operator()(const QuarantineClearOptions& options) const {
        return quarantine_clear(options, out, err);
    }
    int operator()(const VersionOptions&) const { return version(out); }
    int operator()(const ConfigCheckOptions& options) const {
        return config_check(options.files, catalog_opener(options.plugins_from), options.output,
                            out, err);
    }
    int operator()(const ConfigPrintOptions& options) const {
        return config_print(options.file, catalog_opener(options.plugins_from), options.stage,
                            options.format, out, err);
    }
};

}  // namespace

int run_command(std::vector<std::string> words, std::ostream& out, std::ostream& err) {
    // What a host asks a child of itself; nobody else does.
    if (words.size() >= 3 && words[0] == "plugin" && words[1] == "scan") {
        ScanOptions options;
        options.files.assign(words.begin() + 2, words.end());
        return plugin_scan(options, out);
    }
    if (words.size() == 3 && words[0] == "plugin" && words[1] == "probe") {
        return plugin_probe({words[2]}, out);
    }
    // `berth run --embedded` has its own flags, so it is a command of its own to the parser.
    if (!words.empty() && words[0] == "run" &&
        std::find(words.begin(), words.end(), "--embedded") != words.end()) {
        words[0] = "run-embedded";
    }
    const auto parsed = parse_command_line(std::move(words));
    if (const auto* answer = std::get_if<Answer>(&parsed)) {
        (answer->status == kDone ? out : err) << answer->text;
        return answer->status;
    }
    const auto& [command, verbosity] = std::get<Parsed>(parsed);
    // A command tells its warnings, a server what it does and when.
    const bool server = std::holds_alternative<RunOptions>(command) ||
                        std::holds_alternative<EmbeddedOptions>(command);
    const bool told = server || verbosity > 0;
    base::start_log({.verbosity = verbosity,
                     .threshold = told ? base::Severity::kInfo : base::Severity::kWarning,
                     .plain = !told});
    const int status = std::visit(Run{out, err}, command);
    out.flush();
    if (!out) {
        err << "standard output cannot be written\n";
        return kBadInput;
    }
    return status;
}

}  // namespace berth::cmd
