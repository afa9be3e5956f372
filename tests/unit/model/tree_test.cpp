#include "core/model/tree.hpp"

#include <string>

#include <doctest/doctest.h>

using namespace berth::model;

namespace {

std::string json_of(std::string_view yaml) {
    const Parsed parsed = parse_yaml(yaml, "t.yaml");
    if (!parsed.errors.empty()) {
        return parsed.errors.front().message();
    }
    std::string out;
    for (const Document& document : parsed.documents) {
        out += (out.empty() ? "" : "\n") + to_json(document.root);
    }
    return out;
}

std::string json_again(std::string_view json) {
    const Parsed parsed = parse_json(json, "t.json");
    if (!parsed.errors.empty()) {
        return parsed.errors.front().message();
    }
    std::string out;
    for (const Document& document : parsed.documents) {
        out += (out.empty() ? "" : "\n") + to_json(document.root);
    }
    return out;
}

}  // namespace

TEST_CASE("yaml: plain scalars are typed as YAML 1.1") {
    struct Case {
        const char* yaml;
        const char* json;
    };
    const Case cases[] = {
        {"a: yes", R"({"a":true})"},
        {"a: off", R"({"a":false})"},
        {"a: \"yes\"", R"({"a":"yes"})"},
        {"a: y", R"({"a":true})"},
        {"a: 010", R"({"a":8})"},
        {"a: 0o10", R"({"a":8})"},
        {"a: 08", R"({"a":8})"},
        {"a: 0x1F", R"({"a":31})"},
        {"a: 0b101", R"({"a":5})"},
        {"a: 1_000", R"({"a":1000})"},
        {"a: +5", R"({"a":5})"},
        {"a: -5", R"({"a":-5})"},
        {"a: 1.0", R"({"a":1})"},
        {"a: 1e3", R"({"a":1000})"},
        {"a: 0.1", R"({"a":0.1})"},
        {"a: .5", R"({"a":0.5})"},
        {"a: 1e-9", R"({"a":1e-9})"},
        {"a: 1e30", R"({"a":1e+30})"},
        {"a: 18446744073709551615", R"({"a":18446744073709551615})"},
        {"a: 9223372036854775807", R"({"a":9223372036854775807})"},
        {"a: -9223372036854775808", R"({"a":-9223372036854775808})"},
        {"a: ~", R"({"a":null})"},
        {"a:", R"({"a":null})"},
        {"a: null", R"({"a":null})"},
        {"a: 2001-01-01", R"({"a":"2001-01-01"})"},
        {"a: 2001-12-14t21:59:43.10-05:00", R"({"a":"2001-12-14t21:59:43.10-05:00"})"},
        {"a: 500m", R"({"a":"500m"})"},
        {"a: 1Gi", R"({"a":"1Gi"})"},
        {"a: 1.2.3", R"({"a":"1.2.3"})"},
        {"a: 1:30", R"({"a":"1:30"})"},
        {"a: !!str 5", R"({"a":"5"})"},
        {"a: !!int \"5\"", R"({"a":5})"},
        {"1: x", R"({"1":"x"})"},
        {"true: x", R"({"true":"x"})"},
        {"on: x", R"({"true":"x"})"},
        {"1.5: x", R"({"1.5":"x"})"},
        {"1e06: x", R"({"1e+06":"x"})"},
        {"-0.0: x", R"({"-0":"x"})"},
        {".inf: x", R"({".inf":"x"})"},
        {"0x10: x", R"({"16":"x"})"},
        {"a: 18446744073709551616", R"({"a":18446744073709552000})"},
        {"a: -1.25e-7", R"({"a":-1.25e-7})"},
        {"a: 123.456", R"({"a":123.456})"},
        {"a: '\xC3\xA9'", "{\"a\":\"\xC3\xA9\"}"},
    };
    for (const Case& c : cases) {
        INFO(c.yaml);
        CHECK(json_of(c.yaml) == c.json);
    }
}

TEST_CASE("yaml: anchors, aliases and merge keys") {
    CHECK(json_of("a: &x {b: 1}\nc: *x") == R"({"a":{"b":1},"c":{"b":1}})");
    CHECK(json_of("a: &x {b: 1, d: 2}\nc:\n  <<: *x\n  d: 3") ==
          R"({"a":{"b":1,"d":2},"c":{"b":1,"d":3}})");
    CHECK(json_of("a: &x {b: 1}\nz: &y {b: 2, e: 5}\nc:\n  <<: [*x, *y]") ==
          R"({"a":{"b":1},"c":{"b":1,"e":5},"z":{"b":2,"e":5}})");
    CHECK(json_of("<<: {a: 1}\nb: 2") == R"({"a":1,"b":2})");
    CHECK(json_of("\"<<\": {a: 1}") == R"({"<<":{"a":1}})");
    CHECK(json_of("<<: 5") ==
          "t.yaml:1:5: map merge requires an object or a list of objects as the value");
    CHECK(json_of("a: *nobody").find("t.yaml:1") == 0);
    CHECK(json_of("a: &x [*x]").find("contains itself") != std::string::npos);
}

TEST_CASE("yaml: documents are split and empty ones left out") {
    CHECK(json_of("---\na: 1\n---\n# nothing\n---\nb: 2\n---\n") == "{\"a\":1}\n{\"b\":2}");
    CHECK(json_of("%YAML 1.1\n---\na: 1\n...\n---\nb: 2\n") == "{\"a\":1}\n{\"b\":2}");
    CHECK(json_of("--- {a: 1}\n--- # note\nb: |\n  x\n  ---\n") ==
          "{\"a\":1}\n{\"b\":\"x\\n---\\n\"}");
    CHECK(json_of("").empty());
    CHECK(json_of("# only a comment\n").empty());
}

TEST_CASE("yaml: KYAML is read") {
    CHECK(json_of("---\n{\n  # a comment\n  kind: \"Pod\",\n  spec: {\n    a: [\n      1,\n      "
                  "{b: \"no\",},\n    ],\n  },\n}\n") ==
          R"({"kind":"Pod","spec":{"a":[1,{"b":"no"}]}})");
}

TEST_CASE("yaml: one bad document does not hide the others") {
    const Parsed parsed = parse_yaml("a: 1\n---\nb: [\n---\nc: 3\n", "t.yaml");
    REQUIRE(parsed.documents.size() == 2);
    REQUIRE(parsed.errors.size() == 1);
    CHECK(parsed.errors[0].file == "t.yaml");
    CHECK(parsed.errors[0].line >= 3);
    CHECK(parsed.documents[1].root.find("c")->line() == 5);
}

TEST_CASE("yaml: positions count from the start of the file") {
    const Parsed parsed = parse_yaml("---\nx: 1\n---\na:\n  - b: text\n", "t.yaml");
    REQUIRE(parsed.documents.size() == 2);
    const Value& b = *parsed.documents[1].root.find("a")->items()[0].find("b");
    CHECK(b.line() == 5);
    CHECK(b.column() == 8);
    const Member& a = parsed.documents[1].root.members()[0];
    CHECK(a.line == 4);
    CHECK(a.column == 1);
}

TEST_CASE("yaml: duplicate keys are recorded and the last one stays") {
    const Parsed parsed = parse_yaml("a:\n- x: 1\n  z: 2\n  x: 3\n", "t.yaml");
    REQUIRE(parsed.documents.size() == 1);
    CHECK(to_json(parsed.documents[0].root) == R"({"a":[{"x":3,"z":2}]})");
    REQUIRE(parsed.documents[0].duplicates.size() == 1);
    const DuplicateKey& duplicate = parsed.documents[0].duplicates[0];
    CHECK(duplicate.path == "a[0]");
    CHECK(duplicate.key == "x");
    CHECK(duplicate.first_line == 2);
    CHECK(duplicate.line == 4);
}

TEST_CASE("yaml: what has no JSON form is refused") {
    CHECK(json_of("? [a]\n: 1").find("cannot be a key") != std::string::npos);
    CHECK(json_of("? {a: 1}\n: 1").find("cannot be a key") != std::string::npos);
    CHECK(json_of("~: 1").find("cannot be a key") != std::string::npos);
    CHECK(json_of("a: .nan").find("not-a-number") != std::string::npos);
    CHECK(json_of("a: 1\nb: 'x\nc: it''s\n") == "t.yaml:2:4: this quote is never closed");
    CHECK(json_of("a: \"x\\\" # \n") == "t.yaml:1:4: this quote is never closed");
    CHECK(json_of("a: 'x' # it's\n") == R"({"a":"x"})");
    CHECK(json_of("a: !!int x").find("!!int") != std::string::npos);
}

TEST_CASE("yaml: aliases cannot blow a document up") {
    std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 9; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before;
        for (int k = 0; k < 9; ++k) {
            laughs += ", " + before;
        }
        laughs += "]\n";
    }
    CHECK(json_of(laughs).find("excessive aliasing") != std::string::npos);
    std::string long_text = "a: &a " + std::string(100'000, 'x') + "\nb: [*a";
    for (int i = 0; i < 10'000; ++i) {
        long_text += ", *a";
    }
    CHECK(json_of(long_text + "]").find("excessive aliasing") != std::string::npos);
}

TEST_CASE("both: deep nesting is an error, not a crash") {
    const std::string deep_json = std::string(100'000, '[') + std::string(100'000, ']');
    CHECK(json_again(deep_json).find("nested deeper than 1000 levels") != std::string::npos);
    CHECK(json_of(deep_json).find("nested too deeply") != std::string::npos);
    std::string deep_map;
    for (int i = 0; i < 3000; ++i) {
        deep_map += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    }
    CHECK(json_of(deep_map).find("nested too deeply") != std::string::npos);
    CHECK(json_again(std::string(900, '[') + std::string(900, ']')).size() == 1800);
}

TEST_CASE("json: values, order and numbers") {
    CHECK(json_again(R"({"b":[1,2.50,-0,1e3,true,null,"x\n\u00e9"],"a":{}})") ==
          "{\"a\":{},\"b\":[1,2.50,-0,1e3,true,null,\"x\\n\xC3\xA9\"]}");
    CHECK(json_again("{\"a\":1}\n{\"b\":2}\n") == "{\"a\":1}\n{\"b\":2}");
    CHECK(json_again("").empty());
    CHECK(json_again(R"({"a":12345678901234567890123})") == R"({"a":12345678901234567890123})");
}

TEST_CASE("json: bytes that are no text become the replacement character, as in Go") {
    CHECK(json_again("{\"a\":\"x\xFFy\"}") == "{\"a\":\"x\xEF\xBF\xBDy\"}");
    CHECK(json_again(R"({"a":"\ud800x"})") == "{\"a\":\"\xEF\xBF\xBDx\"}");
    CHECK(json_again(R"({"a":"\ud83d\ude00"})") == "{\"a\":\"\xF0\x9F\x98\x80\"}");
}

TEST_CASE("json: positions and errors have lines") {
    const Parsed parsed = parse_json("{\n  \"a\": {\"b\": \"x\\\"y\"}\n}", "t.json");
    REQUIRE(parsed.documents.size() == 1);
    const Value& b = *parsed.documents[0].root.find("a")->find("b");
    CHECK(b.text() == "x\"y");
    CHECK(b.line() == 2);
    CHECK(b.column() == 14);
    CHECK(json_again("{\n  \"a\": 1,\n  oops\n}").find("t.json:3:3: invalid JSON") == 0);
    CHECK(json_again("{\"a\": 1").find("t.json:1") == 0);
}

TEST_CASE("any: brackets are tried as JSON, then as YAML") {
    CHECK(parse_any("{\"a\": 1}", "x").documents.size() == 1);
    CHECK(parse_any("{a: 1,}", "x").documents.size() == 1);
    CHECK(parse_any("a: 1\n---\nb: 2", "x").documents.size() == 2);
    CHECK(parse_any("{\"a\": ]", "x.json").errors.size() == 1);
}

TEST_CASE("tree: printing as YAML reads back equal") {
    const char* json =
        R"({"a":[{"b":1,"c":[]},[1,2],"yes"],"d":{"e":{}},"f":"text: x","g":"","h":"1","i":null})";
    const Parsed parsed = parse_json(json, "t");
    REQUIRE(parsed.documents.size() == 1);
    const std::string yaml = to_yaml(parsed.documents[0].root);
    CHECK(json_of(yaml) == json);
    CHECK(to_yaml(parse_yaml("{b: [x: 1], a: \"no\"}", "t").documents[0].root) ==
          "a: \"no\"\nb:\n- x: 1\n");
}

TEST_CASE("yaml: text behind a document is an error, not a document without end") {
    struct Case {
        const char* name;
        const char* text;
    };
    const Case cases[] = {
        {"an object closed too early", "{\"a\":X\"n\":\"b\",\"c\":[1]},\"s\":{\"p\":\"R\"}}"},
        {"a second mapping", "{a: 1}\n{b: 2}"},
    };
    for (const Case& c : cases) {
        INFO(c.name);
        const berth::model::Parsed parsed = berth::model::parse_yaml(c.text, "f");
        CHECK(parsed.documents.empty());
        CHECK(parsed.errors.size() == 1);
    }
}
