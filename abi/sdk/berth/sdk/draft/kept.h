// What a plugin keeps: a column of cells, one per node, and bytes for its next build.
//
//   using Cell = Usage;                      // at most 256 bytes, moved by the host as bytes
//   static constexpr Action column_reads = Action::update_node_annotation;
//   void fill_cell(const Node&, Cell&) const;          // between cycles, when the node changes
//   Cells<Usage> cells(host)                           // in the constructor; cells_[call][row]
//
//   static constexpr std::uint32_t state_version = 2, oldest_state = 1;
//   std::string save_state() const;
//   void load_state(std::uint32_t version, std::string_view bytes);
#pragma once

#include <berth/draft/ext/column.h>
#include <berth/draft/ext/state.h>
#include <berth/sdk/plugin/answer.h>
#include <berth/sdk/points/draft_names.h>

namespace berth {

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

private:
    const berth_host* host_;
    const berth_host_column_v1* table_;
};

namespace detail {

struct ColumnPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_COLUMN_V1);

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_fill_cell::exists<T>) {
            static_assert(
                requires(const T& self, const Node& node, typename T::Cell& cell) {
                    self.fill_cell(node, cell);
                },
                "berth: fill_cell must be public and const: void fill_cell(const Node&, Cell&) "
                "const, with a type Cell in the class");
            static_assert(std::is_trivially_copyable_v<typename T::Cell> &&
                              std::is_trivially_destructible_v<typename T::Cell> &&
                              sizeof(typename T::Cell) <= 256,
                          "berth: a Cell is trivially copyable and at most 256 bytes");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t fill(berth_plugin* table, const berth_node* node, void* cell) noexcept {
        try {
            std::as_const(instance<T>(table).plugin)
                .fill_cell(Node(node), *static_cast<typename T::Cell*>(cell));
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

struct SavedStatePoint {
    static constexpr berth_str id = BERTH_STR(BERTH_STATE_V1);

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_save_state::exists<T> || Member_load_state::exists<T>) {
            static_assert(
                requires(T& self, const T& same, std::string_view bytes) {
                    { same.save_state() } -> std::convertible_to<std::string>;
                    self.load_state(std::uint32_t{}, bytes);
                    std::uint32_t{T::state_version};
                    std::uint32_t{T::oldest_state};
                },
                "berth: std::string save_state() const, void load_state(std::uint32_t version, "
                "std::string_view bytes), state_version and oldest_state come together");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t save(berth_plugin* table, const berth_bytes_out* out) noexcept {
        try {
            const std::string bytes = std::as_const(instance<T>(table).plugin).save_state();
            out->write(out, str(bytes));
            return BERTH_SUCCESS;
        } catch (...) {
            return BERTH_ERROR;
        }
    }
    template <class T>
    static std::int32_t load(berth_plugin* table, std::uint32_t version, berth_str bytes) noexcept {
        try {
            instance<T>(table).plugin.load_state(version, text(bytes));
            return BERTH_SUCCESS;
        } catch (...) {
            return BERTH_ERROR;
        }
    }

    template <class T>
    static constexpr std::uint32_t flags() {
        if constexpr (requires { T::state_holds_reservations; }) {
            return T::state_holds_reservations ? BERTH_STATE_HOLDS_RESERVATIONS : 0;
        }
        return 0;
    }

    template <class T>
    static constexpr berth_state_v1 kTable = {sizeof(berth_state_v1), flags<T>(), T::state_version,
                                              T::oldest_state,        &save<T>,   &load<T>};
};

}  // namespace detail
}  // namespace berth
