// Writer: builds the tree of an object that is printed. Empty texts, lists and maps are left out,
// as Go's omitempty does. Internal to core/model's encoders. One thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/symbol.hpp"
#include "core/base/time.hpp"
#include "core/model/label_set.hpp"
#include "core/model/resources.hpp"
#include "core/model/text/tree_builder.hpp"

namespace berth::model {

class Writer {
public:
    explicit Writer(const base::SymbolTable& symbols)
        : builder_(std::make_shared<TreeStorage>()), symbols_(symbols) {}

    [[nodiscard]] const base::SymbolTable& symbols() const { return symbols_; }
    [[nodiscard]] Document take() { return builder_.take(); }

    // An object as the document, a list's item or, with a key, a field.
    template <typename Body>
    void object(Body&& body) {
        builder_.begin_object(0, 0);
        body();
        builder_.end_object();
    }
    template <typename Body>
    void object(std::string_view key, Body&& body) {
        name(key);
        object(body);
    }
    // One object for each element; nothing if there is none.
    template <typename T, typename Body>
    void list(std::string_view key, const std::vector<T>& items, Body&& body) {
        if (!items.empty()) {
            name(key);
            builder_.begin_array(0, 0);
            for (const T& item : items) {
                object([&] { body(item); });
            }
            builder_.end_array();
        }
    }

    void field(std::string_view key, std::string_view text);
    void field(std::string_view key, const char* text) { field(key, std::string_view(text)); }
    void field(std::string_view key, base::Symbol symbol) { field(key, symbols_.text(symbol)); }
    void field(std::string_view key, const Quantity& quantity);
    void field(std::string_view key, const std::vector<std::string>& texts);
    void field(std::string_view key, const std::vector<base::Symbol>& texts);
    // Also where it is empty.
    void text(std::string_view key, std::string_view text);
    void number(std::string_view key, std::int64_t value);
    void boolean(std::string_view key, bool value);
    void time(std::string_view key, base::Time time);
    void flag(std::string_view key, bool value) {
        if (value) {
            boolean(key, true);
        }
    }
    void number_unless_zero(std::string_view key, std::int64_t value) {
        if (value != 0) {
            number(key, value);
        }
    }
    template <typename T>
    void optional_number(std::string_view key, const std::optional<T>& value) {
        if (value) {
            number(key, *value);
        }
    }
    void labels(std::string_view key, std::span<const Label> labels);
    void resources(std::string_view key, const ResourceList& list);

private:
    void name(std::string_view key) { builder_.key(builder_.storage().keep(key), 0, 0); }

    TreeBuilder builder_;
    const base::SymbolTable& symbols_;
};

}  // namespace berth::model
