// Labels or annotations of a fake pod or node, sorted by name, as the contract promises.
#pragma once

#include <algorithm>

#include <berth/pod_parts.h>
#include <berth/testing/text.h>

namespace berth::test {

class FakeLabels {
public:
    // A second value of one name replaces the first.
    void set(std::string_view name, std::string_view value, berth_symbol key = 0) {
        std::erase_if(labels_, [&](const berth_label& one) { return copy(one.name) == name; });
        labels_.push_back({keep(texts_, name), keep(texts_, value), key, 0});
        std::sort(labels_.begin(), labels_.end(), [](const berth_label& a, const berth_label& b) {
            return copy(a.name) < copy(b.name);
        });
    }
    // Valid until the next set().
    berth_array array() const { return array_of(labels_); }

private:
    std::deque<std::string> texts_;
    std::vector<berth_label> labels_;
};

}  // namespace berth::test
