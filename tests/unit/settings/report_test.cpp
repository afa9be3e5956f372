#include "core/settings/report.hpp"

#include <doctest/doctest.h>

#include "core/settings/extension_point.hpp"

namespace berth::settings {

TEST_CASE("report: a field path leads to its place in the file") {
    const auto parsed = model::parse_yaml(
        "a: 1\n"
        "profiles:\n"
        "- name: x\n"
        "- plugins:\n"
        "    score: {enabled: [{name: A}, {name: B}]}\n",
        "f");
    const auto& root = parsed.documents.at(0).root;
    struct Case {
        const char* path;
        std::uint32_t line;
        std::uint32_t column;
    };
    const Case cases[] = {
        {"a", 1, 1},
        {"profiles", 2, 1},
        {"profiles[0].name", 3, 3},
        {"profiles[1].plugins.score.enabled[1]", 5, 34},
        {"profiles[1].plugins.score.Enabled", 5, 13},          // kube-scheduler's own spelling
        {"profiles[1].plugins.filter.enabled[0].name", 4, 3},  // as far as there is something
        {"profiles[7].name", 2, 1},
        {"nothing", 1, 1},
        {"profiles[x", 2, 1},
        {"profiles[99999999999999999999]", 2, 1},
        {"", 1, 1},
    };
    for (const auto& c : cases) {
        INFO(c.path);
        const auto at = locate(root, c.path);
        CHECK(at.line == c.line);
        CHECK(at.column == c.column);
    }
}

TEST_CASE("report: texts are quoted as Go does") {
    CHECK(quoted("a\"b\\c\n\x01") == R"("a\"b\\c\n\x01")");
}

TEST_CASE("extension points: configuration, errors and ABI name the same ones") {
    for (const auto point : all_extension_points()) {
        INFO(field_name(point));
        CHECK(point_of_table(std::string(table_name(point)) + "/1") == point);
        const auto interface = interface_name(point);
        CHECK(interface.substr(1, field_name(point).size() - 1) == field_name(point).substr(1));
    }
    CHECK(point_of_table("berth.filter/2") == ExtensionPoint::kFilter);
    CHECK_FALSE(point_of_table("berth.events/1").has_value());
    CHECK_FALSE(point_of_table("").has_value());
}

}  // namespace berth::settings
