// The document of a configuration file: parsing, apiVersion and kind.
//
// As kube-scheduler, only the first document of a file is read, and an empty first document is
// refused. Internal to settings. One thread.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "core/model/tree.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/report.hpp"

namespace berth::settings {

struct ConfigurationDocument {
    std::shared_ptr<const model::Document> document;
    Version version = Version::kV1;
};

// The first document of a file that is read strictly; null if there
// is none. `expected` names what should stand there; `parsed` gets all documents, borrowed from.
[[nodiscard]] std::shared_ptr<const model::Document> first_document(std::string_view text,
                                                                    std::string_view file,
                                                                    std::string_view expected,
                                                                    model::Parsed& parsed,
                                                                    Report& report);

// Keys that come twice in one object.
void report_duplicates(const model::Document& document, Report& report);

// Nothing if the text holds no configuration of a known version; the report says why.
[[nodiscard]] std::optional<ConfigurationDocument> open_document(std::string_view text,
                                                                 std::string_view file,
                                                                 Report& report);

}  // namespace berth::settings
