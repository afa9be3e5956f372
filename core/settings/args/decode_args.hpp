// decode_args(): what a file gives as a plugin's args -> Args, strictly by the plugin's schema.
//
// An unknown field, a wrong type, a value out of range or a text that is not allowed is an error at
// its place; defaults fill what is absent; then the factory's validate says what a schema cannot.
// Works for built-in and loaded plugins alike. One thread per call.
#pragma once

#include <memory>
#include <string_view>

#include <berth/entry.h>

#include "core/base/symbol.hpp"
#include "core/model/tree.hpp"
#include "core/settings/args/args.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

struct ArgsSource {
    const model::Value* written = nullptr;  // null: nothing, the defaults
    std::string_view path;                  // "profiles[0].pluginConfig[1].args"
    std::string_view file;
    std::string_view profile;  // schedulerName
};

// Null if anything was wrong. The factory must have a schema; a version that the schema does not
// know is read as v1.
[[nodiscard]] std::shared_ptr<const Args> decode_args(const berth_factory& factory, Version version,
                                                      const ArgsSource& source,
                                                      base::SymbolTable* symbols, Report& report);

// Whether files of that version have args of this kind.
[[nodiscard]] bool knows_version(const berth_args_schema& schema, Version version);

}  // namespace berth::settings
