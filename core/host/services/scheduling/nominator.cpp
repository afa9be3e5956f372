#include <algorithm>

#include "core/host/host_record.hpp"
#include "core/host/services/draft/ask.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

const queue::Nominator* nominator_of(const berth_host* host) {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? nullptr : record->context().nominator();
}

Scheduling* scheduling_of(const berth_host* host) {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? nullptr : record->context().scheduling();
}

std::uint32_t pods(const berth_host* host, berth_str node_name, const berth_pod** out,
                   std::uint32_t room) noexcept {
    return answer(std::uint32_t{0}, [&]() -> std::uint32_t {
        const queue::Nominator* const nominator = nominator_of(host);
        if (nominator == nullptr) {
            return 0;
        }
        const auto found = nominator->pods_for_node(view_of(node_name));
        const std::size_t told = out == nullptr ? 0 : std::min<std::size_t>(found.size(), room);
        for (std::size_t i = 0; i < told; ++i) {
            out[i] = &found[i]->view;
        }
        return static_cast<std::uint32_t>(found.size());
    });
}

berth_str node(const berth_host* host, berth_str pod_uid) noexcept {
    return answer(berth_str{nullptr, 0}, [&] {
        const queue::Nominator* const nominator = nominator_of(host);
        return nominator == nullptr ? berth_str{nullptr, 0}
                                    : str_of(nominator->node_of(view_of(pod_uid)));
    });
}

std::int32_t add(const berth_host* host, const berth_pod* pod, berth_str node_name) noexcept {
    return answer(std::int32_t{BERTH_ERROR}, [&]() -> std::int32_t {
        Scheduling* const scheduling = scheduling_of(host);
        const bool added = scheduling != nullptr && pod != nullptr &&
                           scheduling->nominate(*pod, view_of(node_name));
        return added ? BERTH_SUCCESS : BERTH_ERROR;
    });
}

void remove(const berth_host* host, berth_str pod_uid) noexcept {
    static_cast<void>(answer(0, [&] {
        if (Scheduling* const scheduling = scheduling_of(host); scheduling != nullptr) {
            scheduling->end_nomination(view_of(pod_uid));
        }
        return 0;
    }));
}

std::uint64_t clear(const berth_host* host, const berth_subject* pod,
                    const berth_done* done) noexcept {
    return answer(std::uint64_t{0}, [&]() -> std::uint64_t {
        Scheduling* const scheduling = scheduling_of(host);
        if (scheduling == nullptr || pod == nullptr || pod->struct_size < sizeof(berth_subject)) {
            return 0;
        }
        return ask(host, done, [&](const Context&, access::ReplyDone arrival) {
            scheduling->clear_nomination(
                {std::string(view_of(pod->namespace_name)), std::string(view_of(pod->name)),
                 std::string(view_of(pod->uid))},
                std::move(arrival));
        });
    });
}

}  // namespace

const berth_nominator_v1* nominator() {
    static constexpr berth_nominator_v1 kTable{
        sizeof(berth_nominator_v1), 0, pods, node, add, remove, clear};
    return &kTable;
}

}  // namespace berth::host::services
