#include "tests/unit/sdk/fake_cluster.hpp"

#include <algorithm>

namespace berth::test {
namespace {

berth_str keep(std::deque<std::string>& texts, std::string_view text) {
    const std::string& kept = texts.emplace_back(text);
    return {kept.data(), kept.size()};
}

template <class T>
berth_array array_of(const std::vector<T>& items) {
    return {items.data(), static_cast<std::uint32_t>(items.size()), sizeof(T)};
}

}  // namespace

void FakeLabels::set(std::string_view name, std::string_view value, berth_symbol key) {
    labels_.push_back({keep(texts_, name), keep(texts_, value), key, 0});
    std::sort(labels_.begin(), labels_.end(), [](const berth_label& a, const berth_label& b) {
        return std::string_view(a.name.ptr, a.name.len) < std::string_view(b.name.ptr, b.name.len);
    });
}

berth_array FakeLabels::array() const {
    return array_of(labels_);
}

FakePod::FakePod(std::string_view name) {
    raw.struct_size = sizeof(berth_pod);
    raw.namespace_name = keep(texts_, "default");
    raw.name = keep(texts_, name);
    raw.uid = keep(texts_, "uid-" + std::string(name));
    requests.struct_size = sizeof(berth_requests);
    raw.requests = raw.placed_requests = raw.scored_requests = &requests;
}

void FakePod::label(std::string_view name, std::string_view value) {
    labels_.set(name, value);
    raw.labels = labels_.array();
}

void FakePod::annotation(std::string_view name, std::string_view value) {
    annotations_.set(name, value);
    raw.annotations = annotations_.array();
}

void FakePod::node_selector(std::string_view name, std::string_view value) {
    selector_.set(name, value);
    raw.node_selector = selector_.array();
}

void FakePod::tolerate(std::string_view key, std::uint32_t op, std::string_view value,
                       std::uint32_t effect) {
    tolerations_.push_back(
        {sizeof(berth_toleration), op, effect, 0, keep(texts_, key), keep(texts_, value)});
    raw.tolerations = array_of(tolerations_);
}

FakeNodes::FakeNodes(std::uint32_t rows)
    : pod_count(rows),
      allocatable_milli_cpu(rows),
      requested_milli_cpu(rows),
      flat(rows),
      generations_(rows),
      zeros_(rows),
      unschedulable_(rows),
      taint_sets_(rows),
      labels_(rows),
      annotations_(rows),
      taints_(rows) {
    for (std::uint32_t row = 0; row < rows; ++row) {
        ids_.push_back(row + 100);
        names_.push_back(keep(texts_, "n" + std::to_string(row)));
        flat[row].struct_size = sizeof(berth_node);
        flat[row].row = row;
        flat[row].id = ids_[row];
        flat[row].name = names_[row];
        flat[row].allocatable = flat[row].requested = &nothing_;
    }
    columns.struct_size = sizeof(berth_columns);
    columns.rows = rows;
    columns.node_id = ids_.data();
    columns.generation = generations_.data();
    columns.name = names_.data();
    columns.allocatable_milli_cpu = allocatable_milli_cpu.data();
    columns.requested_milli_cpu = requested_milli_cpu.data();
    columns.allocatable_memory = columns.allocatable_ephemeral_storage = zeros_.data();
    columns.requested_memory = columns.requested_ephemeral_storage = zeros_.data();
    columns.allocatable_pods = columns.nonzero_milli_cpu = columns.nonzero_memory = zeros_.data();
    columns.pod_count = pod_count.data();
    columns.unschedulable = unschedulable_.data();
    columns.taint_set = taint_sets_.data();
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

void FakeNodes::label(std::uint32_t row, std::string_view name, std::string_view value) {
    labels_[row].set(name, value);
    flat[row].labels = labels_[row].array();
}

void FakeNodes::annotation(std::uint32_t row, std::string_view name, std::string_view value) {
    annotations_[row].set(name, value);
    flat[row].annotations = annotations_[row].array();
}

void FakeNodes::taint(std::uint32_t row, std::string_view key, std::string_view value,
                      std::uint32_t effect) {
    taints_[row].push_back({sizeof(berth_taint), effect, keep(texts_, key), keep(texts_, value)});
    flat[row].taints = array_of(taints_[row]);
}

void FakeNodes::range(std::uint32_t begin, std::uint32_t count) {
    raw.rows = nullptr;
    raw.begin = begin;
    raw.count = count;
}

void FakeNodes::list(std::vector<std::uint32_t> rows) {
    rows_ = std::move(rows);
    raw.rows = rows_.data();
    raw.begin = 0;
    raw.count = static_cast<std::uint32_t>(rows_.size());
}

}  // namespace berth::test
