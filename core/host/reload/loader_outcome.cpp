// What becomes of a build that was made: published, refused, on probation, taken back.

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/log.hpp"
#include "core/host/crash/crash_file.hpp"
#include "core/host/files/state_file.hpp"
#include "core/host/reload/plugin_loader.hpp"

namespace berth::host {
namespace {

double microseconds(base::Duration duration) {
    return std::chrono::duration<double, std::micro>(duration).count();
}

std::string short_hash(const std::string& sha256) {
    return sha256.substr(0, 12);
}

}  // namespace

struct PluginLoader::Answer {
    base::Guarded<std::optional<PublishOutcome>> outcome;
};

void PluginLoader::send(Build build, Publisher& publisher) {
    pending_ = std::move(build);
    answer_ = std::make_shared<Answer>();
    publisher.publish(pending_->generation,
                      [answer = answer_, wake = needs_.wake](PublishOutcome outcome) {
                          answer->outcome.with([&](auto& slot) { slot = std::move(outcome); });
                          if (wake) {
                              wake();
                          }
                      });
}

void PluginLoader::take_answer() {
    if (!pending_) {
        return;
    }
    const std::optional<PublishOutcome> outcome =
        answer_->outcome.with([](const auto& slot) { return slot; });
    if (!outcome) {
        return;
    }
    Build build = std::move(*pending_);
    pending_.reset();
    answer_.reset();
    if (!outcome->problem.empty()) {
        refuse("publish", one_error(outcome->problem));
        show();
        return;
    }
    std::vector<std::string> fresh;
    for (const auto& [path, staged] : build.chosen) {
        const auto before = running_->chosen.find(path);
        if (before == running_->chosen.end() || before->second->sha256() != staged->sha256()) {
            fresh.push_back(fmt::format("{} {}", path, short_hash(staged->sha256())));
        }
    }
    say_what_waits(running_->configuration, build.configuration);
    for (const base::Error& warning : build.warnings) {
        const bool told = std::ranges::any_of(running_->warnings, [&](const base::Error& known) {
            return known.message() == warning.message();
        });
        if (!told) {
            BERTH_LOG(base::Severity::kWarning, "plugins: {}", warning.message());
        }
    }
    const std::string note = fmt::format(
        "generation {} runs: {}; scheduling paused for {:.0f} µs{}{}", build.number,
        fresh.empty() ? std::string("another configuration")
                      : fmt::format("{}", fmt::join(fresh, ", ")),
        microseconds(outcome->pause),
        outcome->reordering > base::Duration::zero()
            ? fmt::format(" ({:.0f} µs of it to order the queue anew)",
                          microseconds(outcome->reordering))
            : std::string(),
        outcome->adopted > 0 ? fmt::format(", {} pods in flight were handed over", outcome->adopted)
                             : std::string());
    BERTH_LOG(base::Severity::kInfo, "plugins: {}", note);
    tell(false, build.rollback ? "PluginRolledBack" : "PluginReloaded", note);
    count("published", build.rollback ? "rollback" : "publish");
    const bool was_rollback = build.rollback;
    previous_ = std::exchange(running_, std::move(build));
    on_probation_ = !fresh.empty() && !was_rollback;
    probation_ends_ = needs_.clock.steady() + options_.probation;
    const auto pause = static_cast<std::uint64_t>(
        std::max(0.0, microseconds(outcome->pause - outcome->reordering)));
    status_.with([&](LiveStatus& status) {
        status.config_problem.clear();
        status.last_pause_us = pause;
        status.longest_pause_us = std::max(status.longest_pause_us, pause);
    });
    show();
}

void PluginLoader::judge_probation(Publisher& publisher) {
    if (!on_probation_ || pending_) {
        return;
    }
    const std::uint32_t bad = running_->watched->count.load(std::memory_order_relaxed);
    if (bad < options_.most_misbehaviours) {
        if (needs_.clock.steady() < probation_ends_) {
            return;
        }
        on_probation_ = false;
        previous_.reset();
        for (const auto& [path, staged] : running_->chosen) {
            if (base::Status kept = good_builds_.keep(*staged); !kept) {
                BERTH_LOG(base::Severity::kWarning, "plugins: {}", kept.error().message());
            }
        }
        return;
    }
    on_probation_ = false;
    const Watched::Last last = running_->watched->last.with([](const auto& one) { return one; });
    if (last.sha256.empty() || !previous_) {
        return;  // no library, or nothing to go back to: it is reported as it is
    }
    const std::string why =
        fmt::format("{} cases of misbehaviour within {} of its first cycle, the last: {}", bad,
                    base::format_duration(options_.probation), last.message);
    quarantine(last.sha256, last.file, last.plugin, why);
    libraries_.refuse(last.file, "not loaded: this build is in quarantine: " + why);
    problems_[last.file] = "not loaded: this build is in quarantine: " + why;
    Build back;
    back.text = previous_->text;
    back.chosen = previous_->chosen;
    back.rollback = true;
    std::string step;
    if (const base::Errors errors = make(back, true, {}, step); !errors.empty()) {
        refuse("rollback", errors);
        return;
    }
    send(std::move(back), publisher);
    show();
}

// One that is refused at the start is left for its last good build.
void PluginLoader::use_good_builds() {
    std::vector<std::pair<std::string, std::string>> replaced;
    for (const auto& [path, library] : libraries_.all()) {
        if (library.wanted && !library.refusal.empty() && replaced_.count(path) == 0) {
            if (std::string file = good_builds_.find(path); !file.empty()) {
                replaced.emplace_back(path, std::move(file));
            }
        }
    }
    for (const auto& [path, file] : replaced) {
        const std::string why = libraries_.all().at(path).refusal;
        replaced_.insert(path);
        if (libraries_.substitute(path, file)) {
            BERTH_LOG(base::Severity::kWarning,
                      "plugins: {}: {}; the last good build runs in its place", path, why);
        }
    }
}

void PluginLoader::quarantine(const std::string& sha256, const std::string& file,
                              const std::string& plugin, std::string reason) {
    BERTH_LOG(base::Severity::kError, "plugins: {} ({}) is put into quarantine: {}", file,
              short_hash(sha256), reason);
    tell(true, "PluginQuarantined", fmt::format("{} ({}): {}", file, short_hash(sha256), reason));
    count("quarantined", "run");
    base::Status added = quarantine_.add({.sha256 = sha256,
                                          .file = file,
                                          .plugin = plugin,
                                          .reason = std::move(reason),
                                          .time = needs_.clock.now()});
    if (!added) {
        BERTH_LOG(base::Severity::kError, "plugins: {}", added.error().message());
    }
}

void PluginLoader::take_crash_of_last_run() {
    const auto crash = take_crash(options_.state_folder + "/crash");
    if (!crash) {
        return;
    }
    if (crash->sha256.empty()) {
        BERTH_LOG(base::Severity::kError, "plugins: the last run ended with {}", crash->text());
        return;
    }
    quarantine(crash->sha256, crash->file, crash->plugin,
               fmt::format("the last run ended with {}", crash->text()));
}

void PluginLoader::refuse_library(const std::string& path, const std::string& step,
                                  std::string why) {
    BERTH_LOG(base::Severity::kError, "plugins: {}: refused at {}: {}{}", path, step, why,
              running_ ? fmt::format("; generation {} runs on", running_->number) : std::string());
    tell(true, "PluginRefused", fmt::format("{}: {}", path, why));
    count("refused", step);
    problems_[path] = why;
    libraries_.refuse(path, std::move(why));
}

void PluginLoader::refuse(const std::string& step, const base::Errors& errors) {
    const std::string first = errors.empty() ? std::string("?") : errors.front().message();
    const std::string more =
        errors.size() > 1 ? fmt::format(" (and {} more)", errors.size() - 1) : std::string();
    const std::string note = fmt::format("{}{}", first, more);
    BERTH_LOG(base::Severity::kError, "plugins: a change was refused at {}: {}{}", step, note,
              running_ ? fmt::format("; generation {} runs on", running_->number) : std::string());
    tell(true, "ConfigurationRefused", note);
    count("refused", step);
    status_.with([&](LiveStatus& status) { status.config_problem = note; });
}

// The fields that only a start reads.
void PluginLoader::say_what_waits(const settings::Configuration& before,
                                  const settings::Configuration& now) const {
    std::vector<std::string_view> waits;
    const auto note = [&](bool differs, std::string_view field) {
        if (differs) {
            waits.push_back(field);
        }
    };
    note(before.parallelism != now.parallelism, "parallelism");
    note(before.leader_election.leader_elect != now.leader_election.leader_elect ||
             before.leader_election.resource_name != now.leader_election.resource_name ||
             before.leader_election.resource_namespace != now.leader_election.resource_namespace ||
             before.leader_election.lease_duration != now.leader_election.lease_duration ||
             before.leader_election.renew_deadline != now.leader_election.renew_deadline ||
             before.leader_election.retry_period != now.leader_election.retry_period,
         "leaderElection");
    note(before.client_connection.kubeconfig != now.client_connection.kubeconfig ||
             before.client_connection.qps != now.client_connection.qps ||
             before.client_connection.burst != now.client_connection.burst,
         "clientConnection");
    note(before.healthz_bind_address != now.healthz_bind_address, "healthzBindAddress");
    note(before.metrics_bind_address != now.metrics_bind_address, "metricsBindAddress");
    note(before.pod_initial_backoff_seconds != now.pod_initial_backoff_seconds,
         "podInitialBackoffSeconds");
    note(before.pod_max_backoff_seconds != now.pod_max_backoff_seconds, "podMaxBackoffSeconds");
    note(before.extenders.size() != now.extenders.size(), "extenders");
    if (!waits.empty()) {
        BERTH_LOG(base::Severity::kWarning,
                  "plugins: {}: cannot change while berth runs; applied at its next start",
                  fmt::join(waits, ", "));
    }
}

void PluginLoader::tell(bool warning, const std::string& reason, std::string note) {
    if (needs_.cluster == nullptr) {
        return;
    }
    access::EventRecord event;
    const auto* election = running_ ? &running_->configuration.leader_election : nullptr;
    event.regarding = {
        "coordination.k8s.io/v1", "Lease",
        election == nullptr || election->resource_namespace.empty() ? "kube-system"
                                                                    : election->resource_namespace,
        election == nullptr || election->resource_name.empty() ? "kube-scheduler"
                                                               : election->resource_name};
    event.warning = warning;
    event.reason = reason;
    event.action = "Reloading";
    event.note = std::move(note);
    event.reporting_controller = "berth";
    event.time = needs_.clock.now();
    needs_.cluster->record(std::move(event));
}

void PluginLoader::count(const std::string& result, const std::string& step) {
    status_.with([&](LiveStatus& status) { ++status.reloads[{result, step}]; });
}

void PluginLoader::show() {
    LiveStatus now = status();
    if (running_) {
        if (now.generation != running_->number) {
            now.since = needs_.clock.now();
        }
        now.generation = running_->number;
        shown_.with([&](settings::Configuration& shown) { shown = running_->configuration; });
    }
    now.config = options_.config;
    now.libraries.clear();
    for (const auto& [path, library] : libraries_.all()) {
        LibraryRow row{.path = path,
                       .sha256 = library.staged == nullptr ? "" : library.staged->sha256(),
                       .plugins = library.plugins,
                       .state = {},
                       .running_sha256 = {},
                       .problem = library.refusal};
        if (running_) {
            if (const auto at = running_->chosen.find(path); at != running_->chosen.end()) {
                row.running_sha256 = at->second->sha256();
            }
        }
        row.state = library.quarantined || quarantine_.find(row.sha256) != nullptr ? "in quarantine"
                    : !library.refusal.empty()                                     ? "refused"
                    : !row.running_sha256.empty()                                  ? "running"
                                                                                   : "not enabled";
        now.libraries.push_back(std::move(row));
    }
    status_.with([&](LiveStatus& status) { status = now; });
    if (base::Status written =
            write_state_file(options_.state_folder + "/status.json", to_json(status()));
        !written) {
        BERTH_LOG(base::Severity::kWarning, "plugins: {}", written.error().message());
    }
}

LiveStatus PluginLoader::status() const {
    LiveStatus now = status_.with([](const LiveStatus& status) { return status; });
    now.generations_in_use = retirement_->in_use();
    now.images_resident = Image::resident();
    now.misbehaviours = misbehaviours_->load(std::memory_order_relaxed);
    return now;
}

settings::Configuration PluginLoader::configuration() const {
    return shown_.with([](const settings::Configuration& shown) { return shown; });
}

}  // namespace berth::host
