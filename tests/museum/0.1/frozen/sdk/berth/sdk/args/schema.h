// The schema of an args struct, made once inside the library from describe() and the initialisers.
#pragma once

#include <list>
#include <memory>
#include <vector>

#include <berth/sdk/args/json.h>

namespace berth::detail {

// Owns everything that the C structs point to.
class Schema {
public:
    const berth_args_schema* raw() const noexcept { return &raw_; }

    // The defaults are those of the value: a nested struct may be initialised by its owner.
    template <class T>
    static std::unique_ptr<Schema> of(const T& value) {
        static constexpr auto described = T::describe();
        auto made = std::make_unique<Schema>();
        described.each(
            [&]<auto Member>(const FieldRules& rules) { made->add(rules, value.*Member); });
        made->raw_ = {sizeof(berth_args_schema), described.versions, array(made->fields_)};
        return made;
    }

private:
    template <class T>
    void add(const FieldRules& rules, const T& value) {
        using Plain = typename Unwrapped<T>::Type;
        constexpr std::uint32_t kind = KindOf<Plain>::kind;
        constexpr bool never_set = kind == BERTH_KIND_NODE_AFFINITY ||
                                   kind == BERTH_KIND_LABEL_SELECTOR || kind == BERTH_KIND_ANY;
        berth_field& field = add_rules(rules, kind);
        if ((Unwrapped<T>::optional || never_set) && (rules.flags & BERTH_FIELD_REQUIRED) == 0) {
            field.flags |= BERTH_FIELD_OPTIONAL;
        }
        if constexpr (kind == BERTH_KIND_OBJECT) {
            if constexpr (Unwrapped<T>::optional) {
                field.object = nest(of(value ? *value : Plain{}));
            } else {
                field.object = nest(of(value));
            }
        } else if (rules.default_json.empty() && !never_set) {
            add_default(field, value);
        }
        if constexpr (kind == BERTH_KIND_LIST) {
            using Element = typename ElementOf<Plain>::Type;
            field.element_kind = KindOf<Element>::kind;
            add_names<Element>(field);
            if constexpr (KindOf<Element>::kind == BERTH_KIND_OBJECT) {
                field.object = nest(of(Element{}));
            }
        }
        add_names<Plain>(field);
    }

    template <class T>
    void add_default(berth_field& field, const T& value) {
        std::string json;
        if constexpr (Unwrapped<T>::optional) {
            if (value) {
                write_json(json, *value);
                field.flags &= ~BERTH_FIELD_OPTIONAL;
            }
        } else if ((field.flags & BERTH_FIELD_REQUIRED) == 0) {
            write_json(json, value);
        }
        field.default_json = keep(std::move(json));
    }

    template <class T>
    void add_names(berth_field& field) {
        if constexpr (std::is_enum_v<T>) {
            auto& texts = strs_.emplace_back();
            for (const auto& one : berth_names(T{})) {
                texts.push_back(str(one.text));
            }
            field.allowed = array(texts);
        }
    }

    berth_field& add_rules(const FieldRules& rules, std::uint32_t kind) {
        berth_field& field = fields_.emplace_back();
        field.struct_size = sizeof(berth_field);
        field.kind = kind;
        field.flags = rules.flags;
        field.versions = rules.versions;
        field.name = str(rules.name);
        field.summary = str(rules.summary);
        field.default_json = str(rules.default_json);
        field.minimum = rules.minimum;
        field.maximum = rules.maximum;
        field.number_minimum = rules.number_minimum;
        field.number_maximum = rules.number_maximum;
        field.range_text = str(rules.range_text);
        auto& defaults = versioned_.emplace_back();
        for (const VersionedDefault& one : rules.by_version) {
            if (one.versions != 0) {
                defaults.push_back({one.versions, 0, str(one.json)});
            }
        }
        field.default_by_version = array(defaults);
        auto& texts = strs_.emplace_back();
        for (std::string_view one : rules.allowed) {
            if (!one.empty()) {
                texts.push_back(str(one));
            }
        }
        field.allowed = array(texts);
        return field;
    }

    const berth_args_schema* nest(std::unique_ptr<Schema> inner) {
        return nested_.emplace_back(std::move(inner))->raw();
    }
    berth_str keep(std::string text) { return str(texts_.emplace_back(std::move(text))); }

    template <class T>
    static berth_array array(const std::vector<T>& items) noexcept {
        return {items.data(), static_cast<std::uint32_t>(items.size()), sizeof(T)};
    }

    berth_args_schema raw_{};
    std::vector<berth_field> fields_;
    std::vector<std::unique_ptr<Schema>> nested_;
    std::list<std::string> texts_;
    std::list<std::vector<berth_str>> strs_;
    std::list<std::vector<berth_versioned_default>> versioned_;
};

}  // namespace berth::detail
