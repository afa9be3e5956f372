// The views of single kinds: what make_object_view is made of. Pure functions: any thread.
#pragma once

#include <berth/objects.h>
#include <berth/storage_objects.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/object.hpp"

namespace berth::framework {

[[nodiscard]] const berth_meta* make_meta(const model::ObjectMeta& meta,
                                          const base::SymbolTable& symbols, ViewMemory& memory);

// A view in memory that begins as every object's does.
template <typename View>
[[nodiscard]] View& begin_view(std::uint32_t kind, const model::ObjectMeta& meta,
                               const base::SymbolTable& symbols, ViewMemory& memory) {
    View& view = memory.make<View>(1)[0];
    view.struct_size = sizeof(View);
    view.kind = kind;
    view.meta = make_meta(meta, symbols, memory);
    return view;
}

template <typename View>
[[nodiscard]] const berth_object* as_object(const View& view) {
    return reinterpret_cast<const berth_object*>(&view);
}

[[nodiscard]] const berth_object* view_of(const model::Namespace& from, base::SymbolTable& symbols,
                                          ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::PriorityClass& from,
                                          base::SymbolTable& symbols, ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::PodDisruptionBudget& from,
                                          base::SymbolTable& symbols, ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::Service& from, base::SymbolTable& symbols,
                                          ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::Workload& from, base::SymbolTable& symbols,
                                          ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::PersistentVolume& from,
                                          base::SymbolTable& symbols, ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::PersistentVolumeClaim& from,
                                          base::SymbolTable& symbols, ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::StorageClass& from,
                                          base::SymbolTable& symbols, ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::CsiNode& from, base::SymbolTable& symbols,
                                          ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::CsiDriver& from, base::SymbolTable& symbols,
                                          ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::CsiStorageCapacity& from,
                                          base::SymbolTable& symbols, ViewMemory& memory);
[[nodiscard]] const berth_object* view_of(const model::VolumeAttachment& from,
                                          base::SymbolTable& symbols, ViewMemory& memory);

}  // namespace berth::framework
