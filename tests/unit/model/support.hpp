// What the model's tests share: pools, and one-line decoding.
#pragma once

#include <string>
#include <string_view>

#include "core/model/decode.hpp"
#include "core/model/defaults.hpp"
#include "core/model/words.hpp"

namespace berth::model {

struct World {
    base::SymbolTable symbols{first_words()};
    Pools pools{symbols};

    [[nodiscard]] Decoded decode(std::string_view text) {
        return decode_text(text, "t.yaml", pools);
    }
    // The only object of the text, finished, without defaults; null if there is another number.
    [[nodiscard]] Object object(std::string_view text) {
        Decoded decoded = decode(text);
        return decoded.objects.size() == 1 ? finish(std::move(decoded.objects.front()), pools)
                                           : Object();
    }
    template <typename T>
    [[nodiscard]] Ptr<T> get(std::string_view text) {
        return as<T>(object(text));
    }
    // With defaults.
    [[nodiscard]] PodPtr admitted(std::string_view text, const PriorityClasses& classes = {},
                                  std::uint64_t position = 0) {
        Decoded decoded = decode(text);
        Draft& draft = decoded.objects.at(0);
        fill_identity(draft, {position}, symbols);
        if (!fill_defaults(draft, classes, pools)) {
            return nullptr;
        }
        return as<Pod>(finish(std::move(draft), pools));
    }
    // The first error's message; "" if there is none.
    [[nodiscard]] std::string error(std::string_view text) {
        const Decoded decoded = decode(text);
        return decoded.errors.empty() ? "" : decoded.errors.front().message();
    }
};

}  // namespace berth::model
