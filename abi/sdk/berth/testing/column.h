// Column: an array as hosts give it out: 64-byte aligned, readable to the next multiple of that.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace berth::test {

template <class T>
struct ColumnMemory {
    using value_type = T;

    ColumnMemory() = default;
    template <class U>
    explicit ColumnMemory(const ColumnMemory<U>&) noexcept {}

    T* allocate(std::size_t count) {
        const std::size_t bytes = (count * sizeof(T) + 127) / 64 * 64;
        return static_cast<T*>(::operator new(bytes, std::align_val_t(64)));
    }
    void deallocate(T* memory, std::size_t) noexcept {
        ::operator delete(memory, std::align_val_t(64));
    }
    friend bool operator==(const ColumnMemory&, const ColumnMemory&) { return true; }
};

template <class T>
using Column = std::vector<T, ColumnMemory<T>>;

}  // namespace berth::test
