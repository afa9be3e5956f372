#include "plugins/intree/default_preemption/refusal_texts.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace berth::intree {
namespace {

constexpr std::string_view kNotHelpful = "Preemption is not helpful for scheduling";

void join(const std::vector<std::string>& items, std::string& out) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        out += i == 0 ? "" : ", ";
        out += items[i];
    }
}

}  // namespace

template <class Texts>
std::uint32_t RefusalTexts::find_or_add(const Texts& texts) {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
        return std::equal(entry.texts.begin(), entry.texts.end(), texts.begin(), texts.end());
    });
    if (at == entries_.end()) {
        entries_.push_back({{texts.begin(), texts.end()}, 0});
        return static_cast<std::uint32_t>(entries_.size() - 1);
    }
    return static_cast<std::uint32_t>(at - entries_.begin());
}

std::uint32_t RefusalTexts::number(const berth::List<std::string_view>& texts) {
    return find_or_add(texts);
}

std::uint32_t RefusalTexts::number(std::string_view text) {
    return find_or_add(std::array{text});
}

std::string RefusalTexts::text(std::uint32_t number) const {
    const std::lock_guard lock(mutex_);
    std::string out;
    join(entries_[number].texts, out);
    return out;
}

void RefusalTexts::count(std::uint32_t number) {
    const std::lock_guard lock(mutex_);
    ++entries_[number].nodes;
}

std::string RefusalTexts::sentence(std::uint32_t nodes) const {
    const std::lock_guard lock(mutex_);
    std::map<std::string_view, std::uint32_t> counts;
    std::uint32_t tried = 0;
    for (const Entry& entry : entries_) {
        tried += entry.nodes;
        for (const std::string& text : entry.texts) {
            counts[text] += entry.nodes;
        }
    }
    counts[kNotHelpful] += nodes - tried;
    std::vector<std::string> items;
    for (const auto& [text, count] : counts) {
        if (count != 0) {
            items.push_back(std::to_string(count) + " " + std::string(text));
        }
    }
    std::sort(items.begin(), items.end());
    std::string out = "0/" + std::to_string(nodes) + " nodes are available:";
    if (!items.empty()) {
        out += " ";
        join(items, out);
        out += ".";
    }
    return out;
}

}  // namespace berth::intree
