// ViewPool: one view per shared part of the model, for as long as somebody uses it.
//
// The pool holds weak references, swept as it grows. A view keeps its part alive, so a part's
// address means that part while the view lives. One thread at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <unordered_map>

namespace berth::framework {

template <typename Key, typename View, typename Hash = std::hash<Key>>
class ViewPool {
public:
    // The view of `key`, made by `make()` if there is none.
    template <typename Make>
    [[nodiscard]] std::shared_ptr<const View> get(const Key& key, Make&& make) {
        if (last_ && key == last_key_) {
            if (std::shared_ptr<const View> view = last_->lock()) {
                return view;
            }
        }
        if (views_.size() >= sweep_at_) {
            std::erase_if(views_, [](const auto& entry) { return entry.second.expired(); });
            sweep_at_ = std::max(kFirstSweep, views_.size() * 2);
            last_ = nullptr;
        }
        std::weak_ptr<const View>& known = views_[key];
        std::shared_ptr<const View> view = known.lock();
        if (!view) {
            view = make();
            known = view;
        }
        last_ = &known;
        last_key_ = key;
        return view;
    }

private:
    static constexpr std::size_t kFirstSweep = 1024;

    std::unordered_map<Key, std::weak_ptr<const View>, Hash> views_;
    std::size_t sweep_at_ = kFirstSweep;
    // Pods of one template come in a row.
    std::weak_ptr<const View>* last_ = nullptr;
    Key last_key_{};
};

}  // namespace berth::framework
