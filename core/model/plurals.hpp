// Plurals: the word under which objects of a kind are served ("noderesourcetopologies").
//
// A CustomResourceDefinition says it; without one it is what apimachinery guesses
// (meta.UnsafeGuessKindToResource, v1.37.2). Not locked: its owner guards it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "core/model/workload.hpp"

namespace berth::model {

class Plurals {
public:
    // A CustomResourceDefinition says the plural of its kind; other objects say nothing.
    void learn(const Unknown& definition);
    void learn(std::string_view group, std::string_view kind, std::string_view plural) {
        defined_[{std::string(group), std::string(kind)}] = plural;
    }
    [[nodiscard]] std::string plural_of(std::string_view group, std::string_view kind) const;
    // Without a definition any of the usual forms will do.
    [[nodiscard]] bool is_plural(std::string_view group, std::string_view plural,
                                 std::string_view kind) const;

private:
    std::map<std::pair<std::string, std::string>, std::string> defined_;  // by group and kind
};

// "storageclasses" of "StorageClass": small letters with s, es or ies.
[[nodiscard]] std::string guessed_plural(std::string_view kind);

// "" and "v1" of "v1", "apps" and "v1" of "apps/v1".
[[nodiscard]] std::string_view group_of(std::string_view api_version);
[[nodiscard]] std::string_view version_of(std::string_view api_version);

}  // namespace berth::model
