#include "core/framework/snapshot_view.hpp"

namespace berth::framework {
namespace {

const berth_node* node_of(const berth_nodes* self, std::uint32_t row) {
    return static_cast<const SnapshotView*>(self->host_data)->node(row);
}

}  // namespace

berth_nodes SnapshotView::range(std::uint32_t begin, std::uint32_t count) const {
    berth_nodes set{};
    set.struct_size = sizeof(set);
    set.count = count;
    set.begin = begin;
    set.snapshot_rows = rows();
    set.columns = &columns();
    set.host_data = const_cast<SnapshotView*>(this);  // node_of makes it const again
    set.node = node_of;
    return set;
}

berth_nodes SnapshotView::list(std::span<const std::uint32_t> rows_of_set) const {
    berth_nodes set = range(0, static_cast<std::uint32_t>(rows_of_set.size()));
    static constexpr std::uint32_t kNone = 0;
    set.rows = rows_of_set.empty() ? &kNone : rows_of_set.data();
    return set;
}

}  // namespace berth::framework
