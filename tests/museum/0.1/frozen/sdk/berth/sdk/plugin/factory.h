// From a plugin class to its berth_factory.
#pragma once

#include <memory>

#include <berth/sdk/args/decode.h>
#include <berth/sdk/args/schema.h>
#include <berth/sdk/plugin/barrier.h>
#include <berth/sdk/plugin/instance.h>
#include <berth/sdk/plugin/plugin.h>
#include <berth/sdk/points/all.h>

namespace berth::detail {

BERTH_DETAIL_MEMBER(validate);

template <class T>
constexpr bool is_schema_only = std::is_base_of_v<SchemaOnly<typename T::ArgsType>, T>;

// Inside a catch block: an exception as an error of the args.
inline void report(const berth_errors* raw) noexcept {
    try {
        throw;
    } catch (const ArgsError& thrown) {
        raw->add(raw, str(thrown.path()), str(thrown.what()));
    } catch (const std::exception& thrown) {
        raw->add(raw, {}, str(current_text(thrown)));
    } catch (...) {
        raw->add(raw, {}, str(kUnknownException));
    }
}

template <class T, class... Point>
struct Factory {
    using Args = typename T::ArgsType;
    static_assert(std::is_same_v<Args, NoArgs> || Described<Args>,
                  "berth: the args struct needs static constexpr auto describe()");
    static_assert(!std::is_final_v<T>,
                  "berth: a plugin class may not be final: the SDK looks at its members through a "
                  "class derived from it");

    static constexpr std::size_t kServed = [] {
        if constexpr (is_schema_only<T>) {
            return std::size_t{0};
        } else {
            return (std::size_t{Point::template served<T>()} + ... + 0);
        }
    }();

    static constexpr auto ids() {
        if constexpr (!is_schema_only<T>) {
            std::array<berth_str, kServed> served{};
            std::size_t i = 0;
            ((Point::template served<T>() ? void(served[i++] = Point::id) : void()), ...);
            return served;
        } else if constexpr (requires { T::points; }) {
            return T::points;
        } else {
            return std::array<berth_str, 0>{};
        }
    }
    static constexpr auto kIds = ids();

    static const void* table(berth_plugin*, berth_str id) noexcept {
        const void* found = nullptr;
        auto try_one = [&]<class P>(P) {
            if constexpr (P::template served<T>()) {
                if (text(P::id) == text(id)) {
                    found = &P::template kTable<T>;
                }
            }
        };
        (try_one(Point{}), ...);
        return found;
    }

    static void destroy(berth_plugin* self) noexcept { delete &instance<T>(self); }

    static std::int32_t create(const berth_host* host, const berth_args* raw, berth_plugin** out,
                               const berth_errors* errors) noexcept {
        static constexpr berth_plugin kFunctions = {sizeof(berth_plugin), 0, &table, &destroy};
        try {
            const Args args = decode_args<Args>(raw);
            auto made = std::make_unique<Instance<T>>(kFunctions, host, raw, args);
            if constexpr (EventsPoint::served<T>()) {
                EventsPoint::prepare<T>(*made);
            }
            *out = made.release();
            return BERTH_SUCCESS;
        } catch (...) {
            report(errors);
            return BERTH_ERROR;
        }
    }

    static std::int32_t validate(const berth_args* raw, const berth_errors* raw_errors) noexcept {
        try {
            Errors errors(raw_errors);
            const Args args = decode_args<Args>(raw);
            if constexpr (Member_validate::exists<Args>) {
                static_assert(
                    requires { args.validate(errors); },
                    "berth: validate of args must be: void validate(berth::Errors&) const");
                args.validate(errors);
            }
            return errors.any() ? BERTH_ERROR : BERTH_SUCCESS;
        } catch (...) {
            report(raw_errors);
            return BERTH_ERROR;
        }
    }

    static berth_factory make() {
        berth_factory made{};
        made.struct_size = sizeof(berth_factory);
        made.name = str(T::name);
        if constexpr (requires { T::flags; }) {
            made.flags = T::flags;
        }
        if constexpr (requires { T::summary; }) {
            made.summary = str(T::summary);
        }
        if constexpr (Described<Args>) {
            static const std::unique_ptr<Schema> schema = Schema::of(Args{});
            made.args = schema->raw();
            made.validate = &validate;
        }
        if constexpr (!is_schema_only<T>) {
            made.create = &create;
        }
        made.points = {kIds.data(), static_cast<std::uint32_t>(kIds.size()), sizeof(berth_str)};
        return made;
    }

    // Null where there is no memory for it.
    static const berth_factory* get() noexcept {
        try {
            static const berth_factory factory = make();
            return &factory;
        } catch (...) {
            return nullptr;
        }
    }
};

}  // namespace berth::detail
