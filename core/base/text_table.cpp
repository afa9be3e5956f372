#include "core/base/text_table.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace berth::base {

TextTable::TextTable(std::vector<std::string> head, std::size_t right_from)
    : right_from_(right_from) {
    add(std::move(head));
}

void TextTable::add(std::vector<std::string> cells) {
    for (std::string& cell : cells) {
        cell = printable(cell);
    }
    rows_.push_back(std::move(cells));
}

std::string TextTable::text(std::size_t indent) const {
    std::vector<std::size_t> widths(rows_.front().size(), 0);
    for (const auto& row : rows_) {
        for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
            widths[i] = std::max(widths[i], columns_of(row[i]));
        }
    }
    std::string out;
    for (const auto& row : rows_) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < std::min(row.size(), widths.size()); ++i) {
            const std::string room(widths[i] - columns_of(row[i]), ' ');
            line += i == 0 ? "" : "   ";
            line += i >= right_from_ ? room + row[i] : row[i] + room;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line;
        out += '\n';
    }
    return out;
}

std::string printable(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7f) {
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\t') {
            out += "\\t";
        } else {
            out += fmt::format("\\x{:02x}", byte);
        }
    }
    return out;
}

std::size_t columns_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    }));
}

}  // namespace berth::base
