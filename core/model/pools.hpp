// Pools: the words and the shared parts of all objects. One per process or test, passed by
// reference, and it outlives nothing: objects keep their parts alive by themselves, but their
// symbols mean something only with the SymbolTable.
// Any thread.
#pragma once

#include "core/base/symbol.hpp"
#include "core/model/label_set.hpp"
#include "core/model/object_meta.hpp"
#include "core/model/pod_spec.hpp"

namespace berth::model {

[[nodiscard]] std::uint64_t content_hash(const OwnerReferences& owners);

struct Pools {
    // The table must begin with first_words().
    explicit Pools(base::SymbolTable& table);

    base::SymbolTable& symbols;
    LabelSetPool labels;
    ContentPool<PodSpec> specs;
    ContentPool<OwnerReferences> owners;
};

}  // namespace berth::model
