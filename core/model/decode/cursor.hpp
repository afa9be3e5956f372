// Cursor: a place in a document while it is decoded: the value, and how one got there. It checks
// kinds as Go's JSON decoding does, and turns what is wrong into errors with line and field path.
// Internal to core/model's decoders. One thread; lives on the stack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/model/pools.hpp"
#include "core/model/quantity.hpp"
#include "core/model/tree.hpp"

namespace berth::model {

// Of one object.
struct DecodeContext {
    Pools& pools;
    std::string_view file;
    std::string object;  // "Pod default/web-0"
    base::Errors& errors;
    std::size_t& unknown_fields;
    std::size_t failures = 0;
};

class Cursor {
public:
    Cursor(const Value& value, DecodeContext& context)
        : value_(value), context_(context), line_(value.line()), column_(value.column()) {}

    [[nodiscard]] const Value& value() const { return value_; }
    [[nodiscard]] DecodeContext& context() const { return context_; }
    [[nodiscard]] Pools& pools() const { return context_.pools; }
    [[nodiscard]] base::SymbolTable& symbols() const { return context_.pools.symbols; }
    // spec.containers[0].name
    [[nodiscard]] std::string path() const;

    void fail(std::string text) const;
    // "expected a string, found a number"
    void expected(std::string_view what) const;

    // Calls use(key, cursor) for each member that is not null; false from it means that nobody
    // reads that field. An error if this is no object.
    template <typename Use>
    void each_field(Use&& use) const {
        if (!value_.is_object()) {
            expected("an object");
            return;
        }
        for (const Member& member : value_.members()) {
            if (!member.value.is_null() && !use(member.key, Cursor(*this, member))) {
                ++context_.unknown_fields;
            }
        }
    }

    // As each_field for a map: nulls too, and every key is known.
    template <typename Use>
    void each_entry(Use&& use) const {
        if (!value_.is_object()) {
            expected("an object");
            return;
        }
        for (const Member& member : value_.members()) {
            use(member.key, Cursor(*this, member));
        }
    }

    template <typename Use>
    void each_item(Use&& use) const {
        if (!value_.is_array()) {
            expected("a list");
            return;
        }
        std::size_t index = 0;
        for (const Value& item : value_.items()) {
            use(Cursor(*this, item, index));
            ++index;
        }
    }

private:
    Cursor(const Cursor& parent, const Member& member)
        : value_(member.value),
          context_(parent.context_),
          parent_(&parent),
          key_(member.key),
          line_(member.value.line() != 0 ? member.value.line() : member.line),
          column_(member.value.line() != 0 ? member.value.column() : member.column) {}
    Cursor(const Cursor& parent, const Value& item, std::size_t index)
        : value_(item),
          context_(parent.context_),
          parent_(&parent),
          index_(index),
          line_(item.line()),
          column_(item.column()) {}

    const Value& value_;
    DecodeContext& context_;
    const Cursor* parent_ = nullptr;
    std::string_view key_;   // in an object
    std::size_t index_ = 0;  // in a list
    std::uint32_t line_;
    std::uint32_t column_;
};

// A null leaves the target as it is (it can only come as an item or a map's value).
void read(const Cursor& at, bool& out);
void read(const Cursor& at, std::int32_t& out);
void read(const Cursor& at, std::int64_t& out);
void read(const Cursor& at, std::string& out);
void read(const Cursor& at, base::Symbol& out);
void read(const Cursor& at, base::Time& out);
void read(const Cursor& at, Quantity& out);

template <typename T>
void read(const Cursor& at, std::optional<T>& out) {
    read(at, out.emplace());
}

template <typename T>
void read(const Cursor& at, std::vector<T>& out) {
    out.clear();
    at.each_item([&](const Cursor& item) {
        T& element = out.emplace_back();
        if (!item.value().is_null()) {
            read(item, element);
        }
    });
}

// Reads the field and says that it is known.
template <typename T>
bool take(const Cursor& at, T& out) {
    read(at, out);
    return true;
}

}  // namespace berth::model
