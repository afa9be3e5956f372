// Structural mutations of good manifests: whatever comes, an error or objects, never a crash, and
// what decodes can be finished, defaulted and printed.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/random.hpp"
#include "core/model/encode.hpp"
#include "tests/unit/model/samples.hpp"
#include "tests/unit/model/support.hpp"

using namespace berth::model;
using berth::base::Rng;

namespace {

// Writes a tree as JSON and damages it at about `rate` of its places.
class Mutator {
public:
    explicit Mutator(Rng& rng) : rng_(rng) {}

    std::string mutate(const Value& root) {
        out_.clear();
        write(root, 0);
        return out_;
    }

private:
    bool hit() { return rng_.below(60) == 0; }

    std::string_view junk() {
        constexpr std::string_view kJunk[] = {
            "null",        "true",        "0",
            "-1",          "1e400",       "99999999999999999999",
            "\"\"",        "\"x\"",       "[]",
            "{}",          "[null]",      "1.5",
            "\"1e9999\"",  "\"-5Ki\"",    "[[[[[[]]]]]]",
            "\"\\ud800\"", "{\"\":\"\"}", "\"9999999999E\"",
            "[{}]",
        };
        return kJunk[rng_.below(std::size(kJunk))];
    }

    void write(const Value& value, std::size_t depth) {
        if (hit()) {
            const std::uint64_t kind = rng_.below(3);
            if (kind == 0) {
                out_ += junk();
                return;
            }
            if (kind == 1 && depth < 20) {  // deeper
                out_ += "{\"metadata\":";
                write(value, depth + 1);
                out_ += "}";
                return;
            }
        }
        if (value.is_object()) {
            write_object(value, depth);
        } else if (value.is_array()) {
            write_array(value, depth);
        } else {
            out_ += to_json(value);
        }
    }

    void write_object(const Value& value, std::size_t depth) {
        out_ += '{';
        bool first = true;
        for (const Member& member : value.members()) {
            const std::uint64_t times = hit() ? rng_.below(2) * 2 : 1;  // drop or repeat
            for (std::uint64_t i = 0; i < times; ++i) {
                out_ += first ? "\"" : ",\"";
                first = false;
                out_ += member.key;
                out_ += "\":";
                write(member.value, depth + 1);
            }
        }
        out_ += '}';
    }

    void write_array(const Value& value, std::size_t depth) {
        out_ += '[';
        bool first = true;
        for (const Value& item : value.items()) {
            const std::uint64_t times = hit() ? rng_.below(2) * 3 : 1;
            for (std::uint64_t i = 0; i < times; ++i) {
                out_ += first ? "" : ",";
                first = false;
                write(item, depth + 1);
            }
        }
        out_ += ']';
    }

    Rng& rng_;
    std::string out_;
};

// True if an object came out.
bool survives(World& world, std::string_view text) {
    Decoded decoded = world.decode(text);
    for (Draft& draft : decoded.objects) {
        fill_identity(draft, {1}, world.symbols);
        (void)fill_defaults(draft, {}, world.pools);
        const Object object = finish(std::move(draft), world.pools);
        const std::string json = encode_json(object, world.symbols);
        REQUIRE(parse_json(json, "again").errors.empty());
    }
    return !decoded.objects.empty();
}

}  // namespace

TEST_CASE("decode: mutated trees give an error or objects") {
    Rng rng(2024);
    World world;
    std::vector<Document> documents;
    for (const char* text : {kFullPod, kFullNode, kOthers}) {
        Parsed parsed = parse_yaml(text, "sample");
        std::move(parsed.documents.begin(), parsed.documents.end(), std::back_inserter(documents));
    }
    Mutator mutator(rng);
    int decoded = 0;
    constexpr int kRounds = 4000;
    for (int i = 0; i < kRounds; ++i) {
        const Document& document = documents[rng.below(documents.size())];
        decoded += survives(world, mutator.mutate(document.root)) ? 1 : 0;
    }
    CHECK(decoded > kRounds / 4);
    CHECK(decoded < kRounds);
}

TEST_CASE("decode: mutated bytes give an error or objects") {
    Rng rng(7);
    World world;
    for (int i = 0; i < 2000; ++i) {
        std::string text = rng.below(2) == 0 ? kFullNode : kOthers;
        const std::uint64_t edits = 1 + rng.below(4);
        for (std::uint64_t k = 0; k < edits; ++k) {
            const std::size_t at = rng.below(text.size());
            switch (rng.below(4)) {
                case 0: text[at] = static_cast<char>(rng.below(256)); break;
                case 1: text.erase(at, 1 + rng.below(8)); break;
                case 2: text.insert(at, 1, "{}[]:,-&*!|>'\"%@#\n\t "[rng.below(20)]); break;
                case 3: text.resize(at + 1); break;
            }
            if (text.empty()) {
                break;
            }
        }
        (void)survives(world, text);
    }
}
