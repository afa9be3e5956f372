// Placement<Group>: how many pods of each group are on each node.
//
// A group has `std::vector<Place<Group>> places`, one for each node that has some of its pods; the
// two sides point at each other, so that adding and removing costs as much as the node has groups.
// Groups and NodeInfos outlive their pods here. Scheduling thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/base/assert.hpp"
#include "core/cache/node_info.hpp"

namespace berth::index {

template <typename Group>
struct Cell {
    Group* group = nullptr;
    std::uint32_t pods = 0;
    std::uint32_t place = 0;  // in group->places
};

template <typename Group>
struct GroupsOfNode {
    const cache::NodeInfo* info = nullptr;
    std::vector<Cell<Group>> cells;
};

template <typename Group>
struct Place {
    GroupsOfNode<Group>* node = nullptr;
    std::uint32_t cell = 0;

    [[nodiscard]] const cache::NodeInfo& info() const { return *node->info; }
    [[nodiscard]] std::uint32_t pods() const { return node->cells[cell].pods; }
};

template <typename Group>
class Placement {
public:
    void add(Group& group, const cache::NodeInfo& info) {
        GroupsOfNode<Group>& node = nodes_[&info];
        node.info = &info;
        const auto known = find(node, group);
        if (known != node.cells.end()) {
            ++known->pods;
            return;
        }
        const auto place = static_cast<std::uint32_t>(group.places.size());
        group.places.push_back({&node, static_cast<std::uint32_t>(node.cells.size())});
        node.cells.push_back({&group, 1, place});
    }

    void remove(Group& group, const cache::NodeInfo& info) {
        const auto at = nodes_.find(&info);
        BERTH_ASSERT(at != nodes_.end());
        GroupsOfNode<Group>& node = at->second;
        const auto cell = find(node, group);
        BERTH_ASSERT(cell != node.cells.end());
        if (--cell->pods != 0) {
            return;
        }
        take_out(group, cell->place);
        if (cell != node.cells.end() - 1) {
            *cell = node.cells.back();
            cell->group->places[cell->place].cell =
                static_cast<std::uint32_t>(cell - node.cells.begin());
        }
        node.cells.pop_back();
        if (node.cells.empty()) {
            nodes_.erase(at);
        }
    }

private:
    static auto find(GroupsOfNode<Group>& node, const Group& group) {
        return std::find_if(node.cells.begin(), node.cells.end(),
                            [&](const Cell<Group>& cell) { return cell.group == &group; });
    }

    static void take_out(Group& group, std::uint32_t place) {
        const Place<Group> last = group.places.back();
        group.places[place] = last;
        last.node->cells[last.cell].place = place;
        group.places.pop_back();
    }

    std::unordered_map<const cache::NodeInfo*, GroupsOfNode<Group>> nodes_;
};

}  // namespace berth::index
