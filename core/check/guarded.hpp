// Guarded: memory whose end is the end of a page, with a page after it that nobody may touch: a
// read or write past the end kills the process. protect() makes it read only. One thread.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace berth::check {

class GuardedMemory {
public:
    explicit GuardedMemory(std::size_t bytes);
    ~GuardedMemory();
    GuardedMemory(const GuardedMemory&) = delete;
    GuardedMemory& operator=(const GuardedMemory&) = delete;

    [[nodiscard]] void* data() const { return data_; }
    void protect();

private:
    std::byte* pages_;
    std::size_t size_;  // of the pages that may be used
    void* data_;
};

// Objects of T, zero at first. With `more` bytes of 0xa5 after them that do belong to it.
template <class T>
class Guarded {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    explicit Guarded(std::size_t count = 1, std::size_t more = 0)
        : memory_(count * sizeof(T) + more) {
        std::memset(static_cast<std::byte*>(memory_.data()) + count * sizeof(T), 0xa5, more);
    }
    Guarded(const T& value, std::size_t more) : Guarded(std::size_t{1}, more) { **this = value; }

    [[nodiscard]] T* data() const { return static_cast<T*>(memory_.data()); }
    T& operator*() const { return *data(); }
    T* operator->() const { return data(); }
    void protect() { memory_.protect(); }

private:
    GuardedMemory memory_;
};

}  // namespace berth::check
