// Pods and nodes as a host would show them, built by hand:
//
//   FakePod pod("a"); pod.label("app", "web");
//   FakeNodes nodes(3); nodes.label(1, "zone", "x"); nodes.range(0, 3);
//
// Symbols are 0: plugins compare texts. Strings are kept in deques so that nothing moves.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <berth/berth.h>

namespace berth::test {

// Labels sorted by name, as the contract promises.
class FakeLabels {
public:
    void set(std::string_view name, std::string_view value, berth_symbol key = 0);
    berth_array array() const;

private:
    std::deque<std::string> texts_;
    std::vector<berth_label> labels_;
};

class FakePod {
public:
    explicit FakePod(std::string_view name);
    FakePod(const FakePod&) = delete;
    FakePod& operator=(const FakePod&) = delete;

    void label(std::string_view name, std::string_view value);
    void annotation(std::string_view name, std::string_view value);
    void node_selector(std::string_view name, std::string_view value);
    void tolerate(std::string_view key, std::uint32_t op, std::string_view value,
                  std::uint32_t effect);

    berth_pod raw{};
    berth_requests requests{};

private:
    std::deque<std::string> texts_;
    FakeLabels labels_, annotations_, selector_;
    std::vector<berth_toleration> tolerations_;
};

class FakeNodes {
public:
    explicit FakeNodes(std::uint32_t rows);
    FakeNodes(const FakeNodes&) = delete;
    FakeNodes& operator=(const FakeNodes&) = delete;

    void label(std::uint32_t row, std::string_view name, std::string_view value);
    void annotation(std::uint32_t row, std::string_view name, std::string_view value);
    void taint(std::uint32_t row, std::string_view key, std::string_view value,
               std::uint32_t effect);

    // The set that plugins are given.
    void range(std::uint32_t begin, std::uint32_t count);
    void list(std::vector<std::uint32_t> rows);

    berth_nodes raw{};
    berth_columns columns{};
    std::vector<std::int64_t> pod_count;
    std::vector<std::int64_t> allocatable_milli_cpu, requested_milli_cpu;
    std::vector<berth_node> flat;
    std::uint32_t asked = 0;  // how often a flat view was asked for

private:
    std::vector<std::uint64_t> ids_, generations_;
    std::vector<std::int64_t> zeros_;
    std::vector<std::uint8_t> unschedulable_;
    std::vector<std::uint32_t> taint_sets_;
    std::vector<std::uint32_t> rows_;
    std::deque<std::string> texts_;
    std::vector<berth_str> names_;
    std::deque<FakeLabels> labels_, annotations_;
    std::deque<std::vector<berth_taint>> taints_;
    berth_requests nothing_{};
};

}  // namespace berth::test
