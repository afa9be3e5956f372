// The services of a FakeHost, which fake_host.h brings along.
#pragma once

#include <berth/testing/host_class.h>

namespace berth::test {

inline berth_reasons add_reasons(FakeHost& host, const berth_str* texts, std::uint32_t count) {
    std::vector<std::string> list;
    for (std::uint32_t i = 0; i < count; ++i) {
        list.push_back(copy(texts[i]));
    }
    for (std::size_t i = 0; i < host.reasons.size(); ++i) {
        if (host.reasons[i] == list) {
            return static_cast<berth_reasons>(i);
        }
    }
    if (host.reasons.size() > host.most_reasons) {
        return 0;
    }
    host.reasons.push_back(list);
    return static_cast<berth_reasons>(host.reasons.size() - 1);
}

inline const berth_reasons_v1 kReasons = {
    .struct_size = sizeof(berth_reasons_v1),
    .reserved = 0,
    .intern = [](const berth_host* host, const berth_str* texts,
                 std::uint32_t count) { return add_reasons(fake(host), texts, count); },
    .detail = [](const berth_host* host, const berth_call*, const berth_str* texts,
                 std::uint32_t count) { return add_reasons(fake(host), texts, count); },
};

inline const berth_clock_v1 kClock = {
    .struct_size = sizeof(berth_clock_v1),
    .reserved = 0,
    .now_ns = [](const berth_host* host) { return fake(host).now_ns; },
    .steady_ns = [](const berth_host* host) { return fake(host).now_ns; },
};

inline const berth_symbols_v1 kSymbols = {
    .struct_size = sizeof(berth_symbols_v1),
    .reserved = 0,
    .intern = [](const berth_host* host, berth_str text) -> berth_symbol {
        auto& symbols = fake(host).symbols;
        if (text.len == 0) {
            return 0;
        }
        const auto next = static_cast<berth_symbol>(symbols.size() + 1);
        return symbols.emplace(copy(text), next).first->second;
    },
    .text = [](const berth_host* host, berth_symbol symbol) -> berth_str {
        for (const auto& [text, number] : fake(host).symbols) {
            if (number == symbol) {
                return wire(text);
            }
        }
        return {};
    },
};

inline const berth_columns_v1 kColumns = {
    .struct_size = sizeof(berth_columns_v1),
    .reserved = 0,
    .label = [](const berth_host* host, const berth_call*,
                berth_symbol key) -> const berth_label_column* {
        const auto found = fake(host).label_columns.find(key);
        return found == fake(host).label_columns.end() ? nullptr : &found->second;
    },
    .value_id = [](const berth_host*, const berth_label_column* column,
                   berth_str text) -> std::uint32_t {
        for (std::uint32_t id = 1; column != nullptr && id <= column->values; ++id) {
            if (copy(column->texts[id]) == copy(text)) {
                return id;
            }
        }
        return 0;
    },
    .resource = [](const berth_host*, const berth_call*,
                   berth_symbol) -> const berth_resource_column* { return nullptr; },
    .image = [](const berth_host*, const berth_call*, berth_str) -> const berth_image* {
        return nullptr;
    },
    .taint_sets = [](const berth_host*, const berth_call*) { return berth_array{}; },
    .row = [](const berth_host*, const berth_call*, berth_str) { return BERTH_NO_ROW; },
};

inline const berth_completion_v1 kCompletion = {
    .struct_size = sizeof(berth_completion_v1),
    .reserved = 0,
    .complete = [](const berth_host* host, std::uint64_t token, std::int32_t code,
                   berth_str text) -> std::int32_t {
        fake(host).completed.push_back({token, code, copy(text)});
        return BERTH_SUCCESS;
    },
    .bind = [](const berth_host* host, const berth_call*, const berth_pod* pod,
               const berth_node_ref* node) -> std::int32_t {
        fake(host).bound.push_back(copy(pod->name) + " " + copy(node->name));
        return BERTH_STARTED;
    },
};

inline void write_log(const berth_host* host, std::int32_t severity, std::int32_t level,
                      berth_str file, std::uint32_t, berth_str text) {
    std::string name = copy(file);
    name.erase(0, name.rfind('/') + 1);
    fake(host).log.push_back("IWE"[severity] + std::to_string(level) + " " + name + ": " +
                             copy(text));
}

}  // namespace berth::test
