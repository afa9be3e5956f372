#include "tests/unit/sdk/fake_args.hpp"

namespace berth::test {

FakeArgs::FakeArgs() {
    args_.struct_size = sizeof(berth_args);
    args_.version = BERTH_CONFIG_V1;
    args_.json = keep("{}");
    args_.profile = keep("default-scheduler");
}

berth_str FakeArgs::keep(std::string_view text) {
    const std::string& kept = texts_.emplace_back(text);
    return {kept.data(), kept.size()};
}

berth_value& FakeArgs::add(std::uint32_t kind) {
    berth_value& value = values_.emplace_back();
    value.struct_size = sizeof(berth_value);
    value.kind = kind;
    return value;
}

FakeArgs::Value FakeArgs::null() {
    return &add(BERTH_KIND_NULL);
}

FakeArgs::Value FakeArgs::boolean(bool value) {
    berth_value& made = add(BERTH_KIND_BOOL);
    made.integer = value ? 1 : 0;
    return &made;
}

FakeArgs::Value FakeArgs::integer(std::int64_t value) {
    berth_value& made = add(BERTH_KIND_INT);
    made.integer = value;
    return &made;
}

FakeArgs::Value FakeArgs::number(double value) {
    berth_value& made = add(BERTH_KIND_DOUBLE);
    made.number = value;
    return &made;
}

FakeArgs::Value FakeArgs::text(std::string_view value) {
    berth_value& made = add(BERTH_KIND_STRING);
    made.text = keep(value);
    return &made;
}

FakeArgs::Value FakeArgs::duration(std::int64_t ns) {
    berth_value& made = add(BERTH_KIND_DURATION);
    made.integer = ns;
    return &made;
}

FakeArgs::Value FakeArgs::quantity(std::int64_t value, std::string_view canonical) {
    berth_value& made = add(BERTH_KIND_QUANTITY);
    made.integer = value;
    made.text = keep(canonical);
    return &made;
}

FakeArgs::Value FakeArgs::list(std::vector<Value> items) {
    auto& copies = items_.emplace_back();
    for (Value item : items) {
        copies.push_back(*item);
    }
    berth_value& made = add(BERTH_KIND_LIST);
    made.items = {copies.data(), static_cast<std::uint32_t>(copies.size()), sizeof(berth_value)};
    return &made;
}

FakeArgs::Value FakeArgs::object(const std::vector<Member>& members, std::uint32_t kind) {
    auto& copies = members_.emplace_back();
    for (const Member& member : members) {
        copies.push_back({keep(member.name), member.value});
    }
    berth_value& made = add(kind);
    made.members = {copies.data(), static_cast<std::uint32_t>(copies.size()), sizeof(berth_member)};
    return &made;
}

FakeArgs::Value FakeArgs::typed(std::uint32_t kind, const void* view) {
    berth_value& made = add(kind);
    made.typed = view;
    return &made;
}

void FakeArgs::set(std::string_view name, Value value) {
    root_.push_back({name, value});
}

const berth_args* FakeArgs::raw() {
    args_.root = object(root_);
    return &args_;
}

}  // namespace berth::test
