#include "core/framework/reasons.hpp"

#include <utility>

namespace berth::framework {

namespace {

const ReasonList kNoReasons;

}  // namespace

ReasonTable::ReasonTable() : lists_(1) {}

berth_reasons ReasonTable::intern(const ReasonList& texts) {
    if (texts.empty()) {
        return 0;
    }
    {
        const std::shared_lock lock(mutex_);
        if (auto it = numbers_.find(texts); it != numbers_.end()) {
            return it->second;
        }
    }
    const std::unique_lock lock(mutex_);
    if (auto it = numbers_.find(texts); it != numbers_.end()) {
        return it->second;
    }
    std::size_t bytes = 0;
    for (const std::string& text : texts) {
        bytes += text.size();
    }
    if (lists_.size() > kMostReasonLists || bytes > kMostReasonBytes - bytes_) {
        return 0;
    }
    bytes_ += bytes;
    const auto number = static_cast<berth_reasons>(lists_.size());
    lists_.push_back(texts);
    numbers_.emplace(texts, number);
    return number;
}

const ReasonList& ReasonTable::texts(berth_reasons number) const {
    const std::shared_lock lock(mutex_);
    return number < lists_.size() ? lists_[number] : kNoReasons;
}

berth_reasons DetailStore::add(ReasonList texts) {
    if (texts.empty()) {
        return 0;
    }
    const std::lock_guard lock(mutex_);
    if (lists_.size() >= kMostDetails) {
        return 0;
    }
    lists_.push_back(std::move(texts));
    return kDetailBit | static_cast<berth_reasons>(lists_.size() - 1);
}

ReasonList DetailStore::texts(berth_reasons number) const {
    const std::lock_guard lock(mutex_);
    const berth_reasons index = number & ~kDetailBit;
    if ((number & kDetailBit) == 0 || index >= lists_.size()) {
        return {};
    }
    return lists_[index];
}

void DetailStore::clear() {
    const std::lock_guard lock(mutex_);
    lists_.clear();
}

}  // namespace berth::framework
