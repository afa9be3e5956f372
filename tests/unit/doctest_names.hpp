// Prints what a `const char*` in INFO or CHECK says, not where it stands. Included by the build
// into each test (doctest_dep); doctest 2.4.9's own switch for it does not compile.
#pragma once

#include <doctest/doctest.h>

template <>
struct doctest::StringMaker<const char*> {
    static String convert(const char* text) { return text == nullptr ? "null" : text; }
};
