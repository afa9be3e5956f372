// What a plugin keeps for its next build, as bytes.
//
//   static constexpr std::uint32_t state_version = 2, oldest_state = 1;
//   std::string save_state() const;
//   void load_state(std::uint32_t version, std::string_view bytes);
#pragma once

#include <berth/draft/ext/state.h>
#include <berth/sdk/plugin/answer.h>
#include <berth/sdk/points/draft_names.h>

namespace berth::detail {

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

}  // namespace berth::detail
