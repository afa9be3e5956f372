// TreeBuilder: makes a tree from the events of a parser. Internal to core/model's parsers.
//
// It keeps its own stack, so nesting costs no machine stack; begin_* say false beyond kMaxDepth.
// One thread; the finished tree lives in the storage.
#pragma once

#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/tree.hpp"

namespace berth::model {

// The nodes and texts of one parse, shared by its documents.
class TreeStorage {
public:
    [[nodiscard]] std::string_view keep(std::string_view text);
    // As keep(), with every byte that is not UTF-8 replaced by U+FFFD, as Go's encoding/json does.
    [[nodiscard]] std::string_view keep_valid(std::string_view text);
    template <typename T>
    [[nodiscard]] std::span<const T> keep(std::span<const T> list) {
        if (list.empty()) {
            return {};
        }
        auto* copy = static_cast<T*>(memory_.allocate(list.size_bytes(), alignof(T)));
        std::uninitialized_copy(list.begin(), list.end(), copy);
        return {copy, list.size()};
    }

private:
    std::pmr::monotonic_buffer_resource memory_{16384};
};

class TreeBuilder {
public:
    explicit TreeBuilder(std::shared_ptr<TreeStorage> storage) : storage_(std::move(storage)) {}

    [[nodiscard]] TreeStorage& storage() { return *storage_; }
    // Starts a new document.
    void reset();
    void add(const Value& value) { stack_.push_back(value); }
    // A key is followed by exactly one value or container.
    void key(std::string_view kept, std::uint32_t line, std::uint32_t column);
    bool begin_object(std::uint32_t line, std::uint32_t column);
    bool begin_array(std::uint32_t line, std::uint32_t column);
    // Closes the innermost container and returns it; it is also added to the one around it.
    const Value& end_object();
    const Value& end_array();
    // The last key was YAML's `<<`: its value's members take its place. False if it has none.
    bool merge();
    // True once a whole document is there.
    [[nodiscard]] bool done() const { return frames_.empty() && stack_.size() == 1; }
    [[nodiscard]] std::size_t depth() const { return frames_.size(); }
    // The next value is an object's key.
    [[nodiscard]] bool expects_key() const;
    [[nodiscard]] Document take();

private:
    struct Frame {
        Kind kind;
        std::uint32_t line;
        std::uint32_t column;
        std::size_t start;  // in stack_: items, or keys and values in turn
    };

    void drop_duplicates();
    void record_duplicate(const Member& first, const Member& again);
    [[nodiscard]] std::string path() const;
    const Value& close(Value value);

    std::shared_ptr<TreeStorage> storage_;
    std::vector<Value> stack_;
    std::vector<Frame> frames_;
    std::vector<Member> members_;  // of the object being closed
    std::vector<DuplicateKey> duplicates_;
};

// A double as Go's encoding/json prints it.
[[nodiscard]] std::string go_json_number(double value);

}  // namespace berth::model
