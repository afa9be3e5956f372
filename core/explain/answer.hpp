// Answer: what one attempt at a pod found out, in the words of tests/golden/README.md.
//
// The oracle that asks kube-scheduler itself prints the same fields, so that the proof and the
// user's tool are one. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace berth::explain {

struct Rejection {
    std::string plugin;  // the first that refused; empty: nobody in particular
    std::string code;    // "Unschedulable", "UnschedulableAndUnresolvable", "Error"
    std::vector<std::string> reasons;
    friend bool operator==(const Rejection&, const Rejection&) = default;
    friend auto operator<=>(const Rejection&, const Rejection&) = default;
};

struct PluginScore {
    std::string plugin;
    std::int64_t raw = 0;       // what Score returned
    std::int64_t weighted = 0;  // after normalization, times the weight
};

struct NodeScore {
    std::int64_t total = 0;
    std::vector<PluginScore> plugins;  // in the profile's order
};

struct Candidate {
    std::vector<std::string> victims;
    std::int64_t pdb_violations = 0;
};

// What a plugin would ask the API server for.
struct Write {
    std::string plugin;
    std::string verb;   // "patch", "update", "create", "delete"
    std::string about;  // "pods shop/cart-0"
    std::string body;   // JSON; empty: none
};

struct Answer {
    std::string pod;                            // "namespace/name"
    std::string skipped;                        // not tried: why; nothing else is set
    std::optional<Rejection> pre_filter;        // refused before any node was looked at
    std::map<std::string, Rejection> rejected;  // by node
    std::string node;
    std::vector<std::string> best;            // all nodes with the highest total, sorted
    std::map<std::string, NodeScore> scores;  // by feasible node; empty: nothing was scored
    std::string message;                      // of a pod that fails
    std::vector<std::string> unschedulable_plugins;
    std::string nominated;
    std::vector<std::string> nominees, victims;
    std::map<std::string, Candidate> candidates;
    std::string error;  // PreScore, Score, Reserve or PreBind failed
    std::vector<Write> writes;

    std::uint32_t nodes = 0;  // in the cluster; for people, not in the JSON form
};

// One line of JSON without the end of line; empty fields are left out.
[[nodiscard]] std::string to_json_line(const Answer& answer);

struct TextOptions {
    std::size_t best_nodes = 5;   // of a placed pod: so many lines of scores
    std::size_t named_nodes = 3;  // of a refusal: so many node names
};
// For people: the decision, the refusals by plugin and reason, the best nodes with their scores.
[[nodiscard]] std::string to_text(const Answer& answer, const TextOptions& options = {});

}  // namespace berth::explain
