#include "core/base/symbol.hpp"

#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace berth::base;

TEST_CASE("symbol table: equal texts are one symbol, whose text comes back") {
    SymbolTable table;
    const Symbol a = table.intern("memory");
    CHECK(a != Symbol::kNone);
    CHECK(table.intern(std::string("mem") + "ory") == a);
    CHECK(table.intern("cpu") != a);
    CHECK(table.text(a) == "memory");
    CHECK(table.size() == 2);
}

TEST_CASE("symbol table: the empty text is no symbol") {
    SymbolTable table;
    CHECK(table.intern("") == Symbol::kNone);
    CHECK(table.text(Symbol::kNone).empty());
    CHECK(table.find("unseen") == Symbol::kNone);
    CHECK(table.size() == 0);
}

TEST_CASE("symbol table: first words have the numbers of their places") {
    constexpr std::string_view kFirst[] = {"cpu", "memory"};
    SymbolTable table(kFirst);
    CHECK(table.find("cpu") == Symbol{1});
    CHECK(table.intern("memory") == Symbol{2});
    CHECK(table.intern("pods") == Symbol{3});
}

TEST_CASE("symbol table: texts do not move as it grows") {
    SymbolTable table;
    const std::string_view first = table.text(table.intern("first"));
    for (int i = 0; i < 5000; ++i) {
        (void)table.intern("word-" + std::to_string(i));
    }
    CHECK(first == "first");
    CHECK(first.data() == table.text(table.find("first")).data());
    CHECK(table.text(Symbol{5001}) == "word-4999");
}

TEST_CASE("symbol table: threads agree") {
    SymbolTable table;
    std::vector<std::vector<Symbol>> found(4);
    {
        std::vector<std::jthread> threads;
        for (auto& list : found) {
            threads.emplace_back([&] {
                for (int i = 0; i < 3000; ++i) {
                    const std::string text = "k" + std::to_string(i);
                    list.push_back(table.intern(text));
                    if (table.text(list.back()) != text) {
                        list.clear();
                        return;
                    }
                }
            });
        }
    }
    CHECK(table.size() == 3000);
    for (const auto& list : found) {
        CHECK(list == found.front());
        CHECK(list.size() == 3000);
    }
}
