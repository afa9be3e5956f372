// LabelPairs<T>: things by a label pair, for finding few of many. A namespace counts as a pair too.
// Scheduling thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <berth/base.h>

namespace berth::index {

// What stands for the key where a pair is a namespace.
inline constexpr berth_symbol kNamespacePair = 0;

struct LabelPair {
    berth_symbol key = kNamespacePair;
    std::string_view value;
};

template <typename T>
class LabelPairs {
public:
    // Null: nothing has the pair.
    [[nodiscard]] const std::vector<T>* find(const LabelPair& pair) const {
        const auto found = things_.find(pair);
        return found == things_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] std::vector<T>* find(const LabelPair& pair) {
        const auto found = things_.find(pair);
        return found == things_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] std::size_t count(const LabelPair& pair) const {
        const std::vector<T>* things = find(pair);
        return things == nullptr ? 0 : things->size();
    }
    [[nodiscard]] std::vector<T>& at(const LabelPair& pair) {
        const auto found = things_.find(pair);
        return found != things_.end()
                   ? found->second
                   : things_.try_emplace({pair.key, std::string(pair.value)}).first->second;
    }
    void erase_if_empty(const LabelPair& pair) {
        const auto found = things_.find(pair);
        if (found != things_.end() && found->second.empty()) {
            things_.erase(found);
        }
    }

private:
    struct Stored {
        berth_symbol key;
        std::string value;
    };
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(const LabelPair& pair) const {
            return std::hash<std::string_view>{}(pair.value) ^
                   (pair.key * std::size_t{0x9E3779B97F4A7C15});
        }
        std::size_t operator()(const Stored& pair) const {
            return (*this)(LabelPair{pair.key, pair.value});
        }
    };
    struct Equal {
        using is_transparent = void;
        template <typename A, typename B>
        bool operator()(const A& a, const B& b) const {
            return a.key == b.key && a.value == b.value;
        }
    };

    std::unordered_map<Stored, std::vector<T>, Hash, Equal> things_;
};

}  // namespace berth::index
