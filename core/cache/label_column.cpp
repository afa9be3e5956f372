#include "core/cache/label_column.hpp"

namespace berth::cache {

LabelColumn::LabelColumn(std::uint32_t rows) : berth_label_column{} {
    struct_size = sizeof(berth_label_column);
    ids_.reset(rows);
    texts_by_id_.push_back({});
    uses_.push_back(0);
    publish();
}

void LabelColumn::set(std::uint32_t row, std::string_view text) {
    const std::uint32_t before = ids_[row];
    if (before != 0) {
        const berth_str& old = texts_by_id_[before];
        if (text == std::string_view(old.ptr, old.len)) {
            return;
        }
        clear(row);
    }
    const std::uint32_t number = take(text);
    ++uses_[number];
    ids_[row] = number;
    ++used_;
}

std::uint32_t LabelColumn::take(std::string_view text) {
    const auto found = numbers_.find(text);
    if (found != numbers_.end()) {
        return found->second;
    }
    std::uint32_t number = 0;
    if (free_.empty()) {
        number = static_cast<std::uint32_t>(uses_.size());
        uses_.push_back(0);
        texts_by_id_.push_back({});
    } else {
        number = free_.back();
        free_.pop_back();
    }
    const auto& key = numbers_.emplace(text, number).first->first;
    texts_by_id_[number] = {key.data(), key.size()};
    publish();
    return number;
}

void LabelColumn::clear(std::uint32_t row) {
    const std::uint32_t number = ids_[row];
    if (number == 0) {
        return;
    }
    ids_[row] = 0;
    --used_;
    if (--uses_[number] == 0) {
        const berth_str text = texts_by_id_[number];
        texts_by_id_[number] = {};
        numbers_.erase(numbers_.find(std::string_view(text.ptr, text.len)));
        free_.push_back(number);
    }
}

void LabelColumn::gather(std::span<const std::uint32_t> from) {
    ids_.gather(from);
    publish();
}

std::uint32_t LabelColumn::id(std::string_view text) const {
    const auto found = numbers_.find(text);
    return found == numbers_.end() ? 0 : found->second;
}

void LabelColumn::publish() {
    values = static_cast<std::uint32_t>(texts_by_id_.size() - 1);
    value = ids_.data();
    texts = texts_by_id_.data();
}

}  // namespace berth::cache
