#include "core/cache/image_states.hpp"

#include <algorithm>
#include <functional>
#include <mutex>

#include "core/model/node.hpp"

namespace berth::cache {

std::uint32_t ImageState::nodes_at(std::uint64_t number) const {
    const auto after =
        std::upper_bound(history.begin(), history.end(), number,
                         [](std::uint64_t n, const Count& count) { return n < count.number; });
    return after == history.begin() ? history.front().nodes : std::prev(after)->nodes;
}

void ImageState::counted(std::uint64_t number) {
    if (!history.empty() && history.back().number == number) {
        history.back().nodes = node_count;
    } else {
        history.push_back({number, node_count});
    }
    const std::size_t size = history.size();
    if (size > 1 && history[size - 2].nodes == node_count) {
        history.pop_back();
    }
}

void ImageStates::add(NodeInfo& node, std::uint64_t number, std::span<NodeInfo* const> rows) {
    for (const model::ContainerImage& image : node.node_->images) {
        for (const std::string& name : image.names) {
            add_name(node, name, image.size_bytes);
        }
    }
    for (ImageState* state : node.images_) {
        state->last_added = nullptr;
        state->counted(number);
        prune(*state, rows);
    }
    std::sort(node.images_.begin(), node.images_.end(), std::less<>());
}

void ImageStates::add_name(NodeInfo& node, const std::string& name, std::int64_t size) {
    const auto [entry, is_new] = states_.try_emplace(name);
    ImageState& state = entry->second;
    if (is_new) {
        state.name = &entry->first;
        state.size_bytes = size;
    } else if (state.last_added == &node) {
        return;
    }
    state.last_added = &node;
    ++state.node_count;
    node.images_.push_back(&state);
    if (state.columns && node.row_ != BERTH_NO_ROW) {
        state.columns->present[node.row_] = 1;
    }
}

void ImageStates::remove(NodeInfo& node, std::uint64_t number, std::span<NodeInfo* const> rows) {
    for (ImageState* state : node.images_) {
        if (--state->node_count == 0) {
            erase(*state);
            continue;
        }
        state->counted(number);
        prune(*state, rows);
        if (state->columns && node.row_ != BERTH_NO_ROW) {
            state->columns->present[node.row_] = 0;
        }
    }
    node.images_.clear();
}

void ImageStates::erase(ImageState& state) {
    if (state.columns) {
        std::erase(with_columns_, &state);
    }
    states_.erase(states_.find(*state.name));
}

bool ImageStates::has(const NodeInfo& node, ImageState* state) {
    return std::binary_search(node.images_.begin(), node.images_.end(), state, std::less<>());
}

const berth_image* ImageStates::request(std::string_view name, std::span<NodeInfo* const> rows,
                                        std::uint64_t number, std::uint64_t changes) {
    const auto found = states_.find(name);
    if (found == states_.end()) {
        return nullptr;
    }
    ImageState& state = found->second;
    {
        const std::shared_lock lock(requests_);
        if (state.columns && state.columns->ready_for == changes) {
            state.columns->requested_in.store(number, std::memory_order_relaxed);
            return &state;
        }
    }
    const std::unique_lock lock(requests_);
    if (!state.columns || state.columns->ready_for != changes) {
        prepare(state, rows);
        state.columns->ready_for = changes;
    }
    state.columns->requested_in.store(number, std::memory_order_relaxed);
    return &state;
}

void ImageStates::prepare(ImageState& state, std::span<NodeInfo* const> rows) {
    if (!state.columns) {
        make_columns(state, rows);
        with_columns_.push_back(&state);
    }
    state.present = state.columns->present.data();
    if (state.history.size() == 1) {
        state.node_counts = nullptr;
    } else {
        count_rows(state, rows);
    }
}

void ImageStates::make_columns(ImageState& state, std::span<NodeInfo* const> rows) {
    state.columns = std::make_unique<ImageColumns>();
    state.columns->present.reset(static_cast<std::uint32_t>(rows.size()));
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        state.columns->present[row] = has(*rows[row], &state) ? 1 : 0;
    }
}

void ImageStates::count_rows(ImageState& state, std::span<NodeInfo* const> rows) {
    AlignedColumn<std::uint32_t>& nodes = state.columns->nodes;
    nodes.reset(static_cast<std::uint32_t>(rows.size()));
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
        if (state.columns->present[row] != 0) {
            nodes[row] = state.nodes_at(rows[row]->seen_in_);
        }
    }
    state.node_counts = nodes.data();
}

// Of a long history, drops what lies before the oldest row that has the image.
void ImageStates::prune(ImageState& state, std::span<NodeInfo* const> rows) {
    if (state.history.size() < state.prune_at) {
        return;
    }
    std::uint64_t oldest = state.history.back().number;
    for (const NodeInfo* node : rows) {
        if (has(*node, &state)) {
            oldest = std::min(oldest, node->seen_in_);
        }
    }
    const auto needed =
        std::find_if(state.history.begin() + 1, state.history.end(),
                     [&](const ImageState::Count& count) { return count.number > oldest; });
    state.history.erase(state.history.begin(), needed - 1);
    state.prune_at = std::max(ImageState::kLongHistory, state.history.size() * 2);
}

void ImageStates::gather(std::span<const std::uint32_t> from, std::span<NodeInfo* const> rows) {
    for (ImageState* state : with_columns_) {
        state->columns->present.gather(from);
        state->columns->ready_for = 0;
        for (std::uint32_t row = 0; row < from.size(); ++row) {
            if (from[row] == BERTH_NO_ROW && has(*rows[row], state)) {
                state->columns->present[row] = 1;
            }
        }
    }
}

void ImageStates::trim(std::uint64_t number) {
    if (with_columns_.size() <= kMostColumns) {
        return;
    }
    std::erase_if(with_columns_, [number](ImageState* state) {
        if (state->columns->requested_in + kColumnLife >= number) {
            return false;
        }
        state->columns.reset();
        state->present = nullptr;
        state->node_counts = nullptr;
        return true;
    });
}

}  // namespace berth::cache
