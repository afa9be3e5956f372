// describe: what `berth plugin list` shows of the plugins of a registry.
//
// Made from factories alone: no instance is needed. Plain values: any thread.
#pragma once

#include <string>
#include <vector>

#include "core/host/registry.hpp"

namespace berth::host {

struct ArgDescription {
    std::string name;           // a path: "scoringStrategy.resources[].weight"
    std::string type;           // "integer", "list of object", "LeastAllocated | MostAllocated"
    std::string default_value;  // as JSON; empty: none
    std::string versions;       // empty: all of them; else "v1beta3, v1"
    std::string range;          // "0 … 100"; empty: any
    bool required = false;
    std::string summary;
};

struct PluginDescription {
    std::string name;
    std::string version;
    std::string vendor;
    std::string file;  // "built in", or the library
    std::string summary;
    bool ready = true;                // false: known, but not built in yet
    std::vector<std::string> points;  // as in a profile's plugins: "preFilter"
    std::vector<ArgDescription> args;
};

// In order of name; a name that several profiles have from different files comes once for each.
[[nodiscard]] std::vector<PluginDescription> describe(const Registry& registry);

enum class ListFormat : std::uint8_t { kText, kJson };
[[nodiscard]] std::string print(const std::vector<PluginDescription>& plugins, ListFormat format);

}  // namespace berth::host
