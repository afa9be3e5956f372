// make_extenders: the `extenders` of a configuration, ready to be asked.
//
// From buildExtenders (pkg/scheduler/scheduler.go, v1.37.2): ignorable ones go last; one that uses
// HTTPS without a CA of its own does not verify the server. Reads certificate files. Loader thread.
#pragma once

#include "core/base/result.hpp"
#include "core/base/symbol.hpp"
#include "core/client/transport.hpp"
#include "core/framework/pass/extender.hpp"
#include "core/settings/configuration.hpp"

namespace berth::extender {

// Errors name the file that cannot be read. `transport` and `symbols` outlive the extenders.
[[nodiscard]] base::Result<framework::Extenders> make_extenders(
    const settings::Configuration& configuration, client::Transport& transport,
    const base::SymbolTable& symbols);

}  // namespace berth::extender
