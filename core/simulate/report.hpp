// Report: how a simulation ended: where each pod went, who is pending and why, how full the nodes
// are. It holds no time, so that equal input gives equal reports.
//
// Plain values, made after the run by make_report() on the thread that ran it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace berth::simulate {

struct PodReport {
    std::string pod;      // "namespace/name"
    std::string node;     // "": pending
    std::string message;  // of a pending one: why
    std::int32_t priority = 0;
    std::int32_t attempts = 0;
    // Of the last attempt: nodes looked at, and those of them that could take the pod.
    std::uint32_t evaluated = 0;
    std::uint32_t feasible = 0;
};

// Sums over all nodes, pods that ran before included.
struct ResourceReport {
    std::string name;            // "cpu", "memory", …, "nvidia.com/gpu"
    std::int64_t requested = 0;  // cpu in thousandths, all others in units
    std::int64_t allocatable = 0;

    [[nodiscard]] double percent() const;
    // Canonical quantities: "12500m", "64Gi".
    [[nodiscard]] std::string requested_text() const;
    [[nodiscard]] std::string allocatable_text() const;
};

// Pending pods with equal messages.
struct PendingGroup {
    std::string message;
    std::size_t pods = 0;
};

// Why the run ended.
enum class Ending : std::uint8_t {
    kNothingMoves,  // no pod could be tried any more
    kGaveUp,        // what is left only failed again and again
};

struct Report {
    std::size_t nodes = 0;
    std::size_t running_before = 0;  // pods that had a node from the start
    std::uint64_t attempts = 0;
    Ending ending = Ending::kNothingMoves;
    std::size_t failing = 0;                // of kGaveUp: pods that waited for yet another attempt
    std::vector<PodReport> placed;          // in the order of their binding
    std::vector<PodReport> pending;         // in the order of creation
    std::vector<ResourceReport> resources;  // cpu, memory, ephemeral-storage, pods, others
    std::vector<PendingGroup> pending_groups;  // the largest first
};

}  // namespace berth::simulate
