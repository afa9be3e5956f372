#include "core/scaffold/render.hpp"

#include <algorithm>
#include <vector>

namespace berth::scaffold {
namespace {

constexpr std::string_view kIf = "%% if ";
constexpr std::string_view kElse = "%% else";
constexpr std::string_view kEnd = "%% end";

bool holds(std::string_view words, const Words& given) {
    while (!words.empty()) {
        const std::size_t bar = words.find('|');
        if (given.true_words.contains(words.substr(0, bar))) {
            return true;
        }
        words = bar == std::string_view::npos ? std::string_view() : words.substr(bar + 1);
    }
    return false;
}

void fill_in(std::string_view line, const Words& words, std::string& out) {
    while (true) {
        const std::size_t begin = line.find('@');
        const std::size_t end = line.find('@', begin + 1);
        if (begin == std::string_view::npos || end == std::string_view::npos) {
            out += line;
            return;
        }
        const auto found = words.replace.find(line.substr(begin + 1, end - begin - 1));
        if (found == words.replace.end()) {
            out += line.substr(0, end);
            line.remove_prefix(end);
            continue;
        }
        out += line.substr(0, begin);
        out += found->second;
        line.remove_prefix(end + 1);
    }
}

}  // namespace

std::string render(std::string_view text, const Words& words) {
    std::string out;
    std::vector<bool> shown{true};
    while (!text.empty()) {
        const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, length);
        text.remove_prefix(length);
        if (line.starts_with(kIf)) {
            const std::string_view condition = line.substr(kIf.size());
            shown.push_back(shown.back() &&
                            holds(condition.substr(0, condition.find('\n')), words));
        } else if (line.starts_with(kElse) && shown.size() > 1) {
            shown.back() = !shown.back() && shown[shown.size() - 2];
        } else if (line.starts_with(kEnd) && shown.size() > 1) {
            shown.pop_back();
        } else if (shown.back()) {
            fill_in(line, words, out);
        }
    }
    return out;
}

}  // namespace berth::scaffold
