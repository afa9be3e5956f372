// Damaged configuration files give errors or a configuration, never a crash.
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/settings/load.hpp"
#include "core/settings/print.hpp"
#include "tests/unit/settings/fixture.hpp"

namespace berth::settings {

namespace {

const char* const kSeeds[] = {
    "apiVersion: kubescheduler.config.k8s.io/v1\n"
    "kind: KubeSchedulerConfiguration\n"
    "parallelism: 8\n"
    "leaderElection: {leaderElect: true, leaseDuration: 30s, renewDeadline: 20s}\n"
    "percentageOfNodesToScore: 70\n"
    "pluginDirectories: [/a]\n"
    "profiles:\n"
    "- schedulerName: a\n"
    "  pluginLibraries: [x.so, {file: y.so}]\n"
    "  plugins:\n"
    "    multiPoint:\n"
    "      enabled:\n"
    "      - name: Probe\n"
    "      disabled:\n"
    "      - name: ImageLocality\n"
    "    score:\n"
    "      enabled:\n"
    "      - name: NodeResourcesFit\n"
    "        weight: 5\n"
    "  pluginConfig:\n"
    "  - name: NodeResourcesFit\n"
    "    args:\n"
    "      ignoredResources: [example.com/foo]\n"
    "      scoringStrategy:\n"
    "        type: RequestedToCapacityRatio\n"
    "        resources:\n"
    "        - {name: cpu, weight: 3}\n"
    "        requestedToCapacityRatio:\n"
    "          shape:\n"
    "          - {utilization: 0, score: 0}\n"
    "          - {utilization: 100, score: 10}\n"
    "- schedulerName: b\n"
    "  pluginConfig:\n"
    "  - name: NodeAffinity\n"
    "    args:\n"
    "      addedAffinity:\n"
    "        requiredDuringSchedulingIgnoredDuringExecution:\n"
    "          nodeSelectorTerms:\n"
    "          - matchExpressions:\n"
    "            - {key: pool, operator: In, values: [a, b]}\n"
    "  - name: Probe\n"
    "    args: {count: 3, wait: 5s, size: 1Gi, map: {a: b}, any: {x: [1, {y: 2}]}}\n"
    "  - name: PodTopologySpread\n"
    "    args:\n"
    "      defaultingType: List\n"
    "      defaultConstraints:\n"
    "      - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}\n"
    "extenders:\n"
    "- urlPrefix: http://127.0.0.1:8888\n"
    "  prioritizeVerb: p\n"
    "  weight: 5\n"
    "  tlsConfig: {insecure: true, certData: aGVsbG8=}\n"
    "  managedResources:\n"
    "  - {name: example.com/foo, ignoredByScheduler: true}\n",
    "apiVersion: kubescheduler.config.k8s.io/v1beta2\n"
    "kind: KubeSchedulerConfiguration\n"
    "metricsBindAddress: 0.0.0.0:0\n"
    "profiles:\n"
    "- plugins:\n"
    "    filter:\n"
    "      disabled: [{name: NodeName}]\n"
    "      enabled: [{name: Probe}, {name: EBSLimits}]\n"
    "  pluginConfig:\n"
    "  - name: VolumeBinding\n"
    "    args: {bindTimeoutSeconds: 60, shape: [{utilization: 0, score: 0}]}\n",
};

const char* const kScalars[] = {
    "null",
    "true",
    "-1",
    "99999999999999999999",
    "1.5",
    "''",
    "[]",
    "{}",
    "[[]]",
    "{a: {}}",
    "~",
    "*x",
    "&x",
    "!!binary a",
    "0x10",
    "1e400",
    ".nan",
    "\"\\u0000\"",
    "kubescheduler.config.k8s.io/v1beta3",
    "'*'",
    "NodeName",
    "5s",
    "1Gi",
};

class Mutator {
public:
    explicit Mutator(unsigned seed) : random_(seed) {}

    std::string mutate(std::string_view text) {
        auto list = split(text);
        for (auto rounds = 1 + pick(2); rounds > 0; --rounds) {
            once(list);
        }
        std::string out;
        for (const auto& line : list) {
            out += line + "\n";
        }
        return out;
    }

private:
    std::size_t pick(std::size_t below) { return below == 0 ? 0 : random_() % below; }

    static std::vector<std::string> split(std::string_view text) {
        std::vector<std::string> list;
        while (!text.empty()) {
            const auto end = text.find('\n');
            list.emplace_back(text.substr(0, end));
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
        return list;
    }

    void once(std::vector<std::string>& list) {
        if (list.empty()) {
            return;
        }
        const auto at = pick(list.size());
        switch (pick(10)) {
            case 0:
            case 1:
            case 2: drop(list, at); break;
            case 3: repeat(list, at); break;
            case 4: retype(list[at]); break;
            case 5: std::swap(list[at], list[pick(list.size())]); break;
            case 6:
                if (!list[at].empty()) {
                    list[at][pick(list[at].size())] = static_cast<char>(random_());
                }
                break;
            case 7: deepen(list[at]); break;
            default: renumber(list[at]); break;
        }
    }

    // The line and all that is indented below it.
    static std::size_t end_of_block(const std::vector<std::string>& list, std::size_t at) {
        const auto depth = list[at].find_first_not_of(' ');
        auto end = at + 1;
        while (end < list.size() && list[end].find_first_not_of(' ') > depth) {
            ++end;
        }
        return end;
    }

    void drop(std::vector<std::string>& list, std::size_t at) {
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(at),
                   list.begin() + static_cast<std::ptrdiff_t>(end_of_block(list, at)));
    }

    void repeat(std::vector<std::string>& list, std::size_t at) {
        const std::vector<std::string> block(
            list.begin() + static_cast<std::ptrdiff_t>(at),
            list.begin() + static_cast<std::ptrdiff_t>(end_of_block(list, at)));
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), block.begin(), block.end());
    }

    void renumber(std::string& line) {
        if (const auto digit = line.find_first_of("0123456789"); digit != std::string::npos) {
            line[digit] = static_cast<char>('0' + pick(10));
        }
    }

    void retype(std::string& line) {
        if (const auto colon = line.find(": "); colon != std::string::npos) {
            line = line.substr(0, colon + 2) + kScalars[pick(std::size(kScalars))];
        } else {
            line += std::string(" ") + kScalars[pick(std::size(kScalars))];
        }
    }

    void deepen(std::string& line) {
        const auto depth = 1 + pick(600);
        const auto colon = line.find(": ");
        line = (colon == std::string::npos ? std::string("x: ") : line.substr(0, colon + 2)) +
               std::string(depth, '[') + std::string(depth, ']');
    }

    std::mt19937 random_;
};

}  // namespace

TEST_CASE("load: damaged files give errors or a configuration") {
    constexpr int kFiles = 4000;
    for (const char* seed : kSeeds) {
        INFO(testing::only(testing::load_text(seed).errors));
        CHECK(testing::load_text(seed).valid());
    }
    Mutator mutator(20261130);
    int valid = 0;
    for (int i = 0; i < kFiles; ++i) {
        const auto text = mutator.mutate(kSeeds[i % 2]);
        const auto result = testing::load_text(text);
        for (const auto& error : result.errors) {
            INFO(text);
            REQUIRE_FALSE(error.text.empty());
        }
        if (result.valid()) {
            ++valid;
            const auto printed = print(result.configuration, Stage::kMerged, Format::kYaml);
            REQUIRE_FALSE(printed.empty());
        }
        static_cast<void>(plugin_sources(text, "f"));
    }
    MESSAGE(valid << " of " << kFiles << " files were still valid");
    CHECK(valid > kFiles / 5);
}

}  // namespace berth::settings
