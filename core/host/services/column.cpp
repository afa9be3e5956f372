#include "core/framework/snapshot_view.hpp"
#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

framework::PluginInstance* instance_of(const berth_host* host) {
    const HostRecord* const record = HostRecord::of(host);
    return record == nullptr ? nullptr : record->instance();
}

const void* cells(const berth_host* host, const berth_call*) noexcept {
    const void* const none = nullptr;
    return answer(none, [&] {
        const void* found = nullptr;
        const framework::PluginInstance* const instance = instance_of(host);
        if (instance != nullptr) {
            static_cast<void>(HostRecord::of(host)->context().with_snapshot(
                [&](framework::SnapshotView& snapshot) { found = snapshot.cells(*instance); }));
        }
        return found;
    });
}

void refill(const berth_host* host, berth_str node_name) noexcept {
    static_cast<void>(answer(false, [&] {
        framework::PluginInstance* const instance = instance_of(host);
        if (instance != nullptr && instance->tables.column) {
            instance->column_requests.ask(view_of(node_name));
        }
        return true;
    }));
}

}  // namespace

const berth_host_column_v1* column() {
    static constexpr berth_host_column_v1 kTable{sizeof(berth_host_column_v1), 0, cells, refill};
    return &kTable;
}

}  // namespace berth::host::services
