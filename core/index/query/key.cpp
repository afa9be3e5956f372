#include "core/index/query/key.hpp"

#include "core/index/query/items.hpp"

namespace berth::index {

void QueryKey::write(const berth_count_query& query) {
    bytes_.clear();
    add_pods(query);
    pods_ = bytes_.size();
    add_nodes(query);
    nodes_ = bytes_.size();
    add(query.topology_key);
}

void QueryKey::write(const berth_pod_term& term, std::uint32_t kind) {
    bytes_.clear();
    add(kind);
    add(static_cast<std::uint32_t>(term.weight));
    add(term.topology_key);
    add_texts(term.namespaces);
    add(term.namespace_selector);
    add(term.selector);
    pods_ = nodes_ = bytes_.size();
}

void QueryKey::add(std::uint32_t number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

void QueryKey::add(const berth_str& text) {
    add(static_cast<std::uint32_t>(text.len));
    bytes_.append(text.ptr == nullptr ? "" : text.ptr, text.len);
}

// Symbols are shorter than words.
void QueryKey::add_word(berth_symbol symbol, const berth_str& name) {
    add(symbol);
    if (symbol == 0) {
        add(name);
    }
}

void QueryKey::add_texts(const berth_array& texts) {
    add(texts.count);
    for (const berth_str& one : Items<berth_str>(texts)) {
        add(one);
    }
}

void QueryKey::add_requirements(const berth_array& requirements) {
    add(requirements.count);
    for (const berth_requirement& one : Items<berth_requirement>(requirements)) {
        add(one.op);
        add_word(one.key, one.name);
        add_texts(one.values);
    }
}

void QueryKey::add(const berth_selector* selector) {
    add(selector == nullptr ? 2 : selector->matches_nothing);
    if (selector != nullptr) {
        add_requirements(selector->requirements);
    }
}

void QueryKey::add_pods(const berth_count_query& query) {
    add(query.flags & BERTH_COUNT_NOT_TERMINATING);
    add(query.sets.count);
    for (const berth_pod_set& set : Items<berth_pod_set>(query.sets)) {
        add_texts(set.namespaces);
        add(set.namespace_selector);
        add(set.selector);
    }
}

void QueryKey::add_nodes(const berth_count_query& query) {
    add(query.key_count);
    for (std::uint32_t i = 0; i < query.key_count; ++i) {
        add(query.keys[i]);
    }
    add(query.node_labels.count);
    for (const berth_label& label : Items<berth_label>(query.node_labels)) {
        add_word(label.key, label.name);
        add(label.value);
    }
    add(query.required_nodes == nullptr ? 0 : 1 + query.required_nodes->terms.count);
    if (query.required_nodes != nullptr) {
        for (const berth_node_term& term : Items<berth_node_term>(query.required_nodes->terms)) {
            add(term.matches_nothing);
            add_requirements(term.expressions);
            add_requirements(term.fields);
        }
    }
    const bool taints = (query.flags & BERTH_COUNT_HONOR_TAINTS) != 0;
    add(taints ? 1 + query.tolerations.count : 0);
    if (!taints) {
        return;
    }
    for (const berth_toleration& one : Items<berth_toleration>(query.tolerations)) {
        add(one.op);
        add(one.effect);
        add(one.key);
        add(one.value);
    }
}

}  // namespace berth::index
