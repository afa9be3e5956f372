// PluginArgs: the args of one plugin as berth's own configuration decoder makes them.
//
// fail()s where they are refused, with what the decoder says. One thread.
#pragma once

#include <string>
#include <string_view>

#include <berth/entry.h>

#include "core/check/subject.hpp"
#include "core/settings/load.hpp"

namespace berth::check {

// A configuration that switches the plugin on beside the default ones: at QueueSort and Bind, which
// it then serves alone, too. `version`: "v1", "v1beta3", "v1beta2". `libraries`: as YAML, or "".
[[nodiscard]] std::string configuration_text(const berth_factory& factory,
                                             std::string_view args_json, std::string_view version,
                                             std::string_view library);

class PluginArgs {
public:
    PluginArgs(const Subject& subject, const berth_factory& factory, base::SymbolTable& symbols,
               std::string_view version = "v1");

    // Null where the plugin takes none.
    [[nodiscard]] const berth_args* raw() const { return raw_; }

private:
    settings::LoadResult loaded_;
    const berth_args* raw_ = nullptr;
};

}  // namespace berth::check
