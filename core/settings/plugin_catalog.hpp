// PluginCatalog: what settings asks about plugins: does a name exist, what args does it take, at
// which extension points is it?
//
// Implemented by the host's registry (built-in factories merged with a profile's libraries) and by
// tests. Borrowed for one call of load(); the factories stay with their owner.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <berth/entry.h>

namespace berth::settings {

class PluginCatalog {
public:
    virtual ~PluginCatalog() = default;
    // The factory of that name in the registry of profile number `profile`; null: no such plugin.
    [[nodiscard]] virtual const berth_factory* find(std::size_t profile,
                                                    std::string_view name) const = 0;
    // All names there, for "did you mean".
    [[nodiscard]] virtual std::vector<std::string_view> names(std::size_t profile) const = 0;
};

// The same factories for every profile; of equal names the first counts.
class FactoryList final : public PluginCatalog {
public:
    explicit FactoryList(std::vector<const berth_factory*> factories)
        : factories_(std::move(factories)) {}
    [[nodiscard]] const berth_factory* find(std::size_t profile,
                                            std::string_view name) const override;
    [[nodiscard]] std::vector<std::string_view> names(std::size_t profile) const override;

private:
    std::vector<const berth_factory*> factories_;
};

}  // namespace berth::settings
