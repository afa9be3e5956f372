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

// Nothing if the text holds no configuration of a known version; the report says why.
[[nodiscard]] std::optional<ConfigurationDocument> open_document(std::string_view text,
                                                                 std::string_view file,
                                                                 Report& report);

}  // namespace berth::settings
