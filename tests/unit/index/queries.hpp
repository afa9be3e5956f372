// Queries of counts/1 in one line each, and the same answers by looking at every pod and node.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <berth/host/counts.h>
#include <berth/host/terms.h>

#include "core/base/symbol.hpp"
#include "core/cache/snapshot.hpp"
#include "core/framework/view/view_memory.hpp"
#include "tests/unit/cache/objects.hpp"

namespace berth::index::testing {

using Texts = std::map<std::string, std::string>;

struct Rule {
    std::string key;
    std::uint32_t op = BERTH_OP_EXISTS;
    std::vector<std::string> values = {};
};
using Rules = std::vector<Rule>;

// Does a set of labels obey the rules? By the words of the documentation.
[[nodiscard]] bool obeys(const Texts& labels, const Rules& rules);

struct SetSketch {
    std::vector<std::string> namespaces = {};
    std::shared_ptr<Rules> namespace_rules = {};  // null: no namespace selector
    Rules rules = {};
    bool nothing = false;  // the selector matches nothing
};

struct QuerySketch {
    std::vector<SetSketch> sets = {};
    std::string key = {};  // "": by row
    bool not_terminating = false;
    std::vector<std::string> having = {};
    Texts node_labels = {};
    std::vector<Rules> terms = {};  // of required nodes; none: any node
    bool honor_taints = false;
    std::vector<std::string> tolerated = {};  // keys of taints
};

// A berth_count_query made of a sketch.
class Query {
public:
    Query(const QuerySketch& sketch, base::SymbolTable& symbols);
    berth_count_query raw{};

private:
    [[nodiscard]] berth_str text(std::string_view from);
    [[nodiscard]] berth_array texts(const std::vector<std::string>& from);
    [[nodiscard]] berth_array requirements(const Rules& rules);
    [[nodiscard]] const berth_selector* selector(const Rules& rules, bool nothing);
    [[nodiscard]] berth_pod_set set(const SetSketch& sketch);
    void set_nodes(const QuerySketch& sketch);

    base::SymbolTable& symbols_;
    std::deque<std::string> kept_;
    framework::ViewMemory memory_{1024};
};

// What there is, without any index.
struct PlacedPod {
    cache::testing::PodSketch pod;
    std::string node;
};
struct PlainCluster {
    std::map<std::string, cache::testing::NodeSketch> nodes;
    std::map<std::string, PlacedPod> pods;  // by UID
    std::map<std::string, Texts> namespaces;
};

// Both answers as lines: by the text of the domain, or by node name.
[[nodiscard]] std::string describe(const berth_counts& counts, const QuerySketch& query,
                                   cache::Snapshot& snapshot, base::SymbolTable& symbols);
[[nodiscard]] std::string count_plainly(const QuerySketch& query, const PlainCluster& cluster);
[[nodiscard]] bool is_counted(const QuerySketch& query, const cache::testing::PodSketch& pod,
                              const PlainCluster& cluster);

// The selector with these rules as expressions.
[[nodiscard]] model::LabelSelector selector_of(const Rules& rules, base::SymbolTable& symbols);

// Matching terms as lines: kind, weight, key and domain, with how many carry such a term.
[[nodiscard]] std::string describe_terms(const berth_array& terms, cache::Snapshot& snapshot,
                                         base::SymbolTable& symbols);
[[nodiscard]] std::string match_plainly(const cache::testing::PodSketch& asked, std::uint32_t kinds,
                                        const PlainCluster& cluster,
                                        cache::testing::Objects& objects);

}  // namespace berth::index::testing
