// Value trees as the host's configuration decoder makes them.
//
//   FakeArgs args; args.set("maxPods", args.integer(3)); factory->create(&host, args.raw(), …);
#pragma once

#include <deque>
#include <string>
#include <vector>

#include <berth/args.h>

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

}  // namespace berth::test
