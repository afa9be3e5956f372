#include <string>

#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

// Who asks, and whom; instance is null where nobody can be asked.
struct Asked {
    const framework::PluginInstance* instance = nullptr;
    Scheduling* scheduling = nullptr;

    explicit Asked(const berth_host* host) {
        const HostRecord* const record = HostRecord::of(host);
        if (record != nullptr && record->context().scheduling() != nullptr) {
            instance = record->instance();
            scheduling = record->context().scheduling();
        }
    }
    explicit operator bool() const { return instance != nullptr; }
};

std::uint32_t list(const berth_host* host, std::uint64_t* cursor, const berth_waiting_pod** out,
                   std::uint32_t room) noexcept {
    return answer(std::uint32_t{0}, [&]() -> std::uint32_t {
        const Asked asked(host);
        return asked && cursor != nullptr && out != nullptr
                   ? asked.scheduling->waiting(asked.instance->name, *cursor, out, room)
                   : 0;
    });
}

const berth_waiting_pod* find(const berth_host* host, berth_str pod_uid) noexcept {
    const berth_waiting_pod* const none = nullptr;
    return answer(none, [&] {
        const Asked asked(host);
        return asked ? asked.scheduling->find_waiting(asked.instance->name, view_of(pod_uid))
                     : none;
    });
}

std::int32_t allow(const berth_host* host, std::uint64_t token) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&]() -> std::int32_t {
        const Asked asked(host);
        return asked && asked.scheduling->allow(asked.instance->name, token) ? BERTH_SUCCESS
                                                                             : BERTH_ERROR;
    });
}

template <HeldEnd End>
std::int32_t end(const berth_host* host, berth_str pod_uid, berth_str text) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&]() -> std::int32_t {
        const Asked asked(host);
        const bool ended =
            asked && asked.scheduling->end_held(End, view_of(pod_uid), asked.instance->name,
                                                std::string(view_of(text)));
        return ended ? BERTH_SUCCESS : BERTH_ERROR;
    });
}

}  // namespace

const berth_waiting_v1* waiting() {
    static constexpr berth_waiting_v1 kTable{sizeof(berth_waiting_v1),
                                             0,
                                             list,
                                             find,
                                             allow,
                                             end<HeldEnd::kReject>,
                                             end<HeldEnd::kPreempt>,
                                             end<HeldEnd::kCancel>};
    return &kTable;
}

}  // namespace berth::host::services
