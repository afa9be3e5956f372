// A few labelled nodes with pods on them, counted without an index, for tests of PodTopologySpread.
//
//   SpreadCluster cluster({{{"zone", "a"}}, {{"zone", "b"}}}); cluster.place("app=web", 0);
//   PluginUnderTest plugin(entry, "PodTopologySpread", args, cluster.serve());
//
// Serves berth.host.counts/1, berth.host.objects/1 and label columns. Outlives the plugin.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <berth/host/counts.h>
#include <berth/host/objects.h>

#include "tests/unit/sdk/plugin_under_test.hpp"

namespace berth::test {

using Texts = std::map<std::string, std::string>;

// key=value,… as requirements; "" is empty, "nil" matches nothing.
class FakeSelector {
public:
    explicit FakeSelector(std::string_view text);
    FakeSelector(const FakeSelector&) = delete;
    FakeSelector& operator=(const FakeSelector&) = delete;
    berth_selector raw{};

private:
    std::deque<std::string> texts_;
    std::deque<berth_str> values_;
    std::vector<berth_requirement> requirements_;
};

class SpreadCluster {
public:
    explicit SpreadCluster(std::vector<Texts> labels);
    SpreadCluster(const SpreadCluster&) = delete;
    SpreadCluster& operator=(const SpreadCluster&) = delete;

    // key=value,… of a pod in the namespace "default".
    FakePod& pod(std::string_view labels);
    FakePod& place(std::string_view labels, std::uint32_t row);
    void add_service(std::string_view selector);
    void add_workload(std::uint32_t kind, std::string_view name, std::string_view selector);

    // A constraint that the pod keeps; more may follow.
    berth_spread_constraint& constrain(FakePod& pod, std::string_view key,
                                       std::string_view selector, std::int32_t max_skew = 1);
    void own(FakePod& pod, std::string_view api_version, std::string_view kind,
             std::string_view name);

    std::function<void(FakeHost&)> serve();
    berth_symbol symbol(std::string_view key);

    FakeNodes nodes;

private:
    friend struct SpreadServices;
    struct Extras {
        std::vector<berth_spread_constraint> constraints;
        std::vector<berth_owner> owners;
    };
    struct Placed {
        const FakePod* pod;
        std::uint32_t row;
    };
    struct Answer {
        std::vector<std::uint32_t> pods, nodes;
        std::vector<std::uint64_t> eligible;
        berth_counts raw{};
    };
    struct Column {
        std::vector<std::uint32_t> value;
        std::vector<berth_str> texts;
    };

    const berth_counts* count(const berth_count_query& query);
    bool is_eligible(const berth_count_query& query, std::uint32_t row);
    const Column& column(berth_symbol key);

    std::vector<Texts> labels_;
    std::map<std::string, berth_symbol, std::less<>> symbols_;
    std::map<berth_symbol, Column> columns_;
    std::deque<FakePod> pods_;
    std::map<const FakePod*, Extras> extras_;
    std::vector<Placed> placed_;
    std::deque<Answer> answers_;
    std::deque<FakeSelector> selectors_;
    std::deque<FakeLabels> service_labels_;
    std::deque<std::string> texts_;
    std::deque<berth_service> services_;
    std::deque<berth_workload> workloads_;
    std::deque<berth_meta> metas_;
};

}  // namespace berth::test
