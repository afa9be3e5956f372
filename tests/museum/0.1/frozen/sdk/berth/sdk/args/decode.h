// The host's value tree into an args struct. Throws ArgsError where a value does not fit.
#pragma once

#include <berth/sdk/args/values.h>

namespace berth::detail {

template <class T>
void decode(const berth_value& value, T& out, const Path& path);

template <class T>
void decode_list(const berth_value& value, T& out, const Path& path) {
    expect(value, BERTH_KIND_LIST, path);
    out.clear();
    for (const berth_value& item : List<berth_value>(value.items)) {
        typename T::value_type one{};
        decode(item, one, Path{&path, {}, static_cast<std::int64_t>(out.size())});
        out.push_back(std::move(one));
    }
}

inline const berth_value* member(const berth_value& object, std::string_view name) noexcept {
    for (const berth_member& one : List<berth_member>(object.members)) {
        if (text(one.name) == name) {
            return one.value;
        }
    }
    return nullptr;
}

// A member that is absent, or unknown to that version, keeps its initialiser.
template <class T>
void decode_object(const berth_value& value, T& out, const Path& path) {
    expect(value, BERTH_KIND_OBJECT, path);
    static constexpr auto described = T::describe();
    described.each([&]<auto Member>(const FieldRules& rules) {
        if (const berth_value* found = member(value, rules.name)) {
            decode(*found, out.*Member, Path{&path, rules.name});
        }
    });
}

template <class T>
void decode(const berth_value& value, T& out, const Path& path) {
    using Plain = typename Unwrapped<T>::Type;
    constexpr std::uint32_t kind = KindOf<Plain>::kind;
    if constexpr (Unwrapped<T>::optional) {
        out.reset();
        if (value.kind != BERTH_KIND_NULL) {
            decode(value, out.emplace(), path);
        }
    } else if constexpr (kind == BERTH_KIND_ANY) {
        out.text.clear();
        write_value(out.text, value);
    } else if (value.kind == BERTH_KIND_NULL) {
        return;
    } else if constexpr (kind == BERTH_KIND_BOOL) {
        expect(value, BERTH_KIND_BOOL, path);
        out = value.integer != 0;
    } else if constexpr (kind == BERTH_KIND_INT) {
        decode_integer(value, out, path);
    } else if constexpr (kind == BERTH_KIND_DOUBLE) {
        expect(value, BERTH_KIND_DOUBLE, path);
        out = static_cast<T>(value.number);
    } else if constexpr (std::is_enum_v<T>) {
        decode_enum(value, out, path);
    } else if constexpr (kind == BERTH_KIND_STRING) {
        expect(value, BERTH_KIND_STRING, path);
        out = text(value.text);
    } else if constexpr (kind == BERTH_KIND_DURATION) {
        decode_duration(value, out, path);
    } else if constexpr (kind == BERTH_KIND_QUANTITY) {
        expect(value, BERTH_KIND_QUANTITY, path);
        out = {value.integer, std::string(text(value.text))};
    } else if constexpr (kind == BERTH_KIND_LIST) {
        decode_list(value, out, path);
    } else if constexpr (kind == BERTH_KIND_STRING_MAP) {
        expect(value, BERTH_KIND_STRING_MAP, path);
        out.clear();
        for (const berth_member& one : List<berth_member>(value.members)) {
            out[std::string(text(one.name))] = text(one.value->text);
        }
    } else if constexpr (kind == BERTH_KIND_NODE_AFFINITY) {
        expect(value, BERTH_KIND_NODE_AFFINITY, path);
        out = T(static_cast<const berth_node_affinity*>(value.typed));
    } else if constexpr (kind == BERTH_KIND_LABEL_SELECTOR) {
        expect(value, BERTH_KIND_LABEL_SELECTOR, path);
        out = T(static_cast<const berth_selector*>(value.typed));
    } else {
        decode_object(value, out, path);
    }
}

// The args of a plugin; without any, the initialisers.
template <class Args>
Args decode_args(const berth_args* raw) {
    Args args{};
    if constexpr (Described<Args>) {
        if (raw != nullptr && raw->root != nullptr) {
            decode(*raw->root, args, Path{});
        }
    }
    return args;
}

}  // namespace berth::detail
