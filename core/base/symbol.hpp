// Symbols: small numbers for words that repeat (namespaces, label keys, resource names).
//
// A SymbolTable is made once per process or test, passed by reference and never shrinks: a symbol
// and the text it stands for stay valid as long as the table. Any thread may intern and read;
// reading a text takes no lock.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace berth::base {

// 0 is no symbol; it stands for the empty text.
enum class Symbol : std::uint32_t { kNone = 0 };

[[nodiscard]] constexpr std::uint32_t number(Symbol symbol) {
    return static_cast<std::uint32_t>(symbol);
}

class SymbolTable {
public:
    // The words of `first` get the numbers 1, 2, … in their order (they must differ).
    explicit SymbolTable(std::span<const std::string_view> first = {});
    ~SymbolTable();
    SymbolTable(const SymbolTable&) = delete;
    SymbolTable& operator=(const SymbolTable&) = delete;

    // The symbol of `text`, made if new. "" is kNone.
    [[nodiscard]] Symbol intern(std::string_view text);
    // The symbol of `text`, or kNone if nobody has interned it.
    [[nodiscard]] Symbol find(std::string_view text) const;
    // The text of a symbol of this table; valid, and null-terminated, for the table's life.
    [[nodiscard]] std::string_view text(Symbol symbol) const;
    // Numbers in use are 1 … size().
    [[nodiscard]] std::size_t size() const;

private:
    static constexpr std::size_t kChunkBits = 10;
    static constexpr std::size_t kChunkSize = std::size_t{1} << kChunkBits;
    static constexpr std::size_t kChunks = std::size_t{1} << 14;  // 16 million symbols
    using Chunk = std::array<std::string_view, kChunkSize>;

    Symbol add(std::string_view text);

    mutable std::shared_mutex mutex_;  // guards numbers_, texts_ and growth
    std::unordered_map<std::string_view, Symbol> numbers_;
    std::deque<std::string> texts_;
    // A slot is written before count_ is raised (release) and never again.
    std::unique_ptr<std::array<std::atomic<Chunk*>, kChunks>> chunks_;
    std::atomic<std::uint32_t> count_{0};
};

}  // namespace berth::base

template <>
struct std::hash<berth::base::Symbol> {
    std::size_t operator()(berth::base::Symbol symbol) const noexcept {
        return berth::base::number(symbol) * std::size_t{0x9E3779B97F4A7C15};
    }
};
