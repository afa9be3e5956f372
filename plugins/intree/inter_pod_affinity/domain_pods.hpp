// DomainPods: a number of pods for each domain of a topology key, as Filter looks them up by row.
//
// The numbers are the host's, or the plugin's own; they become the plugin's own when AddPod or
// RemovePod change one. Valid for the cycle.
#pragma once

#include <cstdint>
#include <vector>

#include <berth/host/columns.h>
#include <berth/sdk/view/labels.h>

namespace berth::intree {

class DomainPods {
public:
    // Numbers of the host, by id of the column. `column` is null where no node has the label.
    DomainPods(berth::Symbol key, const berth_label_column* column, const std::uint32_t* pods)
        : key_(key),
          ids_(column == nullptr ? nullptr : column->value),
          values_(column == nullptr ? 0 : column->values),
          borrowed_(pods) {}
    // All zero.
    DomainPods(berth::Symbol key, const berth_label_column& column)
        : key_(key),
          ids_(column.value),
          values_(column.values),
          own_(column.values + std::size_t{1}) {}

    [[nodiscard]] berth::Symbol key() const { return key_; }
    // 0: the node lacks the label.
    [[nodiscard]] std::uint32_t domain(std::uint32_t row) const {
        return ids_ == nullptr ? 0 : ids_[row];
    }
    // By row; null: no node has the label.
    [[nodiscard]] const std::uint32_t* domains() const { return ids_; }
    // By domain, as numbers with a sign: victims that never counted may make one negative, as in
    // kube-scheduler's maps.
    [[nodiscard]] const std::uint32_t* pods() const {
        return own_.empty() ? borrowed_ : own_.data();
    }
    void add_to_domain(std::uint32_t domain, std::int32_t pods) {
        if (own_.empty()) {
            own_.assign(borrowed_, borrowed_ + values_ + 1);
        }
        own_[domain] += static_cast<std::uint32_t>(pods);
    }
    // False: the node lacks the label.
    bool add(std::uint32_t row, std::int32_t pods) {
        const std::uint32_t at = domain(row);
        if (at != 0) {
            add_to_domain(at, pods);
        }
        return at != 0;
    }

private:
    berth::Symbol key_;
    const std::uint32_t* ids_;  // by row; null: no node has the label
    std::uint32_t values_;
    const std::uint32_t* borrowed_ = nullptr;
    std::vector<std::uint32_t> own_;  // empty: as borrowed
};

}  // namespace berth::intree
