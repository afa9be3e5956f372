// A JSON value as a plugin reads it: an object of a kind without a view of its own.
//
//   const JsonView object(custom.root);
//   for (std::size_t i = 0; i < object["zones"].size(); ++i) use(object["zones"][i]["name"].text());
//
// What is not there is null, and so is everything below it. Valid as long as the object's view.
#pragma once

#include <cstdint>
#include <string_view>

#include <berth/args.h>
#include <berth/sdk/view/list.h>

namespace berth {

class JsonView {
public:
    JsonView() = default;
    explicit JsonView(const berth_value* raw) noexcept : raw_(raw) {}
    const berth_value* raw() const noexcept { return raw_; }

    // BERTH_KIND_….
    std::uint32_t kind() const noexcept { return raw_ == nullptr ? BERTH_KIND_NULL : raw_->kind; }
    bool is_null() const noexcept { return kind() == BERTH_KIND_NULL; }
    explicit operator bool() const noexcept { return !is_null(); }

    // Of another kind each gives its zero.
    bool boolean() const noexcept { return kind() == BERTH_KIND_BOOL && raw_->integer != 0; }
    std::int64_t integer() const noexcept { return kind() == BERTH_KIND_INT ? raw_->integer : 0; }
    double number() const noexcept {
        return kind() == BERTH_KIND_DOUBLE ? raw_->number : static_cast<double>(integer());
    }
    // A string, or a number as it was written.
    std::string_view text() const noexcept {
        return raw_ == nullptr ? std::string_view() : berth::text(raw_->text);
    }

    // The items of a list.
    std::size_t size() const noexcept {
        return kind() == BERTH_KIND_LIST ? List<berth_value>(raw_->items).size() : 0;
    }
    JsonView operator[](std::size_t i) const noexcept {
        return i < size() ? JsonView(&List<berth_value>(raw_->items)[i]) : JsonView();
    }

    // The members of an object.
    List<berth_member> members() const noexcept {
        return kind() == BERTH_KIND_OBJECT ? List<berth_member>(raw_->members)
                                           : List<berth_member>();
    }
    JsonView operator[](std::string_view name) const noexcept {
        for (const berth_member& member : members()) {
            if (berth::text(member.name) == name) {
                return JsonView(member.value);
            }
        }
        return JsonView();
    }
    JsonView operator[](const char* name) const noexcept { return (*this)[std::string_view(name)]; }

    // The same kinds, texts and numbers, members in the same order.
    friend bool operator==(const JsonView& a, const JsonView& b) noexcept {
        if (a.kind() != b.kind() || a.size() != b.size() ||
            a.members().size() != b.members().size()) {
            return false;
        }
        if (a.text() != b.text() || a.boolean() != b.boolean()) {
            return false;
        }
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (!(a[i] == b[i])) {
                return false;
            }
        }
        const List<berth_member> members = a.members();
        const List<berth_member> others = b.members();
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (berth::text(members[i].name) != berth::text(others[i].name) ||
                !(JsonView(members[i].value) == JsonView(others[i].value))) {
                return false;
            }
        }
        return true;
    }

private:
    const berth_value* raw_ = nullptr;
};

}  // namespace berth
