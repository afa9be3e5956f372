// `berth config check FILE…` and `berth config print FILE`.
//
// They only read files and write to the streams given; exit statuses are the return values. One
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/settings/load.hpp"
#include "core/settings/plugin_catalog.hpp"
#include "core/settings/print.hpp"

namespace berth::cmd {

// The plugins that a file can use: the built-in ones and those of its libraries and directories.
struct OpenedCatalog {
    std::shared_ptr<const settings::PluginCatalog> catalog;
    base::Errors problems;  // libraries that could not be used
};
using OpenCatalog = std::function<OpenedCatalog(const settings::PluginSources& sources)>;

enum class ConfigOutput : std::uint8_t { kText, kJson };

// Says everything that is wrong with each file ("-": standard input). 1 if a file is not valid, or
// no scheduler starts with it; else 0. Of v1beta2 and v1beta3 files the latter is a warning: they
// come from schedulers that had plugins of their own.
[[nodiscard]] int config_check(const std::vector<std::string>& files, const OpenCatalog& open,
                               ConfigOutput output, std::ostream& out, std::ostream& err);

// Prints what the file means. 1 if it is not valid (the reasons go to `err`), else 0.
[[nodiscard]] int config_print(const std::string& file, const OpenCatalog& open,
                               settings::Stage stage, settings::Format format, std::ostream& out,
                               std::ostream& err);

}  // namespace berth::cmd
