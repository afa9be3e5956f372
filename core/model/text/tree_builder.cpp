#include "core/model/text/tree_builder.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "core/model/text/json_text.hpp"

namespace berth::model {

std::string_view TreeStorage::keep(std::string_view text) {
    if (text.empty()) {
        return "";
    }
    auto* copy = static_cast<char*>(memory_.allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
}

std::string_view TreeStorage::keep_valid(std::string_view text) {
    const bool ascii = std::all_of(text.begin(), text.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    return ascii || is_valid_utf8(text) ? keep(text) : keep(to_valid_utf8(text));
}

void TreeBuilder::reset() {
    stack_.clear();
    frames_.clear();
    duplicates_.clear();
}

void TreeBuilder::key(std::string_view kept, std::uint32_t line, std::uint32_t column) {
    stack_.push_back(Value::make_string(kept).at(line, column));
}

bool TreeBuilder::begin_object(std::uint32_t line, std::uint32_t column) {
    frames_.push_back({Kind::kObject, line, column, stack_.size()});
    return frames_.size() <= kMaxDepth;
}

bool TreeBuilder::begin_array(std::uint32_t line, std::uint32_t column) {
    frames_.push_back({Kind::kArray, line, column, stack_.size()});
    return frames_.size() <= kMaxDepth;
}

const Value& TreeBuilder::end_object() {
    const std::size_t start = frames_.back().start;
    members_.clear();
    for (std::size_t i = start; i + 1 < stack_.size(); i += 2) {
        const Value& key = stack_[i];
        members_.push_back({key.text(), key.line(), key.column(), stack_[i + 1]});
    }
    drop_duplicates();
    return close(Value::make_object(storage_->keep(std::span<const Member>(members_))));
}

const Value& TreeBuilder::end_array() {
    const std::span<const Value> items(
        stack_.begin() + static_cast<std::ptrdiff_t>(frames_.back().start), stack_.end());
    return close(Value::make_array(storage_->keep(items)));
}

const Value& TreeBuilder::close(Value value) {
    const Frame frame = frames_.back();
    frames_.pop_back();
    stack_.resize(frame.start);
    stack_.push_back(value.at(frame.line, frame.column));
    return stack_.back();
}

bool TreeBuilder::expects_key() const {
    return !frames_.empty() && frames_.back().kind == Kind::kObject &&
           (stack_.size() - frames_.back().start) % 2 == 0;
}

Document TreeBuilder::take() {
    Document document{stack_.empty() ? Value() : stack_.front(), std::move(duplicates_), storage_};
    reset();
    return document;
}

bool TreeBuilder::merge() {
    const Value value = stack_.back();
    stack_.resize(stack_.size() - 2);
    auto add_members = [this](const Value& object) {
        for (const Member& member : object.members()) {
            key(member.key, 0, 0);  // no position: not a duplicate of what is written out
            add(member.value);
        }
        return object.is_object();
    };
    if (!value.is_array()) {
        return add_members(value);
    }
    for (std::size_t i = value.items().size(); i > 0; --i) {  // earlier ones take precedence
        if (!add_members(value.items()[i - 1])) {
            return false;
        }
    }
    return true;
}

void TreeBuilder::drop_duplicates() {
    constexpr std::size_t kFew = 12;
    const std::size_t count = members_.size();
    std::vector<std::size_t> order;  // by key, then position; only where members are many
    std::vector<bool> dropped;
    auto drop = [&](std::size_t first, std::size_t again) {
        dropped.resize(count);
        dropped[first] = true;
        record_duplicate(members_[first], members_[again]);
    };
    if (count <= kFew) {
        for (std::size_t i = 0; i + 1 < count; ++i) {
            for (std::size_t k = i + 1; k < count; ++k) {
                if (members_[i].key == members_[k].key) {
                    drop(i, k);
                    break;
                }
            }
        }
    } else {
        order.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            order[i] = i;
        }
        std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            return members_[a].key < members_[b].key;
        });
        for (std::size_t i = 0; i + 1 < count; ++i) {
            if (members_[order[i]].key == members_[order[i + 1]].key) {
                drop(order[i], order[i + 1]);
            }
        }
    }
    if (!dropped.empty()) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (!dropped[i]) {
                members_[kept++] = members_[i];
            }
        }
        members_.resize(kept);
    }
}

void TreeBuilder::record_duplicate(const Member& first, const Member& again) {
    if (first.line != 0 && again.line != 0) {
        duplicates_.push_back(
            {path(), std::string(again.key), first.line, again.line, again.column});
    }
}

// Of the innermost open container.
std::string TreeBuilder::path() const {
    std::string out;
    for (std::size_t i = 0; i + 1 < frames_.size(); ++i) {
        const std::size_t end = frames_[i + 1].start;
        if (frames_[i].kind == Kind::kArray) {
            out += fmt::format("[{}]", end - frames_[i].start);
        } else {
            out += out.empty() ? "" : ".";
            out += stack_[end - 1].text();
        }
    }
    return out;
}

}  // namespace berth::model
