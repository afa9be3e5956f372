// Value trees as the host's configuration decoder makes them.
//
//   FakeArgs args; args.set("maxPods", args.integer(3)); factory->create(&host, args.raw(), …);
#pragma once

#include <berth/args.h>
#include <berth/testing/text.h>

namespace berth::test {

class FakeArgs {
public:
    using Value = const berth_value*;
    struct Member {
        std::string_view name;
        Value value;
    };

    FakeArgs();
    FakeArgs(const FakeArgs&) = delete;
    FakeArgs& operator=(const FakeArgs&) = delete;

    Value null();
    Value boolean(bool value);
    Value integer(std::int64_t value);
    Value number(double value);
    Value text(std::string_view value);
    Value duration(std::int64_t ns);
    Value quantity(std::int64_t value, std::string_view canonical);
    Value list(std::vector<Value> items);
    Value object(const std::vector<Member>& members, std::uint32_t kind = BERTH_KIND_OBJECT);
    Value typed(std::uint32_t kind, const void* view);

    void set(std::string_view name, Value value);
    const berth_args* raw();

private:
    berth_value& add(std::uint32_t kind);
    berth_str keep(std::string_view text);

    std::deque<std::string> texts_;
    std::deque<berth_value> values_;
    std::deque<std::vector<berth_value>> items_;
    std::deque<std::vector<berth_member>> members_;
    std::vector<Member> root_;
    berth_args args_{};
};

inline FakeArgs::FakeArgs() {
    args_.struct_size = sizeof(berth_args);
    args_.version = BERTH_CONFIG_V1;
    args_.json = keep("{}");
    args_.profile = keep("default-scheduler");
}

inline berth_str FakeArgs::keep(std::string_view text) {
    const std::string& kept = texts_.emplace_back(text);
    return {kept.data(), kept.size()};
}

inline berth_value& FakeArgs::add(std::uint32_t kind) {
    berth_value& value = values_.emplace_back();
    value.struct_size = sizeof(berth_value);
    value.kind = kind;
    return value;
}

inline FakeArgs::Value FakeArgs::null() {
    return &add(BERTH_KIND_NULL);
}

inline FakeArgs::Value FakeArgs::boolean(bool value) {
    berth_value& made = add(BERTH_KIND_BOOL);
    made.integer = value ? 1 : 0;
    return &made;
}

inline FakeArgs::Value FakeArgs::integer(std::int64_t value) {
    berth_value& made = add(BERTH_KIND_INT);
    made.integer = value;
    return &made;
}

inline FakeArgs::Value FakeArgs::number(double value) {
    berth_value& made = add(BERTH_KIND_DOUBLE);
    made.number = value;
    return &made;
}

inline FakeArgs::Value FakeArgs::text(std::string_view value) {
    berth_value& made = add(BERTH_KIND_STRING);
    made.text = keep(value);
    return &made;
}

inline FakeArgs::Value FakeArgs::duration(std::int64_t ns) {
    berth_value& made = add(BERTH_KIND_DURATION);
    made.integer = ns;
    return &made;
}

inline FakeArgs::Value FakeArgs::quantity(std::int64_t value, std::string_view canonical) {
    berth_value& made = add(BERTH_KIND_QUANTITY);
    made.integer = value;
    made.text = keep(canonical);
    return &made;
}

inline FakeArgs::Value FakeArgs::list(std::vector<Value> items) {
    auto& copies = items_.emplace_back();
    for (Value item : items) {
        copies.push_back(*item);
    }
    berth_value& made = add(BERTH_KIND_LIST);
    made.items = {copies.data(), static_cast<std::uint32_t>(copies.size()), sizeof(berth_value)};
    return &made;
}

inline FakeArgs::Value FakeArgs::object(const std::vector<Member>& members, std::uint32_t kind) {
    auto& copies = members_.emplace_back();
    for (const Member& member : members) {
        copies.push_back({keep(member.name), member.value});
    }
    berth_value& made = add(kind);
    made.members = {copies.data(), static_cast<std::uint32_t>(copies.size()), sizeof(berth_member)};
    return &made;
}

inline FakeArgs::Value FakeArgs::typed(std::uint32_t kind, const void* view) {
    berth_value& made = add(kind);
    made.typed = view;
    return &made;
}

inline void FakeArgs::set(std::string_view name, Value value) {
    root_.push_back({name, value});
}

inline const berth_args* FakeArgs::raw() {
    args_.root = object(root_);
    return &args_;
}

}  // namespace berth::test
