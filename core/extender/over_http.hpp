// over_http: makes the extenders of one configuration after the other, all on one transport, which
// is started with the first configuration that has some. Loader thread.
#pragma once

#include <functional>

#include "core/base/result.hpp"
#include "core/base/symbol.hpp"
#include "core/framework/pass/extender.hpp"
#include "core/settings/configuration.hpp"

namespace berth::extender {

// Outlives the extenders that it makes; `symbols` outlives it.
[[nodiscard]] std::function<base::Result<framework::Extenders>(const settings::Configuration&)>
over_http(const base::SymbolTable& symbols);

}  // namespace berth::extender
