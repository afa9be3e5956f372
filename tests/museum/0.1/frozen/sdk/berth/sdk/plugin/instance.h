// A plugin object as the host sees it: the C table in front, its Host and the author's object
// behind.
#pragma once

#include <vector>

#include <berth/entry.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/points/registration.h>

namespace berth::detail {

template <class T, class Args>
T construct(const Args& args, Host& host) {
    if constexpr (std::is_constructible_v<T, const Args&, Host&>) {
        return T(args, host);
    } else if constexpr (std::is_constructible_v<T, Host&>) {
        return T(host);
    } else if constexpr (std::is_constructible_v<T, const Args&> && !std::is_empty_v<Args>) {
        return T(args);
    } else {
        static_assert(std::is_default_constructible_v<T>,
                      "berth: a plugin has a public constructor (const Args&, Host&), (Host&), "
                      "(const Args&) or ()");
        return T();
    }
}

template <class T>
struct Instance : berth_plugin {
    Instance(const berth_plugin& functions, const berth_host* raw, const berth_args* raw_args,
             const typename T::ArgsType& args)
        : berth_plugin(functions), host(raw, raw_args), plugin(construct<T>(args, host)) {}

    Host host;
    T plugin;
    Events events;                               // what it registered, with its hints
    std::vector<berth_event_registration> wire;  // the same for the host
};

template <class T>
Instance<T>& instance(berth_plugin* self) noexcept {
    return *static_cast<Instance<T>*>(self);
}

}  // namespace berth::detail
