// Calls at the extension points that are drafts or were: each makes the call and returns what it
// said, "0" or "code: reasons". Include after <berth/testing.h>.
#pragma once

#include <berth/draft/draft.h>
#include <berth/testing/points.h>

namespace berth::test {

inline std::string reserve(PluginUnderTest& plugin, const FakePod& pod, std::string_view node) {
    const berth_node_ref ref = node_ref(node);
    plugin.reasons = 0;
    plugin.status = plugin.table<berth_reserve_v1>(BERTH_RESERVE_V1)
                        ->reserve(plugin.plugin, &plugin.call, &pod.raw, &ref, &plugin.reasons);
    return plugin.verdict();
}

inline void unreserve(PluginUnderTest& plugin, const FakePod& pod, std::string_view node) {
    const berth_node_ref ref = node_ref(node);
    const auto* table = plugin.table<berth_reserve_v1>(BERTH_RESERVE_V1);
    if (table->unreserve != nullptr) {
        table->unreserve(plugin.plugin, &plugin.call, &pod.raw, &ref);
    }
}

// `timeout_ns`, where given, gets how long the pod may wait.
inline std::string permit(PluginUnderTest& plugin, const FakePod& pod, std::string_view node,
                          std::int64_t* timeout_ns = nullptr) {
    const berth_node_ref ref = node_ref(node);
    std::int64_t longest = 0;
    plugin.reasons = 0;
    plugin.status =
        plugin.table<berth_permit_v1>(BERTH_PERMIT_V1)
            ->permit(plugin.plugin, &plugin.call, &pod.raw, &ref, &longest, &plugin.reasons);
    if (timeout_ns != nullptr) {
        *timeout_ns = longest;
    }
    return plugin.verdict();
}

inline std::string pre_bind(PluginUnderTest& plugin, const FakePod& pod, std::string_view node) {
    const berth_node_ref ref = node_ref(node);
    plugin.reasons = 0;
    plugin.status = plugin.table<berth_pre_bind_v1>(BERTH_PRE_BIND_V1)
                        ->pre_bind(plugin.plugin, &plugin.call, &pod.raw, &ref, &plugin.reasons);
    return plugin.verdict();
}

inline void post_bind(PluginUnderTest& plugin, const FakePod& pod, std::string_view node) {
    const berth_node_ref ref = node_ref(node);
    plugin.table<berth_post_bind_v1>(BERTH_POST_BIND_V1)
        ->post_bind(plugin.plugin, &plugin.call, &pod.raw, &ref);
}

// No node took the pod: `code` everywhere, by the plugin `refused_by`. `nomination`, where given,
// gets what became of it.
inline std::string post_filter(PluginUnderTest& plugin, const FakePod& pod, const FakeNodes& nodes,
                               std::uint8_t code, std::string_view refused_by,
                               berth_nomination* nomination = nullptr) {
    struct Told {
        std::vector<std::uint8_t> codes;
        std::string plugin;
    };
    Told told{std::vector<std::uint8_t>(nodes.raw.snapshot_rows, code), std::string(refused_by)};
    const berth_refusals refusals{
        sizeof(berth_refusals),
        nodes.raw.snapshot_rows,
        told.codes.data(),
        &told,
        [](const berth_refusals*, std::uint32_t) { return berth_array{}; },
        [](const berth_refusals* self, std::uint32_t) {
            return wire(static_cast<const Told*>(self->host_data)->plugin);
        }};
    berth_nomination out{sizeof(berth_nomination), BERTH_NOMINATION_KEEP, 0, 0, nullptr};
    plugin.reasons = 0;
    plugin.status = plugin.table<berth_post_filter_v1>(BERTH_POST_FILTER_V1)
                        ->post_filter(plugin.plugin, &plugin.call, &pod.raw, &nodes.raw, &refusals,
                                      &out, &plugin.reasons);
    if (nomination != nullptr) {
        *nomination = out;
    }
    return plugin.verdict();
}

// What the pod's signature is made of: the parts as a number, then "key=value" of each fragment.
inline std::vector<std::string> sign(PluginUnderTest& plugin, const FakePod& pod) {
    struct Collected {
        std::uint32_t parts = 0;
        std::vector<std::string> fragments;
    };
    Collected collected;
    const berth_signature signature{
        sizeof(berth_signature), 0, &collected,
        [](const berth_signature* self, std::uint32_t parts) {
            static_cast<Collected*>(self->host_data)->parts |= parts;
        },
        [](const berth_signature* self, berth_str key, berth_str value) {
            static_cast<Collected*>(self->host_data)
                ->fragments.push_back(copy(key) + "=" + copy(value));
        }};
    plugin.status = plugin.table<berth_sign_v1>(BERTH_SIGN_V1)
                        ->sign(plugin.plugin, &plugin.call, &pod.raw, &signature);
    std::vector<std::string> out{std::to_string(collected.parts)};
    out.insert(out.end(), collected.fragments.begin(), collected.fragments.end());
    return out;
}

}  // namespace berth::test
