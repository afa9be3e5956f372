#include "core/base/symbol.hpp"

#include <mutex>

#include "core/base/assert.hpp"

namespace berth::base {

SymbolTable::SymbolTable(std::span<const std::string_view> first)
    : chunks_(std::make_unique<std::array<std::atomic<Chunk*>, kChunks>>()) {
    for (std::string_view text : first) {
        add(text);
    }
}

SymbolTable::~SymbolTable() {
    for (std::atomic<Chunk*>& chunk : *chunks_) {
        const std::unique_ptr<Chunk> owned(chunk.load(std::memory_order_relaxed));
        if (!owned) {
            break;
        }
    }
}

Symbol SymbolTable::intern(std::string_view text) {
    if (text.empty()) {
        return Symbol::kNone;
    }
    {
        const std::shared_lock lock(mutex_);
        if (auto it = numbers_.find(text); it != numbers_.end()) {
            return it->second;
        }
    }
    const std::unique_lock lock(mutex_);
    if (auto it = numbers_.find(text); it != numbers_.end()) {
        return it->second;
    }
    return add(text);
}

Symbol SymbolTable::find(std::string_view text) const {
    const std::shared_lock lock(mutex_);
    auto it = numbers_.find(text);
    return it == numbers_.end() ? Symbol::kNone : it->second;
}

std::string_view SymbolTable::text(Symbol symbol) const {
    const std::uint32_t n = number(symbol);
    if (n == 0) {
        return "";
    }
    BERTH_ASSERT(n <= count_.load(std::memory_order_acquire));
    const std::size_t index = n - 1;
    const Chunk* chunk = (*chunks_)[index >> kChunkBits].load(std::memory_order_acquire);
    return (*chunk)[index & (kChunkSize - 1)];
}

std::size_t SymbolTable::size() const {
    return count_.load(std::memory_order_acquire);
}

Symbol SymbolTable::add(std::string_view text) {
    const std::size_t index = count_.load(std::memory_order_relaxed);
    BERTH_ASSERT(index < kChunks * kChunkSize);
    std::atomic<Chunk*>& slot = (*chunks_)[index >> kChunkBits];
    Chunk* chunk = slot.load(std::memory_order_relaxed);
    if (chunk == nullptr) {
        chunk = std::make_unique<Chunk>().release();
        slot.store(chunk, std::memory_order_release);
    }
    const std::string& kept = texts_.emplace_back(text);
    (*chunk)[index & (kChunkSize - 1)] = kept;
    const auto symbol = static_cast<Symbol>(index + 1);
    numbers_.emplace(kept, symbol);
    count_.store(static_cast<std::uint32_t>(index + 1), std::memory_order_release);
    return symbol;
}

}  // namespace berth::base
