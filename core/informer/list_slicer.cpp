#include "core/informer/list_slicer.hpp"

namespace berth::informer {

void ListSlicer::feed(std::string_view bytes) {
    for (const char c : bytes) {
        if (in_string_) {
            take_in_string(c);
        } else {
            take(c);
        }
    }
}

base::Status ListSlicer::finish() const {
    if (broken_ || !done_) {
        return base::fail(base::ErrorCode::kUnavailable,
                          broken_ ? "the list is not JSON" : "the list broke off");
    }
    return {};
}

void ListSlicer::take_in_string(char c) {
    if (keep_ != Keep::kNothing) {
        kept_ += c;
    }
    if (escaped_) {
        escaped_ = false;
    } else if (c == '\\') {
        escaped_ = true;
    } else if (c == '"') {
        in_string_ = false;
        if (keep_ == Keep::kKey) {
            kept_.pop_back();
            key_.swap(kept_);
            kept_.clear();
            keep_ = Keep::kNothing;
        }
    }
}

void ListSlicer::take(char c) {
    const bool value = keep_ == Keep::kItem || keep_ == Keep::kMetadata;
    switch (c) {
        case '{':
        case '[': open(); break;
        case '}':
        case ']':
            if (keep_ == Keep::kItem || keep_ == Keep::kMetadata) {
                kept_ += c;
            }
            close();
            return;
        case '"':
            in_string_ = true;
            if (depth_ == 1 && !value) {
                keep_ = Keep::kKey;  // or a value, which the next key takes the place of
                kept_.clear();
                return;
            }
            break;
        default: break;
    }
    if (keep_ == Keep::kItem || keep_ == Keep::kMetadata) {
        kept_ += c;
    }
    if (c == '{' && depth_ == 2 && keep_ == Keep::kNothing && key_ == "metadata") {
        keep_ = Keep::kMetadata;
        item_depth_ = depth_;
        kept_ = c;
    } else if (c == '{' && depth_ == 3 && in_items_ && keep_ == Keep::kNothing) {
        keep_ = Keep::kItem;
        item_depth_ = depth_;
        kept_ = c;
    }
}

void ListSlicer::open() {
    broken_ = broken_ || done_;
    ++depth_;
    if (depth_ == 2 && key_ == "items") {
        in_items_ = true;
    }
}

void ListSlicer::close() {
    if (depth_ == 0) {
        broken_ = true;
        return;
    }
    if (depth_ == item_depth_ && keep_ == Keep::kItem) {
        keep_ = Keep::kNothing;
        on_item_(kept_);
        kept_.clear();
    } else if (depth_ == item_depth_ && keep_ == Keep::kMetadata) {
        keep_ = Keep::kNothing;
        metadata_.swap(kept_);
        kept_.clear();
    }
    if (depth_ == 2) {
        in_items_ = false;
    }
    --depth_;
    done_ = depth_ == 0;
}

}  // namespace berth::informer
