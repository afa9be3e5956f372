#include "core/model/pools.hpp"

#include <xxhash.h>

#include "core/base/assert.hpp"
#include "core/model/words.hpp"

namespace berth::model {

std::uint64_t content_hash(const OwnerReferences& owners) {
    std::uint64_t hash = 0;
    for (const OwnerReference& owner : owners) {
        hash = XXH64(owner.uid.data(), owner.uid.size(), hash);
        hash = XXH64(owner.name.data(), owner.name.size(), hash);
    }
    return hash;
}

Pools::Pools(base::SymbolTable& table) : symbols(table) {
    BERTH_ASSERT(table.find(first_words().back()) ==
                 static_cast<base::Symbol>(first_words().size()));
}

}  // namespace berth::model
