#include "core/index/namespaces.hpp"

#include "core/framework/view/label_set_view.hpp"
#include "core/index/query/match.hpp"

namespace berth::index {

Namespaces::Namespaces(base::SymbolTable& symbols) : symbols_(symbols) {}

Namespaces::~Namespaces() = default;

berth_symbol Namespaces::set(const model::Namespace& object) {
    const berth_symbol name = base::number(symbols_.intern(object.meta.name));
    labels_[name] = std::make_unique<framework::LabelSetView>(object.meta.labels, symbols_);
    return name;
}

berth_symbol Namespaces::remove(const model::Namespace& object) {
    const berth_symbol name = base::number(symbols_.intern(object.meta.name));
    labels_.erase(name);
    return name;
}

const berth_array* Namespaces::find(berth_symbol name) const {
    const auto found = labels_.find(name);
    return found == labels_.end() ? nullptr : &found->second->labels;
}

bool Namespaces::selected(const berth_selector* selector, berth_symbol name) const {
    if (selector == nullptr || selector->matches_nothing != 0) {
        return false;
    }
    const berth_array* labels = selector->requirements.count == 0 ? nullptr : find(name);
    return selector->requirements.count == 0 || (labels != nullptr && matches(selector, *labels));
}

bool Namespaces::matched(const berth_selector* selector, berth_symbol name) const {
    static constexpr berth_array kNone{nullptr, 0, sizeof(berth_label)};
    const berth_array* labels = find(name);
    return matches(selector, labels == nullptr ? kNone : *labels);
}

}  // namespace berth::index
