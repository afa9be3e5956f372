#include "core/host/registry.hpp"

#include <algorithm>
#include <utility>

#include "core/host/text.hpp"

namespace berth::host {

namespace {

auto position(const Registry::Table& table, std::string_view name) {
    return std::lower_bound(
        table.begin(), table.end(), name,
        [](const RegistryEntry& entry, std::string_view other) { return entry.name() < other; });
}

}  // namespace

std::string_view RegistryEntry::name() const {
    return view_of(factory->name);
}

Registry::Registry(std::vector<Table> profiles, Table rest,
                   std::vector<std::unique_ptr<const LeftOut>> stubs)
    : profiles_(std::move(profiles)), rest_(std::move(rest)), stubs_(std::move(stubs)) {}

const Registry::Table& Registry::table(std::size_t profile) const {
    return profile < profiles_.size() ? profiles_[profile] : rest_;
}

const RegistryEntry* Registry::entry(std::size_t profile, std::string_view name) const {
    const Table& all = table(profile);
    const auto it = position(all, name);
    return it != all.end() && it->name() == name ? &*it : nullptr;
}

const berth_factory* Registry::find(std::size_t profile, std::string_view name) const {
    const RegistryEntry* const found = entry(profile, name);
    return found == nullptr ? nullptr : found->factory;
}

std::vector<std::string_view> Registry::names(std::size_t profile) const {
    std::vector<std::string_view> all;
    for (const RegistryEntry& entry : table(profile)) {
        all.push_back(entry.name());
    }
    return all;
}

}  // namespace berth::host
