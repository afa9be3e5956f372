// DryRun: one hypothetical node, and DryRuns: those of the cycle whose PostFilter runs.
//
// Behind the service whatif/1 (draft/host/whatif.h). What a DryRun changes is its row of the
// snapshot and its own copy of the cycle, both put back at the end. Several run at once on
// different rows, each in one thread, while the scheduling thread waits.
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include <berth/draft/host/whatif.h>

#include "core/cache/snapshot.hpp"
#include "core/framework/cycle.hpp"
#include "core/framework/filter_pass.hpp"
#include "core/framework/status.hpp"
#include "core/queue/nominator.hpp"

struct berth_whatif {};

namespace berth::host {

// What is tried out on: the cycle whose PostFilter runs.
struct PostFilterCycle {
    framework::Cycle& cycle;
    cache::Snapshot& snapshot;
    const queue::Nominator& nominator;
};

// A code, and the texts of whoever gave it; those live until the next call of the same DryRun.
struct DryRunAnswer {
    framework::Code code = framework::Code::kSuccess;
    std::string_view plugin;
    berth_array reasons{};
};

class DryRun : public berth_whatif {
public:
    DryRun() = default;
    DryRun(const DryRun&) = delete;
    DryRun& operator=(const DryRun&) = delete;

    // False: the state of a plugin cannot be copied.
    [[nodiscard]] bool begin(const PostFilterCycle& from, std::uint32_t row);
    void end();

    [[nodiscard]] const berth_nodes& nodes() const { return nodes_; }

    [[nodiscard]] DryRunAnswer add(const berth_pod& pod);
    [[nodiscard]] DryRunAnswer remove(const berth_pod& pod);
    // `texts`: somebody reads the reasons.
    [[nodiscard]] DryRunAnswer filter(bool with_nominated_pods, bool texts);

private:
    [[nodiscard]] bool has(const berth_pod& pod) const;
    [[nodiscard]] bool nominated_pods_count();
    [[nodiscard]] DryRunAnswer failed(framework::ReasonList texts, std::string_view plugin);
    [[nodiscard]] DryRunAnswer changed(const framework::Status& status);
    void keep(framework::ReasonList texts);

    framework::Cycle cycle_;
    std::optional<cache::HypotheticalRow> hypothetical_;
    cache::Snapshot* snapshot_ = nullptr;
    const queue::Nominator* nominator_ = nullptr;
    // Whether pods nominated to the row count, as of a generation of the nominator.
    std::optional<std::uint64_t> nominated_as_of_;
    bool nominated_count_ = false;
    std::uint32_t row_ = 0;
    berth_nodes nodes_{};
    std::vector<const berth_pod*> removed_;  // and not added again

    // The texts last told, and whose number they are: most rows are refused for the same reasons.
    framework::ReasonList texts_;
    std::vector<berth_str> array_;
    berth_reasons number_ = 0;
    const framework::Generation* told_of_ = nullptr;
};

// Keeps its DryRuns, and their memory, from one PostFilter to the next.
class DryRuns {
public:
    // Scheduling thread, around the calls of PostFilter. end() closes what a plugin left open.
    void begin(const PostFilterCycle& cycle);
    void end();
    [[nodiscard]] const PostFilterCycle* cycle() const { return cycle_ ? &*cycle_ : nullptr; }

    // Null: not in PostFilter of that pod, no such row, open already, or no copy can be made.
    [[nodiscard]] DryRun* open(const berth_pod& pod, std::uint32_t row);
    // The open one behind a plugin's pointer; null: there is none.
    [[nodiscard]] DryRun* find(const berth_whatif* node);
    void close(const berth_whatif* node);

private:
    struct Entry {
        DryRun run;
        bool open = false;
        std::uint32_t row = 0;
    };
    [[nodiscard]] Entry* take(std::uint32_t row);

    std::optional<PostFilterCycle> cycle_;
    std::mutex mutex_;  // of what follows; a DryRun itself is used by one thread
    std::deque<Entry> entries_;
};

}  // namespace berth::host
