#include "core/host/reload/plugin_loader.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/base/text_file.hpp"
#include "core/settings/load.hpp"

namespace berth::host {
namespace {

constexpr base::Duration kSoon = std::chrono::milliseconds(10);

}  // namespace

base::Result<std::unique_ptr<PluginLoader>> PluginLoader::make(Needs needs, LoaderOptions options) {
    auto staging = Staging::make(options.state_folder);
    if (!staging) {
        return base::fail(staging.error());
    }
    return std::unique_ptr<PluginLoader>(
        new PluginLoader(std::move(needs), std::move(options), std::move(*staging)));
}

PluginLoader::PluginLoader(Needs needs, LoaderOptions options, std::unique_ptr<Staging> staging)
    : needs_(std::move(needs)),
      options_(std::move(options)),
      staging_(std::move(staging)),
      quarantine_(options_.state_folder + "/quarantine.json"),
      good_builds_(options_.state_folder + "/good"),
      libraries_(needs_.context, *staging_, quarantine_, options_.probe),
      retirement_(std::make_shared<Retirement>(needs_.wake)) {}

PluginLoader::~PluginLoader() {
    running_.reset();
    previous_.reset();
    pending_.reset();
    answer_.reset();
    retirement_->run();
}

PluginLoader::Started PluginLoader::start() {
    Started started;
    take_crash_of_last_run();
    if (quarantine_.problem()) {
        started.warnings.push_back(*quarantine_.problem());
    }
    if (!options_.config.empty()) {
        auto text = base::read_text_file(options_.config);
        if (!text) {
            started.errors.push_back(std::move(text.error()));
            return started;
        }
        text_ = std::move(*text);
    }
    sources_ = sources_of(text_);
    handled_ = seen_ = stamps();
    libraries_.refresh(sources_);
    use_good_builds();
    Build build;
    build.text = text_;
    std::string step;
    // One that the probe blames is left for its last good build, if there is one.
    for (bool again = true; again;) {
        again = false;
        started.errors.clear();
        build.chosen = libraries_.choose({}, started.errors);
        if (started.errors.empty()) {
            started.errors = make(build, false, {}, step);
        }
        std::string blamed = blamed_library(started.errors, build.chosen, libraries_.all());
        if (blamed.empty() && step == "probe" && build.chosen.size() == 1) {
            blamed = build.chosen.begin()->first;
        }
        if (!started.errors.empty() && !blamed.empty()) {
            refuse_library(blamed, step, started.errors.front().message());
            use_good_builds();
            const auto& all = libraries_.all();
            const auto at = all.find(blamed);
            again = at != all.end() && (at->second.refusal.empty() || at->second.optional);
        }
    }
    if (!started.errors.empty()) {
        // A plugin that does not exist may be in one of these.
        for (const auto& [path, library] : libraries_.all()) {
            if (!library.refusal.empty() && !library.wanted) {
                base::Error refused;
                refused.file = path;
                refused.text = library.refusal;
                started.warnings.push_back(std::move(refused));
            }
        }
        return started;
    }
    started.generation = build.generation;
    started.configuration = build.configuration;
    std::ranges::copy(build.warnings, std::back_inserter(started.warnings));
    running_ = std::move(build);
    on_probation_ = !running_->chosen.empty();
    probation_ends_ = needs_.clock.steady() + options_.probation;
    show();
    return started;
}

base::Duration PluginLoader::look(Publisher& publisher) {
    retirement_->run();
    take_answer();
    judge_probation(publisher);
    if (pending_) {
        return kSoon;
    }
    const base::Duration now = needs_.clock.steady();
    const bool by_hand = by_hand_.exchange(false);
    const bool quiet = settled(now);
    if (!quiet && !by_hand) {
        return options_.settle;
    }
    if (by_hand) {
        quarantine_.refresh();
        libraries_.forget_refusals();
        problems_.clear();
    }
    if (by_hand || seen_ != handled_) {
        handled_ = seen_;
        attempt(publisher);
        show();
    }
    base::Duration longest = pending_ ? kSoon : options_.poll;
    if (on_probation_) {
        longest = std::min(longest, std::max(probation_ends_ - now, kSoon));
    }
    return longest;
}

void PluginLoader::reload() {
    by_hand_.store(true);
    if (needs_.wake) {
        needs_.wake();
    }
}

settings::PluginSources PluginLoader::sources_of(const std::string& text) const {
    settings::PluginSources sources = settings::plugin_sources(text, options_.config);
    if (!options_.plugins_from.empty()) {
        sources.directories = {options_.plugins_from};
        sources.profiles.clear();
    }
    if (sources.directories.empty()) {
        sources.directories = options_.directories;
    }
    return sources;
}

PluginLoader::Stamps PluginLoader::stamps() const {
    Stamps stamps;
    base::Errors ignored;
    for (const std::string& path : LibrarySet::paths_of(sources_, ignored)) {
        stamps.emplace(path, stamp_of(path));
    }
    if (!options_.config.empty()) {
        stamps.emplace(options_.config, stamp_of(options_.config));
    }
    return stamps;
}

// A linker writes for a while; what is looked at has not changed for the settle time.
bool PluginLoader::settled(base::Duration now) {
    Stamps current = stamps();
    if (current != seen_) {
        seen_ = std::move(current);
        seen_at_ = now;
    }
    return seen_ == handled_ || now - seen_at_ >= options_.settle;
}

std::vector<std::string> PluginLoader::folders() const {
    std::vector<std::string> folders;
    const auto add = [&](const std::string& folder) {
        if (!folder.empty() && std::find(folders.begin(), folders.end(), folder) == folders.end()) {
            folders.push_back(folder);
        }
    };
    for (const std::string& directory : sources_.directories) {
        add(std::filesystem::absolute(directory).lexically_normal().string());
    }
    for (const auto& [path, stamp] : seen_) {
        add(std::filesystem::absolute(path).parent_path().lexically_normal().string());
    }
    return folders;
}

void PluginLoader::attempt(Publisher& publisher) {
    if (!options_.config.empty()) {
        auto text = base::read_text_file(options_.config);
        if (!text) {
            refuse("read", {std::move(text.error())});
            return;
        }
        text_ = std::move(*text);
        sources_ = sources_of(text_);
    }
    libraries_.refresh(sources_);
    handled_ = seen_ = stamps();  // other directories may be named now
    for (const auto& [path, library] : libraries_.all()) {
        if (library.refusal.empty()) {
            problems_.erase(path);
        } else if (library.wanted && problems_[path] != library.refusal) {
            refuse_library(path, library.quarantined ? "quarantine" : "vet", library.refusal);
        }
    }
    Build build;
    build.text = text_;
    if (try_out(build, publisher)) {
        send(std::move(build), publisher);
    }
}

// False: nothing is new, or it was refused. A library that is to blame alone is left out.
bool PluginLoader::try_out(Build& build, Publisher& publisher) {
    for (;;) {
        base::Errors errors;
        build.chosen = libraries_.choose(running_->chosen, errors);
        if (!errors.empty()) {
            refuse("vet", errors);
            return false;
        }
        if (same_as_running(build)) {
            status_.with([](LiveStatus& status) { status.config_problem.clear(); });
            return false;
        }
        std::string step;
        errors = make(build, false, publisher.snapshot(), step);
        if (errors.empty()) {
            return true;
        }
        std::string blamed = blamed_library(errors, build.chosen, libraries_.all());
        if (blamed.empty() && step == "probe" && build.text == running_->text) {
            blamed = only_new(build.chosen, running_->chosen);
        }
        const auto at = running_->chosen.find(blamed);
        const bool is_new = !blamed.empty() &&
                            (at == running_->chosen.end() || at->second != build.chosen.at(blamed));
        if (!is_new) {
            refuse(step, errors);
            return false;
        }
        refuse_library(blamed, step, errors.front().message());
    }
}

bool PluginLoader::same_as_running(const Build& build) const {
    return build.text == running_->text &&
           std::equal(build.chosen.begin(), build.chosen.end(), running_->chosen.begin(),
                      running_->chosen.end(), [](const auto& a, const auto& b) {
                          return a.first == b.first && a.second->sha256() == b.second->sha256();
                      });
}

base::Errors PluginLoader::make(Build& build, bool tried, const std::string& snapshot,
                                std::string& step) {
    step = "probe";
    if (options_.probes && !tried && !build.chosen.empty()) {
        base::Errors errors = probe(
            spec_of(build.chosen, build.text, options_.config, snapshot, sources_.directories),
            staging_->folder(), options_.probe);
        if (!errors.empty()) {
            return errors;
        }
    }
    step = "resident";
    if (Image::resident() >= options_.most_resident) {
        return one_error(
            fmt::format("{} images cannot be unmapped, and no more than {} may be: restart berth",
                        Image::resident(), options_.most_resident));
    }
    if (retirement_->in_use() >= options_.most_generations) {
        return one_error(fmt::format("{} generations are still in use, and no more than {} may be",
                                     retirement_->in_use(), options_.most_generations));
    }
    step = "open";
    const settings::PluginSources sources = sources_of(build.text);
    const std::set<std::string> left_out = left_out_plugins(libraries_.all(), build.chosen);
    RegistryResult opened = open_registry(
        {.built_in = needs_.built_in,
         .directories = sources.directories,
         .libraries = without_left_out(sources, build.chosen),
         .open = [&](const std::string& path) { return libraries_.open(build.chosen, path); },
         .wanted = [&](const std::string& path) { return build.chosen.count(path) != 0; },
         .left_out = left_out},
        needs_.context);
    if (!opened.errors.empty()) {
        return std::move(opened.errors);
    }
    build.registry = std::move(opened.registry);
    step = "configuration";
    const settings::LoadOptions words{.symbols = &needs_.symbols};
    settings::LoadResult loaded =
        options_.config.empty()
            ? settings::load_defaults(*build.registry, words)
            : settings::load(build.text, options_.config, *build.registry, words);
    base::Errors errors = std::move(loaded.errors);
    std::move(loaded.start_errors.begin(), loaded.start_errors.end(), std::back_inserter(errors));
    if (!errors.empty()) {
        return errors;
    }
    build.configuration = std::move(loaded.configuration);
    build.warnings = std::move(loaded.warnings);
    step = "create";
    build.number = ++last_number_;
    build.watched = std::make_shared<Watched>();
    GenerationResult made = build_generation(
        build.configuration, *build.registry, needs_.context, build.number,
        {.on_misbehaviour = listener_of(build.watched, misbehaviours_, needs_.wake),
         .retire = retirement_->deleter(),
         .left_out = left_out});
    std::ranges::move(made.warnings, std::back_inserter(build.warnings));
    if (made.generation != nullptr) {
        retirement_->added();
    }
    build.generation = std::move(made.generation);
    return std::move(made.errors);
}

}  // namespace berth::host
