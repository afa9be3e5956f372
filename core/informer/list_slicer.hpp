// ListSlicer: takes the JSON text of a list as it arrives and hands out each item's text.
//
// So that a list of a hundred thousand pods never stands in memory as a whole. It follows brackets
// and strings only: what an item holds is the reader's to judge. One thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace berth::informer {

class ListSlicer {
public:
    // The text of an item lives for the call.
    using OnItem = std::function<void(std::string_view json)>;
    explicit ListSlicer(OnItem on_item) : on_item_(std::move(on_item)) {}

    void feed(std::string_view bytes);
    // After the last byte: an error where the text broke off or was no object.
    [[nodiscard]] base::Status finish() const;
    // The text of the list's "metadata"; "" if it had none.
    [[nodiscard]] const std::string& metadata() const { return metadata_; }

private:
    enum class Keep : unsigned char { kNothing, kKey, kItem, kMetadata };

    void take(char c);
    void take_in_string(char c);
    void open();
    void close();

    OnItem on_item_;
    std::string kept_;
    std::string key_;  // the last key of the outermost object
    std::string metadata_;
    int depth_ = 0;
    int item_depth_ = 0;  // where the value that is being kept began
    Keep keep_ = Keep::kNothing;
    bool in_string_ = false;
    bool escaped_ = false;
    bool in_items_ = false;
    bool done_ = false;
    bool broken_ = false;
};

}  // namespace berth::informer
