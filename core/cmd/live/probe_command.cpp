#include "core/cmd/live/probe_command.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <ostream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "core/base/clock.hpp"
#include "core/base/log.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/cmd/plugin_sources.hpp"
#include "core/host/build_generation.hpp"
#include "core/host/crash/crash_file.hpp"
#include "core/host/files/state_file.hpp"
#include "core/host/image.hpp"
#include "core/host/reload/probe.hpp"
#include "core/host/text.hpp"
#include "core/model/decode.hpp"
#include "core/model/words.hpp"
#include "core/scheduler/scheduler.hpp"
#include "core/settings/load.hpp"
#include "plugins/intree/catalog.hpp"

namespace berth::cmd {
namespace {

constexpr int kMostSteps = 400;
constexpr std::size_t kFewestNodes = 2;
constexpr std::size_t kMostErrors = 8;

void error_line(std::ostream& out, std::string text) {
    for (char& c : text) {
        c = c == '\n' ? ' ' : c;
    }
    out << host::kProbeError << text << '\n' << std::flush;
}

// Where it was when something called exit(): said before the process ends.
bool ended_well = false;
void at_exit() {
    const framework::ThreadMark& mark = framework::thread_mark_in_handler();
    const framework::CallLabel* label = mark.label.load();
    if (!ended_well && label != nullptr) {
        const std::string line =
            fmt::format("{}{} ({}) called exit() in {}\n", host::kProbeError, label->plugin,
                        label->file, framework::to_text(mark.point.load()));
        static_cast<void>(!write(STDOUT_FILENO, line.data(), line.size()));
    }
}

// Dies with its parent, leaves no core, tells of crashes, and ends by itself.
void guard(std::uint64_t memory, std::uint32_t seconds) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    if (memory != 0) {
        const rlimit limit{memory, memory};
        setrlimit(RLIMIT_AS, &limit);
    }
#else
    static_cast<void>(memory);
#endif
    host::install_crash_handlers(STDOUT_FILENO);
    std::atexit(at_exit);
    if (seconds != 0) {
        itimerval timer{};
        timer.it_value.tv_sec = seconds;
        setitimer(ITIMER_REAL, &timer, nullptr);
    }
}

std::size_t threads_now() {
    std::size_t count = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator it("/proc/self/task", error), end; !error && it != end;
         it.increment(error)) {
        ++count;
    }
    return count;
}

// What nothing depends on: pods for each profile, and as many nodes as Score needs to be asked.
std::string stand_ins(const settings::Configuration& configuration, std::size_t nodes) {
    std::string text;
    for (; nodes < kFewestNodes; ++nodes) {
        text += fmt::format(
            "---\napiVersion: v1\nkind: Node\nmetadata: {{name: berth-probe-{}}}\nstatus:\n"
            "  allocatable: {{cpu: '64', memory: 64Gi, pods: '110', ephemeral-storage: 64Gi}}\n",
            nodes);
    }
    for (std::size_t i = 0; i < configuration.profiles.size(); ++i) {
        for (int n = 0; n < 3; ++n) {
            text += fmt::format(
                "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: berth-probe-{}-{}, namespace: "
                "default}}\nspec:\n  schedulerName: '{}'\n  containers:\n  - name: c\n    "
                "resources: {{requests: {{cpu: 1m, memory: 1Mi}}}}\n",
                i, n, configuration.profiles[i].scheduler_name);
        }
    }
    return text;
}

class Trial {
public:
    Trial(const host::ProbeSpec& spec, std::ostream& out) : spec_(spec), out_(out) {}

    // False: an error was told.
    bool run();

private:
    [[nodiscard]] host::RegistryResult open();
    bool make();
    void schedule();
    bool tell(const base::Errors& errors);

    const host::ProbeSpec& spec_;
    std::ostream& out_;
    base::SymbolTable symbols_{model::first_words()};
    model::Pools pools_{symbols_};
    base::FakeClock clock_;
    cluster::EmbeddedCluster cluster_{pools_, clock_};
    host::Context context_{symbols_, clock_};
    std::unique_ptr<host::Registry> registry_;
    settings::Configuration configuration_;
    framework::GenerationRef generation_;
    std::size_t misbehaved_ = 0;
};

bool Trial::tell(const base::Errors& errors) {
    std::size_t told = 0;
    for (const base::Error& error : errors) {
        if (told++ < kMostErrors) {
            error_line(out_, error.message());
        }
    }
    return errors.empty();
}

host::RegistryResult Trial::open() {
    std::map<std::string, const host::ProbeSpec::Library*> libraries;
    for (const host::ProbeSpec::Library& library : spec_.libraries) {
        libraries.emplace(library.path, &library);
    }
    const settings::PluginSources sources =
        settings::plugin_sources(spec_.config, spec_.config_name);
    std::vector<std::vector<settings::Library>> named = sources.profiles;
    for (auto& profile : named) {
        std::erase_if(profile, [&](const settings::Library& library) {
            const auto path = host::find_library(library.file, spec_.directories);
            return library.optional && (!path || libraries.count(*path) == 0);
        });
    }
    return host::open_registry(
        {.built_in = intree::entries(),
         .directories = spec_.directories,
         .libraries = std::move(named),
         .open =
             [&, libraries](const std::string& path) {
                 const auto at = libraries.find(path);
                 const std::string opened = at == libraries.end() ? path : at->second->opened;
                 return host::Image::open(
                     {.path = path,
                      .opened = opened,
                      .sha256 = at == libraries.end() ? "" : at->second->sha256,
                      .kept = {}},
                     context_);
             },
         .wanted = [libraries](const std::string& path) { return libraries.count(path) != 0; }},
        context_);
}

bool Trial::make() {
    host::RegistryResult opened = open();
    if (!tell(opened.errors)) {
        return false;
    }
    registry_ = std::move(opened.registry);
    const settings::LoadOptions words{.symbols = &symbols_};
    settings::LoadResult loaded =
        spec_.config_name.empty()
            ? settings::load_defaults(*registry_, words)
            : settings::load(spec_.config, spec_.config_name, *registry_, words);
    // What is wrong with the file itself is the loader's to say, with all that it knows.
    if (!loaded.errors.empty() || !loaded.start_errors.empty()) {
        return true;
    }
    configuration_ = std::move(loaded.configuration);
    configuration_.extenders.clear();  // nobody outside is asked
    host::GenerationResult built =
        host::build_generation(configuration_, *registry_, context_, 1,
                               {.on_misbehaviour = [this](const framework::Misbehaviour& what) {
                                   if (misbehaved_++ < kMostErrors) {
                                       error_line(out_, what.message());
                                   }
                               }});
    generation_ = std::move(built.generation);
    return tell(built.errors);
}

void Trial::schedule() {
    model::Decoded decoded = model::decode_text(spec_.objects, "snapshot", pools_);
    static_cast<void>(cluster_.load(std::move(decoded.objects)));
    const std::size_t nodes = cluster_.objects(model::ObjectKind::kNode).size();
    model::Decoded more = model::decode_text(stand_ins(configuration_, nodes), "stand-ins", pools_);
    static_cast<void>(cluster_.load(std::move(more.objects)));
    scheduler::Scheduler scheduler({cluster_, clock_, symbols_, context_}, generation_, {});
    scheduler.start();
    bool taken = false;
    scheduler.post([&taken] { taken = true; });
    while (!taken) {
        scheduler.take_in();
    }
    for (int i = 0; i < kMostSteps && scheduler.step(scheduler::Pop::kActive); ++i) {}
    scheduler.take_in();
}

bool Trial::run() {
    bool good = make();
    if (good && generation_ != nullptr) {
        schedule();
    }
    generation_.reset();
    registry_.reset();
    return good && misbehaved_ == 0;
}

}  // namespace

int plugin_scan(const ScanOptions& options, std::ostream& out) {
    guard(0, 0);
    base::SymbolTable symbols;
    const base::FakeClock clock;
    const host::Context context(symbols, clock);
    for (std::size_t i = 0; i < options.files.size(); ++i) {
        out << host::kProbeAt << i << '\n' << std::flush;
        const auto image = host::Image::open(options.files[i], context);
        if (!image) {
            error_line(out, image.error().text);
            continue;
        }
        for (const berth_factory* factory : (*image)->factories()) {
            out << host::kProbePlugin << host::view_of(factory->name) << '\n' << std::flush;
        }
    }
    ended_well = true;
    out << host::kProbeDone << '\n' << std::flush;
    return 0;
}

int plugin_probe(const ProbeCommandOptions& options, std::ostream& out) {
    const auto text = host::read_state_file(options.spec);
    const auto spec = text ? host::parse_spec(*text)
                           : base::Result<host::ProbeSpec>(tl::unexpected(text.error()));
    if (!spec) {
        error_line(out, spec.error().message());
        return 2;
    }
    guard(spec->memory, spec->seconds);
    const std::size_t threads = threads_now();
    const std::size_t resident = host::Image::resident();
    const bool good = Trial(*spec, out).run();
    if (good && threads_now() > threads) {
        error_line(out, fmt::format("{} threads of its own still run after destroy and deinit",
                                    threads_now() - threads));
    } else if (good && host::Image::resident() > resident) {
        BERTH_VLOG(1, "a library cannot be unmapped");
    }
    ended_well = true;
    out << host::kProbeDone << '\n' << std::flush;
    return 0;
}

}  // namespace berth::cmd
