#include "core/check/guarded.hpp"

#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace berth::check {

GuardedMemory::GuardedMemory(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    size_ = (bytes + page - 1) / page * page;
    void* const pages = mmap(nullptr, size_ + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages, size_, PROT_READ | PROT_WRITE) != 0) {
        throw std::bad_alloc();
    }
    pages_ = static_cast<std::byte*>(pages);
    data_ = pages_ + size_ - bytes;
}

GuardedMemory::~GuardedMemory() {
    munmap(pages_, size_ + static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
}

void GuardedMemory::protect() {
    mprotect(pages_, size_, PROT_READ);
}

}  // namespace berth::check
