// Reason lists as numbers: interned ones per generation, details per cycle.
//
// A number with kDetailBit set belongs to the DetailStore of one cycle, any other to the
// generation's ReasonTable; 0 is no reason. Both may be used from any thread at any time.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <vector>

#include <berth/base.h>

namespace berth::framework {

inline constexpr berth_reasons kDetailBit = 0x80000000u;
inline constexpr std::size_t kMostReasonLists = 65536;
inline constexpr std::size_t kMostReasonBytes = std::size_t{32} << 20;  // of a generation
inline constexpr std::size_t kMostDetails = std::size_t{1} << 20;       // of one cycle

using ReasonList = std::vector<std::string>;

// Owned by a generation.
class ReasonTable {
public:
    ReasonTable();
    // The number of a list; 0 if the table is full.
    [[nodiscard]] berth_reasons intern(const ReasonList& texts);
    // The list of a number; empty for an unknown one. Valid as long as the table: lists stay put.
    [[nodiscard]] const ReasonList& texts(berth_reasons number) const;

private:
    mutable std::shared_mutex mutex_;
    std::deque<ReasonList> lists_;
    std::size_t bytes_ = 0;
    std::map<ReasonList, berth_reasons> numbers_;
};

// Owned by a cycle; texts with values in them.
class DetailStore {
public:
    // 0 if there are no texts or too many lists.
    [[nodiscard]] berth_reasons add(ReasonList texts);
    [[nodiscard]] ReasonList texts(berth_reasons number) const;
    void clear();

private:
    mutable std::mutex mutex_;
    std::vector<ReasonList> lists_;
};

}  // namespace berth::framework
