// Printing a configuration as a file of its own.
//
// kDecoded: with defaults and merged plugin sets, multiPoint not expanded, in the file's version.
// kMerged: a v1 file that says for each extension point what runs there, in that order, with
// weights, and the args of what runs; loading it gives the same scheduler. Pure: any thread.
#pragma once

#include <cstdint>
#include <string>

#include "core/settings/configuration.hpp"

namespace berth::settings {

enum class Stage : std::uint8_t { kDecoded, kMerged };
enum class Format : std::uint8_t { kYaml, kJson };

[[nodiscard]] std::string print(const Configuration& configuration, Stage stage, Format format);

}  // namespace berth::settings
