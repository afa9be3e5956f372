// Calls at the stable extension points besides Filter and Score, as free functions: each makes the
// call and returns what it said, "0" or "code: reasons".
//
//   pre_filter(plugin, pod, nodes);  plugin.filter(pod, nodes);  // one cycle: one state
#pragma once

#include <berth/testing/plugin_under_test.h>

namespace berth::test {

// A node by name, as after Score. Lives as long as `name`.
inline berth_node_ref node_ref(std::string_view name) {
    return {sizeof(berth_node_ref), 0, 100, wire(name), wire(name)};
}

inline std::string pre_enqueue(PluginUnderTest& plugin, const FakePod& pod) {
    plugin.reasons = 0;
    plugin.status = plugin.table<berth_pre_enqueue_v1>(BERTH_PRE_ENQUEUE_V1)
                        ->pre_enqueue(plugin.plugin, &plugin.call, &pod.raw, &plugin.reasons);
    return plugin.verdict();
}

// Does a come before b?
inline bool less(PluginUnderTest& plugin, const FakePod& a, const FakePod& b) {
    const auto queued = [](const FakePod& pod) {
        return berth_queued{sizeof(berth_queued),
                            BERTH_QUEUED_POD,
                            &pod.raw,
                            pod.raw.priority,
                            0,
                            pod.raw.creation_ns,
                            0};
    };
    const berth_queued first = queued(a), second = queued(b);
    return plugin.table<berth_queue_sort_v1>(BERTH_QUEUE_SORT_V1)
               ->less(plugin.plugin, &first, &second) == 1;
}

// What PreFilter said; `narrowed`, where given, gets the rows that it left.
inline std::string pre_filter(PluginUnderTest& plugin, const FakePod& pod, const FakeNodes& nodes,
                              std::vector<std::uint32_t>* narrowed = nullptr) {
    std::vector<std::uint64_t> bits(nodes.raw.snapshot_rows / 64 + 1);
    berth_narrowing out{sizeof(berth_narrowing), 0, bits.data()};
    plugin.reasons = 0;
    plugin.status =
        plugin.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1)
            ->pre_filter(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw, &out, &plugin.reasons);
    for (std::uint32_t row = 0; narrowed != nullptr && row < nodes.raw.snapshot_rows; ++row) {
        if (out.narrowed == 0 || (bits[row / 64] >> (row % 64) & 1) != 0) {
            narrowed->push_back(row);
        }
    }
    return plugin.verdict();
}

// `node` is a set of one row, on which `other` counts from now on.
inline std::string add_pod(PluginUnderTest& plugin, const FakePod& pod, const FakePod& other,
                           const FakeNodes& node) {
    plugin.reasons = 0;
    plugin.status = plugin.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1)
                        ->add_pod(plugin.plugin, &plugin.call, &pod.raw, &other.raw, &node.raw,
                                  &plugin.reasons);
    return plugin.verdict();
}

inline std::string remove_pod(PluginUnderTest& plugin, const FakePod& pod, const FakePod& other,
                              const FakeNodes& node) {
    plugin.reasons = 0;
    plugin.status = plugin.table<berth_pre_filter_v1>(BERTH_PRE_FILTER_V1)
                        ->remove_pod(plugin.plugin, &plugin.call, &pod.raw, &other.raw, &node.raw,
                                     &plugin.reasons);
    return plugin.verdict();
}

inline std::string pre_score(PluginUnderTest& plugin, const FakePod& pod, const FakeNodes& nodes) {
    plugin.reasons = 0;
    plugin.status =
        plugin.table<berth_pre_score_v1>(BERTH_PRE_SCORE_V1)
            ->pre_score(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw, &plugin.reasons);
    return plugin.verdict();
}

// By the plugin's own normalize; for the kinds that the host does, the scores stay as they are.
inline std::vector<std::int64_t> normalize(PluginUnderTest& plugin, const FakePod& pod,
                                           const FakeNodes& nodes,
                                           std::vector<std::int64_t> scores) {
    const auto* table = plugin.table<berth_score_v1>(BERTH_SCORE_V1);
    plugin.reasons = 0;
    plugin.status = table->normalize_kind != BERTH_NORMALIZE_CUSTOM
                        ? BERTH_SUCCESS
                        : table->normalize(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw,
                                           scores.data(), &plugin.reasons);
    return scores;
}

inline std::string bind(PluginUnderTest& plugin, const FakePod& pod, std::string_view node) {
    const berth_node_ref ref = node_ref(node);
    plugin.reasons = 0;
    plugin.status = plugin.table<berth_bind_v1>(BERTH_BIND_V1)
                        ->bind(plugin.plugin, &plugin.call, &pod.raw, &ref, &plugin.reasons);
    return plugin.verdict();
}

// Could the event make the pod schedulable? Asks the hint of that registration.
inline bool wakes(PluginUnderTest& plugin, std::uint32_t registration, const berth_event& event,
                  const FakePod& pod) {
    const berth_pod* pods = &pod.raw;
    std::uint8_t verdict = BERTH_QUEUE;
    plugin.status = plugin.table<berth_events_v1>(BERTH_EVENTS_V1)
                        ->hint(plugin.plugin, registration, &event, &pods, 1, &verdict);
    return plugin.status != BERTH_SUCCESS || verdict == BERTH_QUEUE;
}

}  // namespace berth::test
