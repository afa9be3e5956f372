// Selectors that outlive the call: copies of what the host parsed, cheap to copy again.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <berth/sdk/view/list.h>
#include <berth/selector.h>

namespace berth {

namespace detail {

// The texts and arrays behind an owned selector; nothing in it moves once it is made.
class SelectorStore {
public:
    berth_array copy_requirements(const berth_array& from) {
        auto& copies = requirements_.emplace_back();
        for (const berth_requirement& one : List<berth_requirement>(from)) {
            auto& values = values_.emplace_back();
            for (std::string_view value : List<std::string_view>(one.values)) {
                values.push_back(keep(value));
            }
            copies.push_back({sizeof(berth_requirement), one.op, one.key, 0, keep(text(one.name)),
                              array(values), one.number});
        }
        return array(copies);
    }
    berth_node_term copy_term(const berth_node_term& from) {
        return {sizeof(berth_node_term), from.matches_nothing, copy_requirements(from.expressions),
                copy_requirements(from.fields)};
    }
    template <class T>
    static berth_array array(const std::vector<T>& items) noexcept {
        return {items.data(), static_cast<std::uint32_t>(items.size()), sizeof(T)};
    }

private:
    berth_str keep(std::string_view value) { return str(texts_.emplace_back(value)); }

    std::deque<std::string> texts_;
    std::deque<std::vector<berth_str>> values_;
    std::deque<std::vector<berth_requirement>> requirements_;
};

}  // namespace detail

// Without one it is nil, which matches nothing.
class LabelSelector {
public:
    LabelSelector() = default;
    explicit LabelSelector(const berth_selector* from) {
        if (from != nullptr) {
            auto made = std::make_shared<Stored>();
            made->raw = {sizeof(berth_selector), from->matches_nothing,
                         made->store.copy_requirements(from->requirements)};
            stored_ = std::move(made);
        }
    }
    explicit operator bool() const noexcept { return stored_ != nullptr; }
    const berth_selector* raw() const noexcept { return stored_ ? &stored_->raw : nullptr; }

private:
    struct Stored {
        detail::SelectorStore store;
        berth_selector raw{};
    };
    std::shared_ptr<const Stored> stored_;
};

class NodeAffinity {
public:
    NodeAffinity() = default;
    explicit NodeAffinity(const berth_node_affinity* from) {
        if (from != nullptr) {
            stored_ = copy(*from);
        }
    }
    explicit operator bool() const noexcept { return stored_ != nullptr; }
    const berth_node_affinity* raw() const noexcept { return stored_ ? &stored_->raw : nullptr; }

private:
    struct Stored {
        detail::SelectorStore store;
        std::vector<berth_node_term> required_terms;
        std::deque<berth_node_term> preferred_terms;
        std::vector<berth_preferred_node_term> preferred;
        berth_node_selector required{};
        berth_node_affinity raw{};
    };

    static std::shared_ptr<const Stored> copy(const berth_node_affinity& from) {
        auto made = std::make_shared<Stored>();
        if (from.required != nullptr) {
            for (const berth_node_term& term : List<berth_node_term>(from.required->terms)) {
                made->required_terms.push_back(made->store.copy_term(term));
            }
            made->required = {sizeof(berth_node_selector), 0,
                              detail::SelectorStore::array(made->required_terms)};
        }
        for (const auto& one : List<berth_preferred_node_term>(from.preferred)) {
            made->preferred_terms.push_back(made->store.copy_term(*one.term));
            made->preferred.push_back(
                {sizeof(berth_preferred_node_term), one.weight, &made->preferred_terms.back()});
        }
        made->raw = {sizeof(berth_node_affinity), 0,
                     from.required != nullptr ? &made->required : nullptr,
                     detail::SelectorStore::array(made->preferred)};
        return made;
    }

    std::shared_ptr<const Stored> stored_;
};

}  // namespace berth
