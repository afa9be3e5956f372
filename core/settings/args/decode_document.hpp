// A plugin's own file (a policy), decoded strictly by the plugin's schema.
//
// The first document of YAML or JSON counts, as with every strict file of Kubernetes; unknown
// fields, keys given twice, wrong types and another apiVersion or kind are errors with line and
// field. One thread per call.
#pragma once

#include <memory>
#include <string_view>

#include <berth/args.h>

#include "core/base/symbol.hpp"
#include "core/settings/args/args.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

struct DocumentType {
    std::string_view api_version;  // empty: not looked at
    std::string_view kind;
    const berth_args_schema& schema;
};

// Null if anything was wrong; the report says what.
[[nodiscard]] std::shared_ptr<const Args> decode_document(std::string_view text,
                                                          std::string_view file,
                                                          const DocumentType& type,
                                                          base::SymbolTable* symbols,
                                                          Report& report);

}  // namespace berth::settings
