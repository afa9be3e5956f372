#include "core/model/text/json_writer.hpp"

#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace berth::model {
namespace {

TEST_CASE("json writer: every kind of value") {
    JsonWriter json;
    json.begin_object()
        .field("text", "a \"b\"\n")
        .field("string", std::string("c"))
        .field("true", true)
        .field("least", std::numeric_limits<std::int64_t>::min())
        .field("most", std::numeric_limits<std::uint64_t>::max())
        .field("small", 7)
        .list("names", std::vector<std::string>{"x", "y"})
        .key("nothing")
        .null()
        .key("ready")
        .raw(R"({"made":1})")
        .key("empty")
        .begin_array()
        .end_array()
        .end_object();
    CHECK(std::move(json).take() ==
          R"({"text":"a \"b\"\n","string":"c","true":true,"least":-9223372036854775808,)"
          R"("most":18446744073709551615,"small":7,"names":["x","y"],"nothing":null,)"
          R"("ready":{"made":1},"empty":[]})");
}

TEST_CASE("json writer: indented, as people read it") {
    JsonWriter json(JsonWriter::Style::kIndented);
    json.begin_object().field("a", 1).list("b", std::vector<int>{2}).end_object();
    CHECK(std::move(json).take() == "{\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}");
}

TEST_CASE("json writer: what is not UTF-8 is replaced, in names too") {
    JsonWriter json;
    json.begin_object().field("k\xFF", "v\xC3(").field("e", "").end_object();
    CHECK(std::move(json).take() == "{\"k\xEF\xBF\xBD\":\"v\xEF\xBF\xBD(\",\"e\":\"\"}");
}

}  // namespace
}  // namespace berth::model
