#include "core/settings/print.hpp"

#include <doctest/doctest.h>

#include "tests/unit/settings/fixture.hpp"

namespace berth::settings {

using testing::file_of;
using testing::load_text;
using testing::only;
using testing::order;
using testing::v1;

TEST_CASE("print: the merged stage is a v1 file that means the same") {
    const std::string files[] = {
        v1(""),
        file_of("v1beta2", ""),
        file_of("v1beta3", "percentageOfNodesToScore: 30\n"),
        v1("profiles:\n"
           "- schedulerName: a\n"
           "  percentageOfNodesToScore: 0\n"
           "  plugins: {score: {enabled: [{name: Probe, weight: 7}], disabled: [{name: '*'}]}}\n"
           "  pluginConfig: [{name: Probe, args: {count: 2, any: {x: [1]}}}]\n"
           "- schedulerName: b\n"
           "  plugins: {multiPoint: {disabled: [{name: NodeAffinity}]}}\n"
           "extenders: [{urlPrefix: 'http://x', filterVerb: f}]\n"
           "pluginDirectories: [/p]\n"),
    };
    for (const auto& text : files) {
        const auto first = load_text(text);
        REQUIRE(first.can_start());
        const auto printed = print(first.configuration, Stage::kMerged, Format::kYaml);
        const auto again = load_text(printed);
        INFO(printed);
        INFO(only(again.errors));
        REQUIRE(again.can_start());
        CHECK(again.warnings.empty());
        REQUIRE(again.configuration.profiles.size() == first.configuration.profiles.size());
        for (std::size_t i = 0; i < first.configuration.profiles.size(); ++i) {
            const auto& before = first.configuration.profiles[i];
            const auto& after = again.configuration.profiles[i];
            for (const auto point : all_extension_points()) {
                CHECK(order(before, point) == order(after, point));
            }
            CHECK(before.percentage_of_nodes_to_score == after.percentage_of_nodes_to_score);
        }
    }
    const auto v1_defaults = load_text(v1(""));
    const auto printed = print(v1_defaults.configuration, Stage::kMerged, Format::kYaml);
    CHECK(print(load_text(printed).configuration, Stage::kMerged, Format::kYaml) == printed);
}

TEST_CASE("print: the decoded stage keeps version, disabled lists and raw args") {
    const auto result =
        load_text(file_of("v1beta3",
                          "profiles: [{plugins: {multiPoint: {disabled: [{name: VolumeZone}]}}, "
                          "pluginConfig: [{name: Mine, args: {depth: 3}}]}]"));
    const auto json = print(result.configuration, Stage::kDecoded, Format::kJson);
    const auto parsed = model::parse_json(json, "");
    REQUIRE(parsed.documents.size() == 1);
    const auto& root = parsed.documents[0].root;
    CHECK(root.find("apiVersion")->text() == "kubescheduler.config.k8s.io/v1beta3");
    const auto& profile = root.find("profiles")->items()[0];
    const auto* multi_point = profile.find("plugins")->find("multiPoint");
    CHECK(multi_point->find("disabled")->items()[0].find("name")->text() == "VolumeZone");
    CHECK(profile.find("pluginConfig")->items()[0].find("args")->find("depth")->as_int() == 3);
    CHECK(json.find("DynamicResources") == std::string::npos);
}

TEST_CASE("print: no secrets") {
    const auto result = load_text(
        v1("extenders: [{urlPrefix: 'https://x', tlsConfig: {keyData: c2VjcmV0, keyFile: k}}]"));
    for (const auto stage : {Stage::kDecoded, Stage::kMerged}) {
        const auto text = print(result.configuration, stage, Format::kYaml);
        CHECK(text.find("secret") == std::string::npos);
        CHECK(text.find("c2VjcmV0") == std::string::npos);
        CHECK(text.find("keyFile: k") != std::string::npos);
    }
}

}  // namespace berth::settings
