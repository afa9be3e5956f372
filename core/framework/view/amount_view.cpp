#include "core/framework/view/amount_view.hpp"

#include <algorithm>
#include <string_view>

namespace berth::framework {

berth_amount amount_view(const model::ScalarAmount& amount, const base::SymbolTable& symbols) {
    return {to_str(symbols.text(amount.name)), base::number(amount.name), 0, amount.amount};
}

berth_requests requests_view(const model::ResourceAmounts& amounts,
                             const base::SymbolTable& symbols, ViewMemory& memory) {
    berth_requests view{};
    view.struct_size = sizeof(view);
    view.milli_cpu = amounts.milli_cpu;
    view.memory = amounts.memory;
    view.ephemeral_storage = amounts.ephemeral_storage;
    view.scalars = memory.map<berth_amount>(
        amounts.scalars,
        [&](const model::ScalarAmount& amount) { return amount_view(amount, symbols); });
    return view;
}

const berth_requests* make_requests(const model::ResourceAmounts& amounts,
                                    const base::SymbolTable& symbols, ViewMemory& memory) {
    berth_requests& made = memory.make<berth_requests>(1)[0];
    made = requests_view(amounts, symbols, memory);
    return &made;
}

berth_label label_view(const model::Label& label, const base::SymbolTable& symbols) {
    return {to_str(symbols.text(label.key)), to_str(label.value), base::number(label.key), 0};
}

berth_array labels_view(const model::LabelSet& labels, const base::SymbolTable& symbols,
                        ViewMemory& memory) {
    const std::span<berth_label> made = memory.make<berth_label>(labels.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        made[i] = label_view(labels.labels()[i], symbols);
    }
    std::sort(made.begin(), made.end(), [](const berth_label& a, const berth_label& b) {
        return std::string_view(a.name.ptr, a.name.len) < std::string_view(b.name.ptr, b.name.len);
    });
    return to_array(std::span<const berth_label>(made));
}

berth_array annotations_view(const model::Annotations* annotations, ViewMemory& memory) {
    if (annotations == nullptr) {
        return to_array(std::span<const berth_label>());
    }
    return memory.map<berth_label>(*annotations, [](const auto& entry) {
        return berth_label{to_str(entry.first), to_str(entry.second), 0, 0};
    });
}

}  // namespace berth::framework
