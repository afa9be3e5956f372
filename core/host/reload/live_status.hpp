// LiveStatus: what a running host tells of its plugins: rows for people, counters for machines.
//
// The host writes it into its state folder at each change; `berth plugin list --state-dir` prints
// it. Plain values: any thread.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace berth::host {

struct LibraryRow {
    std::string path;
    std::string sha256;                // of the file that lies there; empty: unreadable
    std::vector<std::string> plugins;  // that it offers
    std::string state;                 // "running", "not enabled", "refused", "in quarantine"
    std::string running_sha256;        // of the build that runs; empty: none
    std::string problem;               // of the file that lies there
};

struct LiveStatus {
    std::uint64_t generation = 0;  // that runs
    base::Time since;
    std::string config;          // the file; empty: the defaults
    std::string config_problem;  // why the file that lies there is not applied
    std::size_t generations_in_use = 0;
    std::size_t images_resident = 0;  // closed, but not to be unmapped
    std::vector<LibraryRow> libraries;
    // reload_total by result and step.
    std::map<std::pair<std::string, std::string>, std::uint64_t> reloads;
    std::uint64_t misbehaviours = 0;
    // Of swaps, without what another order of the queue took.
    std::uint64_t last_pause_us = 0, longest_pause_us = 0;
};

[[nodiscard]] std::string to_json(const LiveStatus& status);
[[nodiscard]] base::Result<LiveStatus> parse_live_status(const std::string& json);
[[nodiscard]] std::string print_live_status(const LiveStatus& status);
// In the text format of Prometheus.
[[nodiscard]] std::string live_metrics(const LiveStatus& status);

}  // namespace berth::host
