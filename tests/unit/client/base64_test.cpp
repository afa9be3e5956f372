#include "core/client/base64.hpp"

#include <string>

#include <doctest/doctest.h>

namespace berth::client {
namespace {

TEST_CASE("base64: there and back") {
    struct Case {
        const char* name;
        std::string bytes;
        const char* text;
    };
    const Case cases[] = {
        {"nothing", "", ""},
        {"one byte", "a", "YQ=="},
        {"two", "ab", "YWI="},
        {"three", "abc", "YWJj"},
        {"zero bytes", std::string("\0\xFF\0", 3), "AP8A"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        CHECK(base64(c.bytes) == c.text);
        const auto back = from_base64(c.text);
        REQUIRE(back);
        CHECK(*back == c.bytes);
    }
}

TEST_CASE("base64: line ends are passed over, what is no base64 is refused") {
    CHECK(from_base64("YW\nJj\r\n ").value() == "abc");
    for (const char* text : {"YWJ", "Y!==", "YQ=", "===="}) {
        CAPTURE(text);
        const auto read = from_base64(text);
        CHECK((!read && read.error().text == "not base64"));
    }
}

}  // namespace
}  // namespace berth::client
