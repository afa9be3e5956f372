// EventsToRegister: the trampolines of events() and of the hints; see registration.h.
#pragma once

#include <berth/sdk/plugin/answer.h>
#include <berth/sdk/points/registration.h>

namespace berth::detail {

BERTH_DETAIL_MEMBER(events);

struct EventsPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_EVENTS_V1);

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_events::exists<T>) {
            static_assert(
                requires(const T& self) {
                    { self.events() } -> std::convertible_to<Events>;
                },
                "berth: events must be public and const (or static): berth::Events events() const");
            return true;
        }
        return false;
    }

    // Right after construction, where it may still throw.
    template <class T>
    static void prepare(Instance<T>& self) {
        self.events = std::as_const(self.plugin).events();
        for (const Registration& one : self.events) {
            self.wire.push_back({
                .struct_size = sizeof(berth_event_registration),
                .resource = static_cast<std::uint32_t>(one.resource),
                .actions = static_cast<std::uint64_t>(one.actions),
                .hinted = one.ask != nullptr ? 1u : 0u,
                .reserved = 0,
                .custom = str(one.custom),
            });
        }
    }

    template <class T>
    static berth_array registrations(berth_plugin* table) noexcept {
        const Instance<T>& self = instance<T>(table);
        return {self.wire.data(), static_cast<std::uint32_t>(self.wire.size()),
                sizeof(berth_event_registration)};
    }

    template <class T>
    static std::int32_t hint(berth_plugin* table, std::uint32_t number, const berth_event* raw,
                             const berth_pod* const* pods, std::uint32_t count,
                             std::uint8_t* verdicts) noexcept {
        const Instance<T>& self = instance<T>(table);
        if (number >= self.events.size() || self.events[number].ask == nullptr) {
            return BERTH_ERROR;
        }
        const Registration::Hint ask = self.events[number].ask;
        const Event event(raw);
        for (std::uint32_t i = 0; i < count; ++i) {
            try {
                const bool wake = ask(&self.plugin, Pod(pods[i]), event);
                verdicts[i] = wake ? BERTH_QUEUE : BERTH_QUEUE_SKIP;
            } catch (...) {
                verdicts[i] = BERTH_QUEUE;
            }
        }
        return BERTH_SUCCESS;
    }

    template <class T>
    static constexpr berth_events_v1 kTable = {sizeof(berth_events_v1), 0, &registrations<T>,
                                               &hint<T>};
};

}  // namespace berth::detail
