#include "core/base/text_table.hpp"

#include <doctest/doctest.h>

namespace berth::base {
namespace {

TEST_CASE("text table: columns as wide as their widest cell, numbers to the right") {
    TextTable table({"NAME", "N"}, 1);
    table.add({"a", "1"});
    table.add({"longer", "100"});
    CHECK(table.text() ==
          "NAME       N\n"
          "a          1\n"
          "longer   100\n");
    CHECK(TextTable({"X", "Y"}).text(2) == "  X   Y\n");
}

TEST_CASE("text table: letters outside ASCII are one column each") {
    TextTable table({"NAME", "X"});
    table.add({"größe", "1"});
    CHECK(table.text() == "NAME    X\ngröße   1\n");
}

TEST_CASE("printable: control characters become text") {
    CHECK(printable("a\x1b[1m\tb\n\x7f") == "a\\x1b[1m\\tb\\n\\x7f");
    CHECK(printable("größe") == "größe");
}

}  // namespace
}  // namespace berth::base
