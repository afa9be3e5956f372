// load(): the text of a configuration file -> Configuration, and everything that is wrong with it.
//
// The steps: parse (core/model/tree.hpp) -> decode strictly by version -> defaults -> merge with
// the version's default plugins -> args by schema -> expand multiPoint -> validate.
// Each step collects all its errors; a file that cannot be decoded is still checked as far as it
// can be. Errors carry file, line, column and the field path that kube-scheduler would name.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/symbol.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/plugin_catalog.hpp"

namespace berth::settings {

struct LoadResult {
    Configuration configuration;  // complete if errors is empty; else as far as it was understood
    // The file is not a valid configuration.
    base::Errors errors;
    // It is valid, but no scheduler starts with it: a plugin that does not exist, no bind plugin …
    base::Errors start_errors;
    base::Errors warnings;

    [[nodiscard]] bool valid() const { return errors.empty(); }
    [[nodiscard]] bool can_start() const { return errors.empty() && start_errors.empty(); }
};

struct LoadOptions {
    // Words of node affinity and selectors in args become symbols of this table; null: they carry
    // their names only, which is enough to check a file.
    base::SymbolTable* symbols = nullptr;
};

[[nodiscard]] LoadResult load(std::string_view text, std::string_view file,
                              const PluginCatalog& catalog, const LoadOptions& options = {});
// The configuration that no file gives: v1 with all its defaults.
[[nodiscard]] LoadResult load_defaults(const PluginCatalog& catalog,
                                       const LoadOptions& options = {});

// Where plugins may come from, read leniently before there is a catalog: what is wrong with the
// file is load()'s to say.
struct PluginSources {
    std::vector<std::string> directories;
    std::vector<std::vector<Library>> profiles;  // one list per profile
    // Plugins that some profile enables by name, or has by its version's default.
    std::set<std::string> enabled;
};
[[nodiscard]] PluginSources plugin_sources(std::string_view text, std::string_view file);

}  // namespace berth::settings
