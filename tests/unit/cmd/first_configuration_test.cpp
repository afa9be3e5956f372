#include "core/cmd/run/first_configuration.hpp"

#include <sstream>

#include <doctest/doctest.h>

#include "core/model/words.hpp"
#include "tests/unit/cluster/scratch_folder.hpp"

namespace berth::cmd {
namespace {

using namespace std::chrono_literals;

TEST_CASE("first configuration: what the file says, what flags change, and what is wrong") {
    struct Case {
        const char* name;
        const char* file;  // null: none
        std::function<void(RunOptions&)> flags;
        const char* expected;
    };
    const Case cases[] = {
        {"the defaults", nullptr, {}, "kube-scheduler 15s qps 50 kubeconfig \"\""},
        {"flags without a file", nullptr,
         [](RunOptions& options) {
             options.leader.resource_name = "other";
             options.qps = 7;
             options.kubeconfig = "/k";
         },
         "other 15s qps 7 kubeconfig \"/k\""},
        {"a file",
         "leaderElection: {resourceName: mine}\nclientConnection: {qps: 9, kubeconfig: /f}\n",
         {},
         "mine 15s qps 9 kubeconfig \"/f\""},
        {"flags with a file: those of the connection do not count", "clientConnection: {qps: 9}\n",
         [](RunOptions& options) {
             options.leader.lease_duration = 20s;
             options.qps = 7;
             options.kubeconfig = "/k";
         },
         "kube-scheduler 20s qps 9 kubeconfig \"\""},
        {"a plugin of a library is not known yet",
         "profiles:\n- plugins: {multiPoint: {enabled: [{name: Elsewhere}]}}\n"
         "  pluginLibraries: [elsewhere.so]\n"
         "  pluginConfig: [{name: Elsewhere, args: {a: 1}}]\n",
         {},
         "kube-scheduler 15s qps 50 kubeconfig \"\""},
        {"an unknown field", "colour: red\n", {}, "config.yaml:3:1"},
        {"flags that contradict the file", "leaderElection: {leaseDuration: 12s}\n",
         [](RunOptions& options) { options.leader.renew_deadline = 12s; },
         "leaderElection.leaseDuration must be greater than renewDeadline"},
        {"a retry period that is too long", "",
         [](RunOptions& options) { options.leader.retry_period = 9s; },
         "leaderElection.renewDeadline must be greater than 1.2 times retryPeriod"},
        {"no election, no durations",
         "leaderElection: {leaderElect: false, leaseDuration: 5s}\n",
         {},
         "kube-scheduler 5s qps 50 kubeconfig \"\""},
    };
    for (const Case& c : cases) {
        CAPTURE(c.name);
        const cluster::testing::ScratchFolder folder;
        RunOptions options;
        if (c.file != nullptr) {
            options.config = folder.write("config.yaml",
                                          std::string("apiVersion: kubescheduler.config.k8s.io/v1\n"
                                                      "kind: KubeSchedulerConfiguration\n") +
                                              c.file);
        }
        if (c.flags) {
            c.flags(options);
        }
        base::SymbolTable symbols(model::first_words());
        base::FakeClock clock;
        const host::Context context(symbols, clock);
        std::ostringstream err;
        const auto read = first_configuration(options, context, err);
        if (!read) {
            CHECK_MESSAGE(err.str().find(c.expected) != std::string::npos, err.str());
            continue;
        }
        std::ostringstream said;
        said << read->leader_election.resource_name << ' '
             << base::format_duration(read->leader_election.lease_duration) << " qps "
             << read->client_connection.qps << " kubeconfig \""
             << read->client_connection.kubeconfig << '"';
        CHECK(said.str() == c.expected);
        CHECK(err.str().empty());
    }
}

}  // namespace
}  // namespace berth::cmd
