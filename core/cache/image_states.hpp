// ImageStates: which images the nodes have, by name.
//
// As kube-scheduler's imageStates (pkg/scheduler/backend/cache/cache.go, v1.37.2): the size is that
// of the first node which reported the name. A node counts an image's nodes as they were at the
// snapshot that took in the node's last change, so the count may differ from row to row; a short
// history per image tells it. Owned by NodeTable; scheduling thread, but for request().
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <berth/host/columns.h>

#include "core/cache/aligned_column.hpp"
#include "core/cache/node_info.hpp"
#include "core/cache/text_map.hpp"

namespace berth::cache {

struct ImageColumns {
    AlignedColumn<std::uint8_t> present;
    AlignedColumn<std::uint32_t> nodes;
    std::uint64_t ready_for = 0;  // count of changes of the cache when they were right last
    std::atomic<std::uint64_t> requested_in{0};  // number of the snapshot of the last request
};

struct ImageState : berth_image {
    ImageState() : berth_image{} { struct_size = sizeof(berth_image); }

    // So many nodes had it at snapshot `number`, and until the next entry.
    struct Count {
        std::uint64_t number;
        std::uint32_t nodes;
    };
    std::vector<Count> history;             // by number, never empty
    const std::string* name = nullptr;      // its key
    const NodeInfo* last_added = nullptr;   // finds names that one node has twice
    std::unique_ptr<ImageColumns> columns;  // made at the first request

    std::size_t prune_at = kLongHistory;

    static constexpr std::size_t kLongHistory = 64;

    [[nodiscard]] std::uint32_t nodes_at(std::uint64_t number) const;
    // Tells the history that node_count has changed before snapshot `number`.
    void counted(std::uint64_t number);
};

class ImageStates {
public:
    // `number` is that of the next snapshot. The node's list must be empty before.
    void add(NodeInfo& node, std::uint64_t number, std::span<NodeInfo* const> rows);
    void remove(NodeInfo& node, std::uint64_t number, std::span<NodeInfo* const> rows);

    // Null where no node has the image. `changes`: how many changes the cache has seen. Any thread
    // while a cycle runs.
    [[nodiscard]] const berth_image* request(std::string_view name, std::span<NodeInfo* const> rows,
                                             std::uint64_t number, std::uint64_t changes);
    // Row i becomes what row from[i] was; new rows are filled from their nodes.
    void gather(std::span<const std::uint32_t> from, std::span<NodeInfo* const> rows);
    // Gives back the columns that nobody asked for lately, if there are many.
    void trim(std::uint64_t number);

private:
    static bool has(const NodeInfo& node, ImageState* state);
    void prepare(ImageState& state, std::span<NodeInfo* const> rows);
    static void make_columns(ImageState& state, std::span<NodeInfo* const> rows);
    static void count_rows(ImageState& state, std::span<NodeInfo* const> rows);
    static void prune(ImageState& state, std::span<NodeInfo* const> rows);
    void add_name(NodeInfo& node, const std::string& name, std::int64_t size);
    void erase(ImageState& state);

    std::shared_mutex requests_;  // orders requests of workers: columns are made by the first
    TextMap<ImageState> states_;
    std::vector<ImageState*> with_columns_;
};

}  // namespace berth::cache
