#include "core/settings/load.hpp"

#include <doctest/doctest.h>

#include "tests/unit/settings/fixture.hpp"

namespace berth::settings {

using testing::file_of;
using testing::lines;
using testing::load_text;
using testing::only;
using testing::v1;

TEST_CASE("load: a file of each version gives that version's defaults") {
    for (const char* version : {"v1", "v1beta3", "v1beta2"}) {
        INFO(version);
        const auto result = load_text(file_of(version, ""));
        CHECK(result.can_start());
        CHECK(result.warnings.empty());
        const auto& configuration = result.configuration;
        CHECK(configuration.parallelism == 16);
        CHECK(configuration.leader_election.lease_duration == std::chrono::seconds(15));
        CHECK(configuration.client_connection.qps == 50);
        CHECK(configuration.enable_contention_profiling);
        REQUIRE(configuration.profiles.size() == 1);
        CHECK(configuration.profiles[0].scheduler_name == "default-scheduler");
        CHECK(api_version(configuration.version) ==
              "kubescheduler.config.k8s.io/" + std::string(version));
    }
}

TEST_CASE("load: zero and null stand for unset where they do upstream") {
    const auto result =
        load_text(v1("parallelism: null\nclientConnection: {qps: 0, burst: 0, contentType: ''}\n"
                     "leaderElection: {leaseDuration: 0s, leaderElect: null}\nprofiles: null\n"
                     "enableProfiling: false\n"));
    CHECK(result.can_start());
    CHECK(result.configuration.parallelism == 16);
    CHECK(result.configuration.client_connection.burst == 100);
    CHECK(result.configuration.leader_election.lease_duration == std::chrono::seconds(15));
    CHECK(result.configuration.leader_election.leader_elect);
    CHECK_FALSE(result.configuration.enable_contention_profiling);
}

TEST_CASE("load: all errors of a file at once, in its order, with their places") {
    const auto result = load_text(
        "apiVersion: kubescheduler.config.k8s.io/v1\n"
        "kind: KubeSchedulerConfiguration\n"
        "paralellism: 3\n"
        "podInitialBackoffSeconds: 0\n"
        "leaderElection: {leaseDuration: soon}\n"
        "profiles:\n"
        "- schedulerName: a\n"
        "  percentageOfNodesToScore: 101\n"
        "  plugins:\n"
        "    score:\n"
        "      enabled:\n"
        "      - {name: NodeAffinity, wieght: 2}\n"
        "  pluginConfig:\n"
        "  - name: InterPodAffinity\n"
        "    args: {hardPodAffinityWeight: heavy}\n"
        "- schedulerName: a\n");
    CHECK(lines(result.errors) ==
          std::vector<std::string>{
              "3:1 paralellism: unknown field \"paralellism\": did you mean \"parallelism\"?",
              "4:1 podInitialBackoffSeconds: Invalid value: 0: must be greater than 0",
              "5:18 leaderElection.leaseDuration: expected a duration such as \"15s\" or "
              "\"1m30s\", found a string \"soon\"",
              "8:3 profiles[0].percentageOfNodesToScore: Invalid value: 101: not in valid range "
              "[0-100]",
              "12:30 profiles[0].plugins.score.enabled[0].wieght: unknown field \"wieght\": did "
              "you mean \"weight\"?",
              "15:12 profiles[0].pluginConfig[0].args.hardPodAffinityWeight: expected a whole "
              "number, found a string \"heavy\" (decoding args for plugin InterPodAffinity)",
              "16:3 profiles[1].schedulerName: Duplicate value: \"a\": profiles[0] has it already",
          });
}

TEST_CASE("load: what is no configuration is refused in a sentence") {
    struct Case {
        const char* name;
        std::string text;
        const char* contains;
    };
    const Case cases[] = {
        {"empty", "", "the file is empty"},
        {"comment", "# nothing\n", "the file is empty"},
        {"list", "- a\n", "found a list"},
        {"scalar", "hello\n", "found a string \"hello\""},
        {"empty first document", "---\n---\n" + v1(""), "the first document is empty"},
        {"v1beta1", file_of("v1beta1", ""), "removed in Kubernetes 1.23: change it to"},
        {"template", file_of("XVERSIONX", ""), "a word of a template"},
        {"braces",
         "apiVersion: kubescheduler.config.k8s.io/{{v}}\nkind: "
         "KubeSchedulerConfiguration\n",
         "a word of a template"},
        {"v2", file_of("v2", ""), "is not a version"},
        {"policy", "apiVersion: v1\nkind: Policy\n", "plugins of a profile now"},
        {"no kind", "apiVersion: kubescheduler.config.k8s.io/v1\n", "kind: missing"},
        {"tab", v1("leaderElection:\n\tleaderElect: false\n"), "begins with a tab"},
        {"bundle",
         "apiVersion: v1\nkind: ServiceAccount\n---\napiVersion: v1\nkind: ConfigMap\n"
         "metadata: {name: c}\ndata:\n  s.yaml: |\n    kind: KubeSchedulerConfiguration\n",
         "the text of data.s.yaml in ConfigMap c (line 8)"},
    };
    for (const auto& c : cases) {
        INFO(c.name);
        const auto result = load_text(c.text);
        const auto text = only(result.errors);
        INFO(text);
        CHECK(result.errors.size() == 1);
        CHECK(text.find(c.contains) != std::string::npos);
    }
}

TEST_CASE("load: only the first document counts") {
    auto result = load_text(v1("parallelism: 1\n") + "---\n" + v1("parallelism: 2\n"));
    CHECK(result.can_start());
    CHECK(result.configuration.parallelism == 1);
    CHECK(result.warnings.size() == 1);
    result = load_text("---\n" + v1("parallelism: 4\n"));
    CHECK(result.configuration.parallelism == 4);
}

TEST_CASE("load: fields of other versions say so") {
    struct Case {
        const char* version;
        const char* field;
        bool good;
    };
    const Case cases[] = {
        {"v1beta2", "healthzBindAddress: ''", true},
        {"v1beta2", "metricsBindAddress: 0.0.0.0:0", true},
        {"v1beta2", "metricsBindAddress: '[::1]:0'", true},
        {"v1beta2", "metricsBindAddress: 0.0.0.0:10251", false},
        {"v1beta2", "metricsBindAddress: localhost:0", false},
        {"v1beta2", "metricsBindAddress: nonsense", false},
        {"v1beta3", "healthzBindAddress: ''", false},
        {"v1", "metricsBindAddress: ''", false},
        {"v1", "delayCacheUntilActive: true", true},
        {"v1beta3", "delayCacheUntilActive: true", false},
        {"v1", "profiles: [{percentageOfNodesToScore: 5}]", true},
        {"v1beta3", "profiles: [{percentageOfNodesToScore: 5}]", false},
        {"v1", "profiles: [{plugins: {preEnqueue: {}}}]", true},
        {"v1beta2", "profiles: [{plugins: {preEnqueue: {}}}]", false},
        {"v1beta3", "profiles: [{plugins: {multiPoint: {}}}]", true},
    };
    for (const auto& c : cases) {
        INFO(c.version << ' ' << c.field);
        CHECK(load_text(file_of(c.version, c.field)).valid() == c.good);
    }
}

TEST_CASE("load: berth's own fields") {
    const auto result =
        load_text(v1("pluginDirectories: [/a, /b]\n"
                     "profiles:\n"
                     "- pluginLibraries:\n"
                     "  - x.so\n"
                     "  - {file: y.so, sha256: "
                     "0123456789abcdef0123456789abcdef0123456789abcdef0123456789ABCDEF}\n"));
    CHECK(result.can_start());
    CHECK(result.configuration.plugin_directories == std::vector<std::string>{"/a", "/b"});
    REQUIRE(result.configuration.profiles[0].libraries.size() == 2);
    CHECK(result.configuration.profiles[0].libraries[1].file == "y.so");

    CHECK(only(load_text(v1("profiles: [{pluginLibraries: [{file: a, sha256: 12}]}]")).errors)
              .find("expected a text, found 12") != std::string::npos);
    CHECK(only(load_text(v1("profiles: [{pluginLibraries: [{sha256: ''}]}]")).errors)
              .find("found none") != std::string::npos);
    CHECK(only(load_text(v1("profiles: [{pluginLibraries: [[]]}]")).errors)
              .find("expected a file name or {file, sha256") != std::string::npos);
}

TEST_CASE("load: plugin sources are read before there is a catalog") {
    const auto sources = plugin_sources(
        v1("pluginDirectories: [/a]\nnonsense: 1\n"
           "profiles: [{pluginLibraries: [x.so]}, {}, {pluginLibraries: [y.so, z.so]}]\n"),
        "f");
    CHECK(sources.directories == std::vector<std::string>{"/a"});
    REQUIRE(sources.profiles.size() == 3);
    CHECK(sources.profiles[2].size() == 2);
    CHECK(plugin_sources("{{{", "f").profiles.empty());
}

TEST_CASE("load: extenders") {
    const auto good =
        load_text(v1("extenders:\n"
                     "- urlPrefix: http://x\n  prioritizeVerb: p\n  weight: 2\n  httpTimeout: 3s\n"
                     "  tlsConfig: {certData: aGVsbG8=}\n"
                     "  managedResources: [{name: example.com/a, ignoredByScheduler: true}]\n"));
    CHECK(good.can_start());
    REQUIRE(good.configuration.extenders.size() == 1);
    CHECK(good.configuration.extenders[0].tls->cert_data == "hello");
    CHECK(good.configuration.extenders[0].http_timeout == std::chrono::seconds(3));

    struct Case {
        const char* extender;
        const char* error;
    };
    const Case cases[] = {
        {"{prioritizeVerb: p}", "extenders[0].weight: Invalid value: 0"},
        {"{managedResources: [{name: cpu}]}", "extenders[0].managedResources[0].name"},
        {"{managedResources: [{name: a.kubernetes.io/b}]}", "is an invalid extended resource name"},
        {"{managedResources: [{name: requests.a/b}]}", "is an invalid extended resource name"},
        {"{tlsConfig: {keyData: '***'}}", "extenders[0].tlsConfig.keyData: expected base64"},
        {"{httpTimeout: 5}", "extenders[0].httpTimeout: expected a duration"},
        {"{bindVerb: a}, {bindVerb: b}", "found 2 extenders implementing bind"},
    };
    for (const auto& c : cases) {
        const auto text =
            only(load_text(v1("extenders: [" + std::string(c.extender) + "]")).errors);
        INFO(text);
        CHECK(text.find(c.error) != std::string::npos);
    }
}

TEST_CASE("load: an extender's ignored resources need NodeResourcesFit's args") {
    const std::string extender =
        "extenders: [{urlPrefix: 'http://x', managedResources: [{name: a.b/c, ignoredByScheduler: "
        "true}]}]\n";
    CHECK(load_text(v1(extender)).can_start());
    const auto result = load_text(
        v1(extender +
           "profiles: [{plugins: {multiPoint: {disabled: [{name: NodeResourcesFit}]}}}]\n"));
    CHECK(only(result.start_errors).find("can't find NodeResourcesFitArgs") != std::string::npos);
}

TEST_CASE("load: an election that cannot begin is pointed out") {
    const auto result = load_text(v1("leaderElection: {renewDeadline: 2s, retryPeriod: 2s}\n"));
    CHECK(result.can_start());
    CHECK(only(result.warnings).find("more than 1.2 times retryPeriod") != std::string::npos);
}

TEST_CASE("load: a secret in the file is not repeated in an error") {
    const auto result = load_text(v1("extenders: [{tlsConfig: {keyData: 'hush hush'}}]"));
    CHECK(only(result.errors).find("hush") == std::string::npos);
}

}  // namespace berth::settings
