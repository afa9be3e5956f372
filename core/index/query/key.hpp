// QueryKey: a query as bytes, equal where the queries are written alike. Scheduling thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <berth/host/counts.h>
#include <berth/pod_parts.h>

namespace berth::index {

class QueryKey {
public:
    // The bytes are valid until the next call.
    void write(const berth_count_query& query);
    // All of a term that tells it from others.
    void write(const berth_pod_term& term, std::uint32_t kind);
    [[nodiscard]] std::string_view all() const { return bytes_; }
    // Which pods, and on which nodes: parts of all().
    [[nodiscard]] std::string_view pods() const { return all().substr(0, pods_); }
    [[nodiscard]] std::string_view nodes() const { return all().substr(pods_, nodes_ - pods_); }
    // nodes() and the topology key.
    [[nodiscard]] std::string_view domains() const { return all().substr(pods_); }

private:
    void add(std::uint32_t number);
    void add(const berth_str& text);
    void add(const berth_selector* selector);
    void add_word(berth_symbol symbol, const berth_str& name);
    void add_texts(const berth_array& texts);
    void add_requirements(const berth_array& requirements);
    void add_pods(const berth_count_query& query);
    void add_nodes(const berth_count_query& query);

    std::string bytes_;
    std::size_t pods_ = 0, nodes_ = 0;
};

}  // namespace berth::index
