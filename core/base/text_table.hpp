// TextTable: columns as kubectl prints them: as wide as their widest cell, three spaces between.
//
// Cells come from outside (names, messages): control characters in them are shown as \x1b, so that
// they can do nothing to a terminal. Plain value.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace berth::base {

class TextTable {
public:
    // Columns from number `right_from` on stand at the right edge, as numbers do.
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    explicit TextTable(std::vector<std::string> head, std::size_t right_from = kNone);

    // As many cells as the head has.
    void add(std::vector<std::string> cells);
    // Each line after `indent` spaces, with a newline at its end.
    [[nodiscard]] std::string text(std::size_t indent = 0) const;

private:
    std::size_t right_from_;
    std::vector<std::vector<std::string>> rows_;
};

// `text` with control characters as \n, \t, \x1b ….
[[nodiscard]] std::string printable(std::string_view text);
// How many columns a terminal needs for UTF-8 text: code points.
[[nodiscard]] std::size_t columns_of(std::string_view text);

}  // namespace berth::base
