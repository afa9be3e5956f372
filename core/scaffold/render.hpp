// render: a template with its conditions decided and its words filled in. Pure.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace berth::scaffold {

struct Words {
    std::set<std::string, std::less<>> true_words;            // of `%% if a|b`
    std::map<std::string, std::string, std::less<>> replace;  // "NAME" for @NAME@
};

// Conditions may be nested. A word that is not in `replace` stays as it is.
[[nodiscard]] std::string render(std::string_view text, const Words& words);

}  // namespace berth::scaffold
