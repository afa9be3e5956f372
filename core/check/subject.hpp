// Subject: what a test is given: the file, the plugin in it, its args, two clusters to try it on.
//
// Settings are made once; a Subject lives in one child process, on its one thread.
#pragma once

#include <string>
#include <vector>

#include <berth/entry.h>

#include "core/check/world.hpp"

namespace berth::check {

struct Settings {
    std::string file;       // of the library
    std::string args_json;  // the plugin's args as JSON; "": none, its defaults
    std::vector<const berth_entry*> built_in;
};

class Subject {
public:
    Subject(const Settings& given, World& small_world, World& large_world, std::string plugin_name)
        : settings(given), small(small_world), large(large_world), plugin(std::move(plugin_name)) {}

    const Settings& settings;
    World& small;        // some dozens of nodes
    World& large;        // 5,000 nodes
    std::string plugin;  // "": the test is of the file
};

}  // namespace berth::check
