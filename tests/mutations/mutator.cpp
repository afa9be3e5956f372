#include "tests/mutations/mutator.hpp"

#include <array>
#include <utility>

#include "core/model/text/json_text.hpp"

namespace berth::mutations {
namespace {

using model::Kind;

constexpr int kDeep = 3000;

// Values that have broken somebody's parser before.
constexpr std::array<std::string_view, 24> kOdd = {"null",
                                                   "true",
                                                   "-1",
                                                   "0",
                                                   "9223372036854775808",
                                                   "1e400",
                                                   "0.1",
                                                   "[]",
                                                   "{}",
                                                   "\"\"",
                                                   "\"1\"",
                                                   "\"-5m\"",
                                                   "\"1e999\"",
                                                   "\"99999999999999999999Ei\"",
                                                   "\"0x10\"",
                                                   "\"\\u0000\"",
                                                   "\"a/b/c\"",
                                                   "\" \"",
                                                   "[null]",
                                                   "{\"a\":{\"b\":[1,2,3]}}",
                                                   "[[[[]]]]",
                                                   "\"Infinity\"",
                                                   "-0",
                                                   "1.0"};

struct Place {
    Draft* parent;
    std::size_t index;
    [[nodiscard]] Draft& value() const { return parent->items[index]; }
};

void collect(Draft& draft, std::vector<Place>& out) {
    for (std::size_t i = 0; i < draft.items.size(); ++i) {
        out.push_back({&draft, i});
        collect(draft.items[i], out);
    }
}

Draft odd(base::Rng& rng) {
    const std::string_view text = kOdd[rng.below(kOdd.size())];
    model::Parsed parsed = model::parse_json(text, "odd");
    return parsed.documents.empty() ? Draft{} : draft_of(parsed.documents[0].root);
}

void drop(const Place& place) {
    place.parent->items.erase(place.parent->items.begin() +
                              static_cast<std::ptrdiff_t>(place.index));
    if (place.parent->kind == Kind::kObject) {
        place.parent->keys.erase(place.parent->keys.begin() +
                                 static_cast<std::ptrdiff_t>(place.index));
    }
}

void repeat(const Place& place) {
    Draft copy = place.value();
    if (place.parent->kind == Kind::kObject) {
        std::string key = place.parent->keys[place.index];
        place.parent->keys.push_back(std::move(key));
    }
    place.parent->items.push_back(std::move(copy));
}

void deepen(Draft& value, int levels) {
    for (int i = 0; i < levels; ++i) {
        Draft outer;
        outer.kind = i % 2 == 0 ? Kind::kArray : Kind::kObject;
        if (outer.kind == Kind::kObject) {
            outer.keys.emplace_back("a");
        }
        outer.items.push_back(std::move(value));
        value = std::move(outer);
    }
}

void rename(const Place& place, base::Rng& rng) {
    if (place.parent->kind != Kind::kObject) {
        return;
    }
    std::string& key = place.parent->keys[place.index];
    if (key.empty() || rng.below(3) == 0) {
        key += 'x';
    } else {
        key[rng.below(key.size())] ^= 0x20;
    }
}

void spoil_text(Draft& value, base::Rng& rng) {
    if (value.kind != Kind::kString || value.text.empty()) {
        value = odd(rng);
        return;
    }
    if (rng.below(20) == 0) {
        value.text.append(5000, value.text.front());
    } else {
        value.text[rng.below(value.text.size())] = static_cast<char>(rng.below(256));
    }
}

void mutate_once(std::vector<Draft>& documents, base::Rng& rng) {
    Draft& document = documents[rng.below(documents.size())];
    std::vector<Place> places;
    collect(document, places);
    if (places.empty()) {
        document = odd(rng);
        return;
    }
    const Place place = places[rng.below(places.size())];
    switch (rng.below(12)) {
        case 0:
        case 1:
        case 2: drop(place); break;
        case 3:
        case 4: place.value() = odd(rng); break;
        case 5:
        case 6: repeat(place); break;
        case 7: rename(place, rng); break;
        case 8: place.value() = Draft(places[rng.below(places.size())].value()); break;
        case 9: documents.push_back(Draft(document)); break;
        case 10:
            deepen(place.value(), rng.below(40) == 0 ? kDeep : static_cast<int>(rng.below(3)) + 1);
            break;
        default: spoil_text(place.value(), rng);
    }
}

void spoil_bytes(std::string& text, base::Rng& rng) {
    if (text.empty()) {
        return;
    }
    switch (rng.below(3)) {
        case 0: text.resize(rng.below(text.size())); break;
        case 1: text[rng.below(text.size())] = static_cast<char>(rng.below(256)); break;
        default: text.insert(rng.below(text.size()), "\n---\n- : {[&a *a !!x");
    }
}

}  // namespace

Draft draft_of(const model::Value& value) {
    Draft out;
    out.kind = value.kind();
    if (value.is_bool()) {
        out.text = value.as_bool() ? "true" : "false";
    } else {
        out.text = value.text();
    }
    for (const model::Value& item : value.items()) {
        out.items.push_back(draft_of(item));
    }
    for (const model::Member& member : value.members()) {
        out.keys.emplace_back(member.key);
        out.items.push_back(draft_of(member.value));
    }
    return out;
}

// With its own stack, since a draft may be thousands deep.
std::string to_json(const Draft& draft) {
    struct Step {
        const Draft* draft;
        std::size_t next;
    };
    std::string out;
    std::vector<Step> stack;
    const auto open = [&](const Draft& value) {
        if (value.kind == Kind::kArray || value.kind == Kind::kObject) {
            out += value.kind == Kind::kArray ? '[' : '{';
            stack.push_back({&value, 0});
        } else if (value.kind == Kind::kString) {
            out += '"';
            for (const char c : value.text) {
                if (c == '"' || c == '\\') {
                    out += '\\';
                }
                out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
            }
            out += '"';
        } else {
            out += value.kind == Kind::kNull ? "null" : value.text;
        }
    };
    open(draft);
    while (!stack.empty()) {
        const Draft& top = *stack.back().draft;
        const std::size_t i = stack.back().next++;
        if (i == top.items.size()) {
            out += top.kind == Kind::kArray ? ']' : '}';
            stack.pop_back();
            continue;
        }
        out += i == 0 ? "" : ",";
        if (top.kind == Kind::kObject) {
            model::append_json_string(top.keys[i], out);
            out += ':';
        }
        open(top.items[i]);
    }
    return out;
}

std::string mutated(std::vector<Draft> documents, int most, base::Rng& rng) {
    const auto count = 1 + rng.below(static_cast<std::uint64_t>(most));
    for (std::uint64_t i = 0; i < count; ++i) {
        mutate_once(documents, rng);
    }
    std::string text;
    for (const Draft& document : documents) {
        text += (text.empty() ? "" : "\n---\n") + to_json(document);
    }
    if (rng.below(25) == 0) {
        spoil_bytes(text, rng);
    }
    return text;
}

}  // namespace berth::mutations
