#include "core/settings/plugin_catalog.hpp"

namespace berth::settings {

namespace {

std::string_view name_of(const berth_factory& factory) {
    return {factory.name.ptr, factory.name.len};
}

}  // namespace

const berth_factory* FactoryList::find(std::size_t /*profile*/, std::string_view name) const {
    for (const auto* factory : factories_) {
        if (name_of(*factory) == name) {
            return factory;
        }
    }
    return nullptr;
}

std::vector<std::string_view> FactoryList::names(std::size_t /*profile*/) const {
    std::vector<std::string_view> names;
    names.reserve(factories_.size());
    for (const auto* factory : factories_) {
        names.push_back(name_of(*factory));
    }
    return names;
}

}  // namespace berth::settings
