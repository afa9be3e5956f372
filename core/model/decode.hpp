// Decoding: YAML or JSON text, or a tree, to objects.
//
// Takes single objects, several documents, `List`, `PodList` … and what kubectl prints. It is pure:
// nothing is filled in that the text does not say (defaults.hpp does that). Fields that berth does
// not read are skipped and counted; a field of the wrong JSON type, as in Go, makes its object an
// error that names file, line, object and field path, while the other objects go on.
// Any thread (Pools are shared).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.hpp"
#include "core/model/object.hpp"
#include "core/model/pools.hpp"
#include "core/model/tree.hpp"

namespace berth::model {

// A pod before its spec is shared: defaults may still change it.
struct PodDraft {
    Pod pod;  // without spec and totals
    PodSpec spec;
};

// An object that may still be changed.
using Draft =
    std::variant<std::unique_ptr<PodDraft>, std::shared_ptr<Node>, std::shared_ptr<Namespace>,
                 std::shared_ptr<PriorityClass>, std::shared_ptr<PodDisruptionBudget>,
                 std::shared_ptr<PersistentVolumeClaim>, std::shared_ptr<PersistentVolume>,
                 std::shared_ptr<StorageClass>, std::shared_ptr<CsiNode>,
                 std::shared_ptr<CsiDriver>, std::shared_ptr<CsiStorageCapacity>,
                 std::shared_ptr<VolumeAttachment>, std::shared_ptr<Service>,
                 std::shared_ptr<Workload>, std::shared_ptr<Lease>, std::shared_ptr<Unknown>>;

// Where the text of an object begins.
struct Origin {
    std::shared_ptr<const std::string> file;  // as it was named; never null
    std::uint32_t line = 0;                   // from 1; 0 unknown
};

struct Decoded {
    std::vector<Draft> objects;   // in the order of the text
    std::vector<Origin> origins;  // of each of them
    base::Errors errors;
    // What was taken, but is hardly meant so: a kind in the wrong case or of the wrong group, which
    // nobody reads. Each kind once.
    base::Errors warnings;
    std::size_t unknown_fields = 0;  // fields that were skipped
};

// Puts everything behind what `out` has.
void append(Decoded&& more, Decoded& out);

// `file` is the name for errors.
[[nodiscard]] Decoded decode_text(std::string_view text, std::string_view file, Pools& pools);
// One document: an object or a list of objects.
void decode_tree(const Value& root, std::string_view file, Pools& pools, Decoded& out);

[[nodiscard]] ObjectMeta& meta_of(Draft& draft);
[[nodiscard]] std::string_view kind_name(const Draft& draft);

// The last step: computes the resource totals, shares the spec and makes the object immutable.
[[nodiscard]] Object finish(Draft draft, Pools& pools);
[[nodiscard]] PodPtr finish(PodDraft draft, Pools& pools);
// A copy of a finished pod that may be changed again.
[[nodiscard]] PodDraft draft_of(const Pod& pod);
// After changing a status only: recomputes `totals` from spec and status.
void refresh_totals(Pod& pod, const base::SymbolTable& symbols);

}  // namespace berth::model
