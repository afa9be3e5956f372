// Nodes as a host would show them, built by hand:
//
//   FakeNodes nodes(3);               // n0, n1, n2: rows 0, 1, 2
//   nodes.label(1, "zone", "x");
//   nodes.allocatable_milli_cpu[2] = 4000;
//   nodes.list({2, 0});               // the set that a call gets; all rows until then
//
// Columns and flat views are apart: set what the plugin reads. Neither copied nor moved.
#pragma once

#include <berth/nodes.h>
#include <berth/testing/column.h>
#include <berth/testing/fake_labels.h>
#include <berth/testing/fake_pod.h>

namespace berth::test {

class FakeNodes {
public:
    explicit FakeNodes(std::uint32_t rows);
    FakeNodes(const FakeNodes&) = delete;
    FakeNodes& operator=(const FakeNodes&) = delete;

    void label(std::uint32_t row, std::string_view name, std::string_view value) {
        labels_[row].set(name, value);
        flat[row].labels = labels_[row].array();
    }
    void annotation(std::uint32_t row, std::string_view name, std::string_view value) {
        annotations_[row].set(name, value);
        flat[row].annotations = annotations_[row].array();
    }
    void taint(std::uint32_t row, std::string_view key, std::string_view value,
               std::uint32_t effect) {
        taints_[row].push_back(
            {sizeof(berth_taint), effect, keep(texts_, key), keep(texts_, value)});
        flat[row].taints = array_of(taints_[row]);
    }
    // The pod, which outlives the nodes, counts as placed: pod count and requests of the columns.
    void place(std::uint32_t row, const FakePod& pod) {
        pods_[row].push_back(&pod.raw);
        flat[row].pods = pods_[row].data();
        flat[row].pod_count = static_cast<std::uint32_t>(pods_[row].size());
        pod_count[row] += 1;
        requested_milli_cpu[row] += pod.requests.milli_cpu;
        requested_memory[row] += pod.requests.memory;
    }

    // The set that plugins are given.
    void range(std::uint32_t begin, std::uint32_t count) {
        raw.rows = nullptr;
        raw.begin = begin;
        raw.count = count;
    }
    void list(std::vector<std::uint32_t> rows) {
        rows_ = std::move(rows);
        raw.rows = rows_.data();
        raw.begin = 0;
        raw.count = static_cast<std::uint32_t>(rows_.size());
    }

    berth_nodes raw{};
    berth_columns columns{};
    Column<std::int64_t> pod_count;
    Column<std::int64_t> allocatable_milli_cpu, requested_milli_cpu;
    Column<std::int64_t> allocatable_memory, requested_memory, allocatable_pods;
    std::vector<berth_node> flat;
    std::uint32_t asked = 0;  // how often a flat view was asked for

private:
    void point_columns();

    Column<std::uint64_t> ids_, generations_;
    Column<std::int64_t> zeros_;
    Column<std::uint8_t> unschedulable_;
    Column<std::uint32_t> taint_sets_;
    std::vector<std::uint32_t> rows_;
    std::deque<std::string> texts_;
    Column<berth_str> names_;
    std::deque<FakeLabels> labels_, annotations_;
    std::deque<std::vector<berth_taint>> taints_;
    std::deque<std::vector<const berth_pod*>> pods_;
    berth_requests nothing_{};
};

inline FakeNodes::FakeNodes(std::uint32_t rows)
    : pod_count(rows),
      allocatable_milli_cpu(rows),
      requested_milli_cpu(rows),
      allocatable_memory(rows),
      requested_memory(rows),
      allocatable_pods(rows),
      flat(rows),
      generations_(rows),
      zeros_(rows),
      unschedulable_(rows),
      taint_sets_(rows),
      labels_(rows),
      annotations_(rows),
      taints_(rows),
      pods_(rows) {
    nothing_.struct_size = sizeof(nothing_);
    for (std::uint32_t row = 0; row < rows; ++row) {
        ids_.push_back(row + 100);
        names_.push_back(keep(texts_, "n" + std::to_string(row)));
        flat[row].struct_size = sizeof(berth_node);
        flat[row].row = row;
        flat[row].id = ids_[row];
        flat[row].name = names_[row];
        flat[row].allocatable = flat[row].requested = &nothing_;
    }
    point_columns();
    raw.struct_size = sizeof(berth_nodes);
    raw.snapshot_rows = rows;
    raw.columns = &columns;
    raw.host_data = this;
    raw.node = [](const berth_nodes* self, std::uint32_t row) -> const berth_node* {
        auto& nodes = *static_cast<FakeNodes*>(self->host_data);
        ++nodes.asked;
        return row < nodes.flat.size() ? &nodes.flat[row] : nullptr;
    };
    range(0, rows);
}

inline void FakeNodes::point_columns() {
    columns.struct_size = sizeof(berth_columns);
    columns.rows = static_cast<std::uint32_t>(flat.size());
    columns.node_id = ids_.data();
    columns.generation = generations_.data();
    columns.name = names_.data();
    columns.allocatable_milli_cpu = allocatable_milli_cpu.data();
    columns.requested_milli_cpu = requested_milli_cpu.data();
    columns.allocatable_memory = allocatable_memory.data();
    columns.requested_memory = requested_memory.data();
    columns.allocatable_pods = allocatable_pods.data();
    columns.allocatable_ephemeral_storage = columns.requested_ephemeral_storage = zeros_.data();
    columns.nonzero_milli_cpu = columns.nonzero_memory = zeros_.data();
    columns.pod_count = pod_count.data();
    columns.unschedulable = unschedulable_.data();
    columns.taint_set = taint_sets_.data();
}

}  // namespace berth::test
