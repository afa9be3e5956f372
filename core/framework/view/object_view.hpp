// ObjectView: an API object other than a pod or a node, together with its ABI view.
//
// Begins as berth_object does; kinds without a view of their own are a berth_json_object with the
// number that the caller gives. Points into the object, which it keeps alive.
// Immutable: any thread.
#pragma once

#include <cstdint>
#include <memory>

#include <berth/objects.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/object.hpp"

namespace berth::framework {

struct ObjectView {
    explicit ObjectView(model::Object from);

    model::Object object;
    ViewMemory memory;
    std::shared_ptr<const void> tree;  // of a berth_json_object
    const berth_object* view = nullptr;
};
using ObjectViewRef = std::shared_ptr<const ObjectView>;

// BERTH_OBJECT_… of a kind that has a view; 0: it has none.
[[nodiscard]] std::uint32_t object_kind(const model::Object& object);

// The typed view of an object whose object_kind() is not 0.
[[nodiscard]] ObjectViewRef make_object_view(model::Object object, base::SymbolTable& symbols);
// Any object as JSON, under the number `kind`.
[[nodiscard]] ObjectViewRef make_json_view(model::Object object, std::uint32_t kind,
                                           const base::SymbolTable& symbols);

}  // namespace berth::framework
