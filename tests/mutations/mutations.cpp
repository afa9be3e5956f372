// Ten thousand spoiled manifests and configurations: each must give an error or a result.
//
//   mutations GOLDEN [--seed N] [--count N] [--only K]
// GOLDEN is tests/golden. --only prints mutant K of that seed and judges it alone. What a mutant
// goes through: decoding, the embedded cluster, one attempt at each of its first pods; or loading a
// configuration and making its plugins. A mutant that takes too long, crashes or trips a sanitizer
// ends the program with its number on stderr. 30 to 70 % of each kind must still decode, otherwise
// the mutator is too mild, or too rough, to reach what it should.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/cluster/embedded_cluster.hpp"
#include "core/explain/explainer.hpp"
#include "core/host/build_generation.hpp"
#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/model/words.hpp"
#include "core/settings/load.hpp"
#include "plugins/intree/catalog.hpp"
#include "tests/mutations/mutator.hpp"

namespace {

using namespace berth;
namespace fs = std::filesystem;

constexpr unsigned kSeconds = 30;  // for one mutant
constexpr std::size_t kLargest = 12000;
constexpr std::size_t kPods = 3;

std::uint64_t running = 0;  // for the alarm

extern "C" void too_long(int) {
    constexpr std::string_view kText = "mutations: a mutant takes too long: number ";
    char digits[24];
    std::size_t at = sizeof digits;
    digits[--at] = '\n';
    for (std::uint64_t n = running; at > 0; n /= 10) {
        digits[--at] = static_cast<char>('0' + n % 10);
        if (n < 10) {
            break;
        }
    }
    if (write(2, kText.data(), kText.size()) > 0 && write(2, digits + at, sizeof digits - at) > 0) {
        _exit(3);
    }
    _exit(3);
}

std::vector<mutations::Draft> read_drafts(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    std::vector<mutations::Draft> drafts;
    for (const model::Document& document : model::parse_any(text.str(), path.string()).documents) {
        drafts.push_back(mutations::draft_of(document.root));
    }
    return drafts;
}

using Files = std::vector<std::vector<mutations::Draft>>;

Files read_files(std::vector<fs::path> paths) {
    std::sort(paths.begin(), paths.end());
    Files files;
    for (const fs::path& path : paths) {
        if (fs::file_size(path) <= kLargest) {
            if (auto drafts = read_drafts(path); !drafts.empty()) {
                files.push_back(std::move(drafts));
            }
        }
    }
    return files;
}

// Everything that a mutant goes through.
class Subject {
public:
    Subject()
        : registry_(host::open_registry(
              {.built_in = intree::entries(), .directories = {}, .libraries = {}}, context_)) {
        const auto defaults =
            settings::load_defaults(*registry_.registry, settings::LoadOptions{&symbols_});
        generation_ =
            host::build_generation(defaults.configuration, *registry_.registry, context_, 1)
                .generation;
    }

    // True if it decoded without an error.
    bool manifests(const std::string& text) {
        model::Pools pools(symbols_);
        model::Decoded decoded = model::decode_text(text, "mutant", pools);
        const bool good = decoded.errors.empty() && !decoded.objects.empty();
        cluster::EmbeddedCluster cluster(pools, clock_);
        static_cast<void>(cluster.load(std::move(decoded.objects)));
        explain::Explainer explainer({clock_, symbols_, context_}, generation_,
                                     framework::TieBreak::kName);
        explainer.load(cluster.objects(model::ObjectKind::kNode),
                       cluster.objects(model::ObjectKind::kPod));
        for (std::size_t i = 0; i < std::min(kPods, explainer.pending().size()); ++i) {
            const explain::Answer answer = explainer.judge(explainer.pending()[i]);
            if (to_json_line(answer).empty() || to_text(answer).empty()) {
                std::abort();
            }
        }
        return good;
    }

    bool configuration(const std::string& text) {
        const settings::LoadResult loaded =
            settings::load(text, "mutant", *registry_.registry, settings::LoadOptions{&symbols_});
        if (loaded.can_start()) {
            static_cast<void>(
                host::build_generation(loaded.configuration, *registry_.registry, context_, 2));
        }
        return loaded.valid();
    }

private:
    base::FakeClock clock_;
    base::SymbolTable symbols_{model::first_words()};
    host::Context context_{symbols_, clock_};
    host::RegistryResult registry_;
    framework::GenerationRef generation_;
};

struct Arguments {
    fs::path golden;
    std::uint64_t seed = 1, count = 10000;
    std::int64_t only = -1;
};

Arguments parse(int argc, char** argv) {
    Arguments out;
    for (int i = 1; i < argc; ++i) {
        const std::string_view name = argv[i];
        if (name.starts_with("--") && i + 1 < argc) {
            const std::int64_t value = std::stoll(argv[++i]);
            if (name == "--seed") {
                out.seed = static_cast<std::uint64_t>(value);
            } else if (name == "--count") {
                out.count = static_cast<std::uint64_t>(value);
            } else if (name == "--only") {
                out.only = value;
            }
        } else {
            out.golden = name;
        }
    }
    return out;
}

struct Share {
    std::uint64_t good = 0, all = 0;
    [[nodiscard]] bool sane() const { return good * 10 >= all * 3 && good * 10 <= all * 7; }
    [[nodiscard]] double percent() const {
        return all == 0 ? 0 : 100.0 * static_cast<double>(good) / static_cast<double>(all);
    }
};

int run(const Arguments& arguments) {
    std::vector<fs::path> objects, configurations;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(arguments.golden)) {
        if (entry.path().filename() == "objects.yaml") {
            objects.push_back(entry.path());
        } else if (entry.path().extension() == ".yaml" &&
                   (entry.path().parent_path().filename() == "config-decode" ||
                    entry.path().filename() == "config.yaml")) {
            configurations.push_back(entry.path());
        }
    }
    const Files manifests = read_files(objects);
    Files configs = read_files(configurations);
    Subject subject;
    // Of broken files few mutants would be sound.
    std::erase_if(configs, [&](const std::vector<mutations::Draft>& file) {
        return file.size() != 1 || !subject.configuration(to_json(file.front()));
    });
    if (manifests.empty() || configs.empty()) {
        fmt::print(stderr, "mutations: no golden files in {}\n", arguments.golden.string());
        return 2;
    }
    Share of_manifests, of_configs;
    for (std::uint64_t k = 0; k < arguments.count; ++k) {
        if (arguments.only >= 0 && k != static_cast<std::uint64_t>(arguments.only)) {
            continue;
        }
        running = k;
        base::Rng rng(arguments.seed * 1000003 + k);
        const bool config = k % 2 == 1;
        const Files& files = config ? configs : manifests;
        const std::string text =
            mutations::mutated(files[rng.below(files.size())], config ? 1 : 4, rng);
        if (arguments.only >= 0) {
            fmt::print("{}\n", text);
        }
        alarm(kSeconds);
        const bool good = config ? subject.configuration(text) : subject.manifests(text);
        alarm(0);
        Share& share = config ? of_configs : of_manifests;
        share.good += good ? 1 : 0;
        ++share.all;
    }
    fmt::print(
        "{} mutated manifests, {:.0f} % still decode; {} configurations, {:.0f} % are still "
        "valid\n",
        of_manifests.all, of_manifests.percent(), of_configs.all, of_configs.percent());
    return arguments.only >= 0 || (of_manifests.sane() && of_configs.sane()) ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGALRM, too_long);
    base::LogOptions quiet;
    quiet.threshold = base::Severity::kError;
    base::start_log(quiet);
    return run(parse(argc, argv));
}
