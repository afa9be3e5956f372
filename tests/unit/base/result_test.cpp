#include "core/base/result.hpp"

#include <doctest/doctest.h>

using namespace berth::base;

namespace {

Result<int> half(int value) {
    if (value % 2 != 0) {
        return fail(ErrorCode::kInvalid, "expected an even number");
    }
    return value / 2;
}

}  // namespace

TEST_CASE("error: the message names what is known, in order") {
    Error error;
    error.text = "expected a number, found a string";
    CHECK(error.message() == "expected a number, found a string");
    error.file = "pods.yaml";
    error.line = 12;
    error.column = 7;
    error.object = "Pod default/web";
    error.field = "spec.priority";
    CHECK(error.message() ==
          "pods.yaml:12:7: Pod default/web: spec.priority: expected a number, found a string");
    CHECK(wrap(error, "cannot read").message() ==
          "pods.yaml:12:7: Pod default/web: spec.priority: cannot read: expected a number, found "
          "a string");
}

TEST_CASE("error: context is added only where it is missing") {
    Error error = with_file(half(3).error(), "a.yaml");
    error = with_file(with_position(error, 3, 4), "b.yaml");
    error = with_position(error, 9, 9);
    CHECK(error.message() == "a.yaml:3:4: expected an even number");
}

TEST_CASE("error: field prefixes join with a dot or a bracket") {
    Error error = half(3).error();
    error = with_field_prefix(error, "cpu");
    error = with_field_prefix(error, "[0]");
    error = with_field_prefix(error, "containers");
    CHECK(error.field == "containers[0].cpu");
}

TEST_CASE("result: carries a value or an error") {
    CHECK(half(4).value() == 2);
    CHECK_FALSE(half(5).has_value());
    CHECK(to_string(half(5).error().code) == "invalid");
}
