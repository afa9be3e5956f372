#include "core/framework/snapshot_view.hpp"
#include "core/host/host_record.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

// What ask(snapshot) says, or `otherwise` where no cycle runs.
template <typename Result, typename Ask>
Result from_snapshot(const berth_host* host, Result otherwise, Ask&& ask) noexcept {
    return answer(otherwise, [&] {
        Result result = otherwise;
        const HostRecord* const record = HostRecord::of(host);
        if (record != nullptr && !record->in_a_call()) {
            record->report("it asked for columns from a thread of its own");
        } else if (record != nullptr) {
            static_cast<void>(record->context().with_snapshot(
                [&](framework::SnapshotView& snapshot) { result = ask(snapshot); }));
        }
        return result;
    });
}

const berth_label_column* label(const berth_host* host, const berth_call*,
                                berth_symbol key) noexcept {
    const berth_label_column* const none = nullptr;
    return from_snapshot(host, none, [&](framework::SnapshotView& snapshot) {
        return snapshot.label(static_cast<base::Symbol>(key));
    });
}

std::uint32_t value_id(const berth_host* host, const berth_label_column* column,
                       berth_str text) noexcept {
    if (column == nullptr) {
        return 0;
    }
    return from_snapshot(host, std::uint32_t{0}, [&](framework::SnapshotView& snapshot) {
        return snapshot.value_id(column, view_of(text));
    });
}

const berth_resource_column* resource(const berth_host* host, const berth_call*,
                                      berth_symbol name) noexcept {
    const berth_resource_column* const none = nullptr;
    return from_snapshot(host, none, [&](framework::SnapshotView& snapshot) {
        return snapshot.resource(static_cast<base::Symbol>(name));
    });
}

const berth_image* image(const berth_host* host, const berth_call*, berth_str name) noexcept {
    const berth_image* const none = nullptr;
    return from_snapshot(host, none, [&](framework::SnapshotView& snapshot) {
        return snapshot.image(view_of(name));
    });
}

berth_array taint_sets(const berth_host* host, const berth_call*) noexcept {
    const berth_array none{nullptr, 0, sizeof(berth_taint_set)};
    return from_snapshot(host, none,
                         [](framework::SnapshotView& snapshot) { return snapshot.taint_sets(); });
}

std::uint32_t row(const berth_host* host, const berth_call*, berth_str node_name) noexcept {
    return from_snapshot(host, std::uint32_t{BERTH_NO_ROW}, [&](framework::SnapshotView& snapshot) {
        return snapshot.row_of(view_of(node_name));
    });
}

}  // namespace

const berth_columns_v1* columns() {
    static constexpr berth_columns_v1 kTable{
        sizeof(berth_columns_v1), 0, label, value_id, resource, image, taint_sets, row};
    return &kTable;
}

}  // namespace berth::host::services
