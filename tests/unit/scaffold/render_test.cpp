// Templates: conditions, nesting, words.
#include "core/scaffold/render.hpp"

#include <doctest/doctest.h>

#include "tests/unit/doctest_names.hpp"

namespace {

using berth::scaffold::render;

TEST_CASE("template: conditions decide lines, words are replaced") {
    struct Case {
        std::string_view name, text, wanted;
    };
    const Case cases[] = {
        {"plain", "a\nb\n", "a\nb\n"},
        {"no end of line", "a", "a"},
        {"empty", "", ""},
        {"a word", "class @NAME@ : @NAME@Base\n", "class X : XBase\n"},
        {"an unknown word stays", "@OTHER@ @NAME@ a@b\n", "@OTHER@ X a@b\n"},
        {"a condition that holds", "%% if one\na\n%% end\nb\n", "a\nb\n"},
        {"a condition that does not", "%% if two\na\n%% end\nb\n", "b\n"},
        {"one of several", "%% if two|one\na\n%% end\n", "a\n"},
        {"else", "%% if two\na\n%% else\nb\n%% end\n", "b\n"},
        {"else of what holds", "%% if one\na\n%% else\nb\n%% end\n", "a\n"},
        {"nested", "%% if one\na\n%% if two\nb\n%% else\nc\n%% end\n%% end\n", "a\nc\n"},
        {"nested in what does not hold", "%% if two\n%% if one\na\n%% else\nb\n%% end\n%% end\n",
         ""},
    };
    for (const Case& row : cases) {
        CAPTURE(row.name);
        CHECK(render(row.text, {.true_words = {"one"}, .replace = {{"NAME", "X"}}}) == row.wanted);
    }
}

}  // namespace
