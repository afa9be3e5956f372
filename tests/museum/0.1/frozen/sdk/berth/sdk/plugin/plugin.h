// The base of every plugin class, and of one that is known by name and args only.
//
// A class has `static constexpr auto name`, optionally `summary` and `flags` (BERTH_FACTORY_…), a
// constructor (const Args&, Host&), (Host&), (const Args&) or (), and the members of the extension
// points that it serves, see berth/sdk/points/.
#pragma once

#include <array>

#include <berth/entry.h>
#include <berth/sdk/args/types.h>
#include <berth/sdk/host/host.h>

namespace berth {

template <class Derived, class Args = NoArgs>
class Plugin {
public:
    using ArgsType = Args;
    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;

protected:
    Plugin() = default;
    ~Plugin() = default;
};

// A plugin whose name and args are known but which is not built yet:
//
//   struct VolumeBinding : berth::SchemaOnly<VolumeBindingArgs> {
//       static constexpr auto name = "VolumeBinding";
//       static constexpr auto points = berth::points(BERTH_PRE_FILTER_V1, BERTH_FILTER_V1);
//   };
template <class Args = NoArgs>
struct SchemaOnly {
    using ArgsType = Args;
};

// Ids of tables.
template <std::size_t... N>
constexpr std::array<berth_str, sizeof...(N)> points(const char (&... id)[N]) {
    return {berth_str{id, N - 1}...};
}

}  // namespace berth
