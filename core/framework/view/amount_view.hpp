// Views of resource amounts and of label sets. Pure functions: any thread.
#pragma once

#include <cstdint>
#include <span>

#include <berth/pod_parts.h>

#include "core/base/symbol.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/label_set.hpp"
#include "core/model/object_meta.hpp"
#include "core/model/resources.hpp"

namespace berth::framework {

[[nodiscard]] berth_amount amount_view(const model::ScalarAmount& amount,
                                       const base::SymbolTable& symbols);
[[nodiscard]] berth_requests requests_view(const model::ResourceAmounts& amounts,
                                           const base::SymbolTable& symbols, ViewMemory& memory);
[[nodiscard]] const berth_requests* make_requests(const model::ResourceAmounts& amounts,
                                                  const base::SymbolTable& symbols,
                                                  ViewMemory& memory);

[[nodiscard]] berth_label label_view(const model::Label& label, const base::SymbolTable& symbols);
// Of berth_label, sorted by key text.
[[nodiscard]] berth_array labels_view(const model::LabelSet& labels,
                                      const base::SymbolTable& symbols, ViewMemory& memory);
// `annotations` may be null.
[[nodiscard]] berth_array annotations_view(const model::Annotations* annotations,
                                           ViewMemory& memory);

}  // namespace berth::framework
