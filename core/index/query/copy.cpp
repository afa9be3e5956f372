#include "core/index/query/copy.hpp"

#include <algorithm>
#include <string_view>

#include "core/index/query/items.hpp"

namespace berth::index {

template <typename T, typename Convert>
berth_array QueryCopier::map(const berth_array& from, Convert&& convert) {
    return memory_.map<T>(Items<T>(from), convert);
}

berth_str QueryCopier::copy(const berth_str& from) {
    const std::span<char> made = memory_.make<char>(from.len);
    std::copy_n(from.ptr, from.len, made.begin());
    return {made.data(), made.size()};
}

berth_symbol QueryCopier::symbol(berth_symbol known, const berth_str& name) {
    return known != 0 ? known : base::number(symbols_.intern(std::string_view(name.ptr, name.len)));
}

berth_array QueryCopier::texts(const berth_array& from) {
    return map<berth_str>(from, [&](const berth_str& one) { return copy(one); });
}

berth_array QueryCopier::requirements(const berth_array& from) {
    return map<berth_requirement>(from, [&](const berth_requirement& one) {
        berth_requirement made{};
        made.struct_size = sizeof(made);
        made.op = one.op;
        made.key = symbol(one.key, one.name);
        made.name = copy(one.name);
        made.values = texts(one.values);
        made.number = one.number;
        return made;
    });
}

const berth_selector* QueryCopier::selector(const berth_selector* from) {
    if (from == nullptr) {
        return nullptr;
    }
    berth_selector& made = memory_.make<berth_selector>(1)[0];
    made.struct_size = sizeof(made);
    made.matches_nothing = from->matches_nothing;
    made.requirements = requirements(from->requirements);
    return &made;
}

berth_pod_term QueryCopier::term(const berth_pod_term& from) {
    berth_pod_term made{};
    made.struct_size = sizeof(made);
    made.weight = from.weight;
    made.topology_key = symbol(from.topology_key, from.topology_key_name);
    made.unparsable = from.unparsable;
    made.topology_key_name = copy(from.topology_key_name);
    made.selector = selector(from.selector);
    made.namespaces = texts(from.namespaces);
    made.namespace_selector = selector(from.namespace_selector);
    made.error = copy(from.error);
    return made;
}

const berth_node_selector* QueryCopier::node_selector(const berth_node_selector* from) {
    if (from == nullptr) {
        return nullptr;
    }
    berth_node_selector& made = memory_.make<berth_node_selector>(1)[0];
    made.struct_size = sizeof(made);
    made.terms = map<berth_node_term>(from->terms, [&](const berth_node_term& one) {
        berth_node_term term{};
        term.struct_size = sizeof(term);
        term.matches_nothing = one.matches_nothing;
        term.expressions = requirements(one.expressions);
        term.fields = requirements(one.fields);
        return term;
    });
    return &made;
}

berth_array QueryCopier::pod_sets(const berth_array& from) {
    return map<berth_pod_set>(from, [&](const berth_pod_set& one) {
        berth_pod_set made{};
        made.struct_size = sizeof(made);
        made.namespaces = texts(one.namespaces);
        made.namespace_selector = selector(one.namespace_selector);
        made.selector = selector(one.selector);
        return made;
    });
}

berth_array QueryCopier::labels(const berth_array& from) {
    return map<berth_label>(from, [&](const berth_label& one) {
        return berth_label{copy(one.name), copy(one.value), symbol(one.key, one.name), 0};
    });
}

berth_array QueryCopier::tolerations(const berth_array& from) {
    return map<berth_toleration>(from, [&](const berth_toleration& one) {
        berth_toleration made{};
        made.struct_size = sizeof(made);
        made.op = one.op;
        made.effect = one.effect;
        made.key = copy(one.key);
        made.value = copy(one.value);
        return made;
    });
}

}  // namespace berth::index
