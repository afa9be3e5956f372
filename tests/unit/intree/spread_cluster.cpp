#include "tests/unit/intree/spread_cluster.hpp"

#include <algorithm>
#include <sstream>

#include <berth/sdk.h>

namespace berth::test {
namespace {

std::vector<std::pair<std::string, std::string>> pairs(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> made;
    std::istringstream in{std::string(text)};
    for (std::string one; std::getline(in, one, ',');) {
        made.emplace_back(one.substr(0, one.find('=')), one.substr(one.find('=') + 1));
    }
    return made;
}

bool is_in(const berth_pod_set& set, const berth_pod& pod) {
    const List<std::string_view> namespaces(set.namespaces);
    return std::find(namespaces.begin(), namespaces.end(), text(pod.namespace_name)) !=
               namespaces.end() &&
           matches(set.selector, Labels(pod.labels));
}

}  // namespace

FakeSelector::FakeSelector(std::string_view text) {
    raw.struct_size = sizeof raw;
    raw.matches_nothing = text == "nil" ? 1 : 0;
    for (const auto& [key, value] : text == "nil" ? pairs("") : pairs(text)) {
        berth_requirement one{};
        one.struct_size = sizeof one;
        one.op = BERTH_OP_IN;
        one.name = wire(texts_.emplace_back(key));
        values_.push_back(wire(texts_.emplace_back(value)));
        one.values = {&values_.back(), 1, sizeof(berth_str)};
        requirements_.push_back(one);
    }
    raw.requirements = {requirements_.data(), static_cast<std::uint32_t>(requirements_.size()),
                        sizeof(berth_requirement)};
}

SpreadCluster::SpreadCluster(std::vector<Texts> labels)
    : nodes(static_cast<std::uint32_t>(labels.size())), labels_(std::move(labels)) {
    for (std::uint32_t row = 0; row < labels_.size(); ++row) {
        for (const auto& [key, value] : labels_[row]) {
            nodes.label(row, key, value);
        }
    }
}

berth_symbol SpreadCluster::symbol(std::string_view key) {
    const auto next = static_cast<berth_symbol>(symbols_.size() + 1);
    return symbols_.emplace(key, next).first->second;
}

FakePod& SpreadCluster::pod(std::string_view labels) {
    FakePod& made = pods_.emplace_back("p" + std::to_string(pods_.size()));
    for (const auto& [key, value] : pairs(labels)) {
        made.label(key, value);
    }
    return made;
}

FakePod& SpreadCluster::place(std::string_view labels, std::uint32_t row) {
    FakePod& made = pod(labels);
    made.raw.node_name = nodes.flat[row].name;
    placed_.push_back({&made, row});
    return made;
}

void SpreadCluster::add_service(std::string_view selector) {
    FakeLabels& wanted = service_labels_.emplace_back();
    for (const auto& [key, value] : pairs(selector)) {
        wanted.set(key, value);
    }
    berth_service made{};
    made.struct_size = sizeof made;
    made.kind = BERTH_OBJECT_SERVICE;
    made.has_selector = selector == "nil" ? 0 : 1;
    made.selector = selector == "nil" ? berth_array{} : wanted.array();
    services_.push_back(made);
}

void SpreadCluster::add_workload(std::uint32_t kind, std::string_view name,
                                 std::string_view selector) {
    berth_meta& meta = metas_.emplace_back();
    meta.struct_size = sizeof meta;
    meta.name = wire(texts_.emplace_back(name));
    berth_workload made{};
    made.struct_size = sizeof made;
    made.kind = kind;
    made.meta = &meta;
    made.selector = &selectors_.emplace_back(selector).raw;
    workloads_.push_back(made);
}

berth_spread_constraint& SpreadCluster::constrain(FakePod& pod, std::string_view key,
                                                  std::string_view selector,
                                                  std::int32_t max_skew) {
    auto& list = extras_[&pod].constraints;
    list.reserve(8);
    berth_spread_constraint one{};
    one.struct_size = sizeof one;
    one.max_skew = max_skew;
    one.min_domains = 1;
    one.when_unsatisfiable = BERTH_DO_NOT_SCHEDULE;
    one.node_affinity_policy = BERTH_POLICY_HONOR;
    one.node_taints_policy = BERTH_POLICY_IGNORE;
    one.topology_key = symbol(key);
    one.topology_key_name = wire(texts_.emplace_back(key));
    one.selector = &selectors_.emplace_back(selector).raw;
    list.push_back(one);
    pod.raw.spread_constraints = {list.data(), static_cast<std::uint32_t>(list.size()),
                                  sizeof(berth_spread_constraint)};
    return list.back();
}

void SpreadCluster::own(FakePod& pod, std::string_view api_version, std::string_view kind,
                        std::string_view name) {
    auto& list = extras_[&pod].owners;
    list.push_back({sizeof(berth_owner), 1, wire(texts_.emplace_back(api_version)),
                    wire(texts_.emplace_back(kind)), wire(texts_.emplace_back(name)), berth_str{}});
    pod.raw.owners = {list.data(), static_cast<std::uint32_t>(list.size()), sizeof(berth_owner)};
}

const SpreadCluster::Column& SpreadCluster::column(berth_symbol key) {
    Column& made = columns_[key];
    if (!made.texts.empty()) {
        return made;
    }
    made.texts.push_back(berth_str{});
    for (std::uint32_t row = 0; row < labels_.size(); ++row) {
        std::uint32_t id = 0;
        for (const auto& [name, value] : labels_[row]) {
            if (symbol(name) != key) {
                continue;
            }
            for (id = 1; id < made.texts.size() && copy(made.texts[id]) != value; ++id) {}
            if (id == made.texts.size()) {
                made.texts.push_back(wire(value));
            }
        }
        made.value.push_back(id);
    }
    return made;
}

bool SpreadCluster::is_eligible(const berth_count_query& query, std::uint32_t row) {
    const Node node(&nodes.flat[row]);
    for (std::uint32_t i = 0; i < query.key_count; ++i) {
        if (column(query.keys[i]).value[row] == 0) {
            return false;
        }
    }
    const Labels wanted(query.node_labels);
    const bool selected = std::all_of(wanted.begin(), wanted.end(), [&](const berth_label& one) {
        return node.labels().find(text(one.name)) == text(one.value);
    });
    const bool taints =
        (query.flags & BERTH_COUNT_HONOR_TAINTS) == 0 ||
        untolerated(node.taints(), List<berth_toleration>(query.tolerations)) == nullptr;
    return selected && taints &&
           (query.required_nodes == nullptr || matches(*query.required_nodes, node));
}

const berth_counts* SpreadCluster::count(const berth_count_query& query) {
    const auto rows = static_cast<std::uint32_t>(labels_.size());
    const bool by_row = query.topology_key == 0;
    const Column ids = by_row ? Column{} : column(query.topology_key);
    const std::size_t values = by_row ? rows : ids.texts.size();
    Answer& made = answers_.emplace_back();
    made.pods.resize(values);
    made.nodes.resize(values);
    made.eligible.resize(rows / 64 + 1);
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (is_eligible(query, row)) {
            made.eligible[row / 64] |= std::uint64_t{1} << (row % 64);
            ++made.nodes[by_row ? row : ids.value[row]];
        }
    }
    const List<berth_pod_set> sets(query.sets);
    for (const Placed& one : placed_) {
        const bool counted = !sets.empty() && is_eligible(query, one.row) &&
                             ((query.flags & BERTH_COUNT_NOT_TERMINATING) == 0 ||
                              (one.pod->raw.flags & BERTH_POD_TERMINATING) == 0) &&
                             std::all_of(sets.begin(), sets.end(),
                                         [&](const auto& set) { return is_in(set, one.pod->raw); });
        made.pods[by_row ? one.row : ids.value[one.row]] += counted ? 1 : 0;
    }
    made.raw = {.struct_size = sizeof(berth_counts),
                .values = static_cast<std::uint32_t>(by_row ? values : values - 1),
                .pods = made.pods.data(),
                .nodes = made.nodes.data(),
                .eligible = made.eligible.data(),
                .domains = 0,
                .least = 0,
                .least_domains = 0,
                .reserved = 0,
                .total_pods = 0,
                .version = 1};
    for (std::size_t id = by_row ? 0 : 1; id < values; ++id) {
        if (made.nodes[id] == 0) {
            continue;
        }
        if (made.raw.domains++ == 0 || made.pods[id] < made.raw.least) {
            made.raw.least = made.pods[id];
            made.raw.least_domains = 0;
        }
        made.raw.least_domains += made.pods[id] == made.raw.least ? 1 : 0;
        made.raw.total_pods += made.pods[id];
    }
    return &made.raw;
}

struct SpreadServices {
    // The cluster that each host serves; hosts of earlier tests stay and harm nobody.
    static std::map<const berth_host*, SpreadCluster*>& clusters() {
        static std::map<const berth_host*, SpreadCluster*> all;
        return all;
    }
    static SpreadCluster& cluster(const berth_host* host) { return *clusters().at(host); }

    static const berth_counts* counts(const berth_host* host, const berth_call*,
                                      const berth_count_query* query) {
        return cluster(host).count(*query);
    }

    static const berth_object* get(const berth_host* host, std::uint32_t kind, berth_str,
                                   berth_str name) {
        for (const berth_workload& one : cluster(host).workloads_) {
            if (one.kind == kind && copy(one.meta->name) == copy(name)) {
                return static_cast<const berth_object*>(static_cast<const void*>(&one));
            }
        }
        return nullptr;
    }

    static std::uint32_t list(const berth_host* host, const berth_object_query*,
                              std::uint64_t* cursor, const berth_object** out, std::uint32_t room) {
        const auto& services = cluster(host).services_;
        std::uint32_t count = 0;
        for (; count < room && *cursor < services.size(); ++*cursor) {
            out[count++] =
                static_cast<const berth_object*>(static_cast<const void*>(&services[*cursor]));
        }
        return count;
    }
};

std::function<void(FakeHost&)> SpreadCluster::serve() {
    static const berth_counts_v1 kCounts = {sizeof(berth_counts_v1), 0, &SpreadServices::counts,
                                            nullptr};
    static const berth_objects_v1 kObjects = {
        .struct_size = sizeof(berth_objects_v1),
        .reserved = 0,
        .open = [](const berth_host*, std::uint32_t) -> std::int32_t { return BERTH_SUCCESS; },
        .open_resource = nullptr,
        .generation = nullptr,
        .get = &SpreadServices::get,
        .list = &SpreadServices::list,
        .pod = nullptr,
        .pods = nullptr,
        .node = nullptr,
        .json = nullptr,
    };
    return [this](FakeHost& host) {
        for (const Texts& labels : labels_) {
            for (const auto& label : labels) {
                symbol(label.first);
            }
        }
        for (const char* key : {"kubernetes.io/hostname", "topology.kubernetes.io/zone"}) {
            symbol(key);
        }
        host.symbols = symbols_;
        host.more = {{BERTH_HOST_COUNTS_V1, &kCounts}, {BERTH_HOST_OBJECTS_V1, &kObjects}};
        SpreadServices::clusters()[&host] = this;
        for (const auto& [key, number] : symbols_) {
            const Column& made = column(number);
            if (made.texts.size() > 1) {
                host.label_columns[number] = {sizeof(berth_label_column),
                                              static_cast<std::uint32_t>(made.texts.size() - 1),
                                              made.value.data(), made.texts.data()};
            }
        }
    };
}

}  // namespace berth::test
