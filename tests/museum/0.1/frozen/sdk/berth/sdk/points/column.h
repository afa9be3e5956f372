// A column of the plugin's own: one cell per node. Between cycles, on the scheduling thread.
//
//   using Cell = Usage;                      // at most 256 bytes, moved by the host as bytes
//   static constexpr Action column_reads = Action::update_node_annotation;
//   void fill_cell(const Node&, Cell&);      // then optionally Filling&; may be const
//   Cells<Usage> cells(host)                 // in the constructor; cells_[call][row]
//
// A cell is filled when its node appears or changes, at the time that the Filling was told, and
// when refill() asks for it. One that throws stays as it is.
#pragma once

#include <berth/ext/column.h>
#include <berth/sdk/plugin/answer.h>

namespace berth {

// When a cell is filled, and until when it holds.
class Filling {
public:
    Filling(std::int64_t now_ns, std::int64_t* until) noexcept : now_(now_ns), until_(until) {}
    // Wall clock.
    std::int64_t now_ns() const noexcept { return now_; }
    // From that wall time on the cell is out of date; the earliest one counts.
    void until(std::int64_t ns) noexcept {
        if (ns < *until_) {
            *until_ = ns;
        }
    }

private:
    std::int64_t now_;
    std::int64_t* until_;
};

// The reading side of a column; in a cycle.
template <class Cell>
class Cells {
public:
    explicit Cells(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_host_column_v1>(BERTH_HOST_COLUMN_V1)) {}
    // By row; valid for the cycle.
    const Cell* operator[](const Call& call) const noexcept {
        return static_cast<const Cell*>(table_->cells(host_, call.raw()));
    }
    // Fills the node's cell, or all cells, again before the next cycle. Scheduling thread.
    void refill(std::string_view node_name) const noexcept {
        if (!node_name.empty()) {
            table_->refill(host_, str(node_name));
        }
    }
    void refill_all() const noexcept { table_->refill(host_, {}); }

private:
    const berth_host* host_;
    const berth_host_column_v1* table_;
};

namespace detail {

BERTH_DETAIL_MEMBER(fill_cell);

struct ColumnPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_COLUMN_V1);

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_fill_cell::exists<T>) {
            static_assert(
                requires(T& self, const Node& node, typename T::Cell& cell, Filling& filling) {
                    self.fill_cell(node, cell, filling);
                } || requires(T& self, const Node& node,
                              typename T::Cell& cell) { self.fill_cell(node, cell); },
                "berth: fill_cell must be public and take (const Node&, Cell&), then optionally "
                "Filling&, with a type Cell in the class");
            static_assert(std::is_trivially_copyable_v<typename T::Cell> &&
                              std::is_trivially_destructible_v<typename T::Cell> &&
                              sizeof(typename T::Cell) <= 256,
                          "berth: a Cell is trivially copyable and at most 256 bytes");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t fill(berth_plugin* table, const berth_node* node, std::int64_t now_ns,
                             void* cell, std::int64_t* until) noexcept {
        try {
            T& plugin = instance<T>(table).plugin;
            auto& typed = *static_cast<typename T::Cell*>(cell);
            Filling filling(now_ns, until);
            if constexpr (requires { plugin.fill_cell(Node(node), typed, filling); }) {
                plugin.fill_cell(Node(node), typed, filling);
            } else {
                plugin.fill_cell(Node(node), typed);
            }
            return BERTH_SUCCESS;
        } catch (...) {
            return BERTH_ERROR;
        }
    }

    template <class T>
    static constexpr berth_column_v1 table_of() {
        return {sizeof(berth_column_v1), sizeof(typename T::Cell),
                static_cast<std::uint64_t>(T::column_reads), &fill<T>, nullptr};
    }

    template <class T>
    static constexpr berth_column_v1 kTable = table_of<T>();
};

}  // namespace detail
}  // namespace berth
