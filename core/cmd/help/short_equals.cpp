#include "core/cmd/help/short_equals.hpp"

#include <utility>

namespace berth::cmd {

std::vector<std::string> without_short_equals(std::vector<std::string> words) {
    std::vector<std::string> out;
    bool ended = false;
    for (std::string& word : words) {
        ended = ended || word == "--";
        if (!ended && word.size() > 2 && word[0] == '-' && word[1] != '-' && word[2] == '=') {
            out.push_back(word.substr(0, 2));
            out.push_back(word.substr(3));
        } else {
            out.push_back(std::move(word));
        }
    }
    return out;
}

}  // namespace berth::cmd
