// World: an embedded cluster, a clock that stands still and a scheduler with the built-in plugins
// and Doorman (doorman.cpp), which does at Reserve, Permit and PreBind what the test tells it; new
// nodes wake the pods that it refused. Scout (scout.hpp) is there for profiles that name it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cluster/embedded_cluster.hpp"
#include "core/host/build_generation.hpp"
#include "core/host/context.hpp"
#include "core/host/registry.hpp"
#include "core/model/words.hpp"
#include "core/scheduler/scheduler.hpp"

namespace berth::scheduler::testing {

// What Doorman does; the same for all of its instances.
struct DoormanOrders {
    std::string refuse_reserve;          // not empty: the reason
    bool wait_at_permit = false;         // for a minute
    std::string refuse_permit;           // not empty: the reason
    bool nothing_to_pre_bind = false;    // PreBindPreFlight says so
    std::string fail_pre_bind;           // not empty: the error
    bool slow_pre_bind = false;          // its token is kept in `waiting`
    std::string write_at_pre_bind;       // not empty: a merge patch of the pod, then waited for
    std::vector<std::string> given_up;   // pods that were cancelled before they were unreserved
    std::vector<std::string> calls;      // "reserve a n1", "unreserve a n1", …
    std::vector<std::uint64_t> waiting;  // tokens
};
DoormanOrders& doorman();

// Passes all calls on to the embedded cluster; bindings may be refused or left unanswered.
class MoodyCluster final : public access::Cluster {
public:
    explicit MoodyCluster(access::Cluster& real) : real_(real) {}

    std::string refuse_bindings;  // not empty: the error
    bool leads = true;            // else nothing may be written
    bool keep_requests = false;   // answers are kept until answer_requests()
    void answer_requests();
    std::optional<access::ObjectReply> answer_with;  // instead of asking the cluster
    bool keep_bindings = false;                      // answers are kept until answer_bindings()
    std::vector<access::Binding> bindings;           // that were asked for
    bool has_resources = false;  // it watches resources by name, as an API server does
    bool settled = true;         // of such watches
    std::map<access::ResourceName, access::Watcher*> resources;  // that are watched
    void answer_bindings();

    [[nodiscard]] std::unique_ptr<access::Watch> watch(std::vector<model::ObjectKind> kinds,
                                                       access::Watcher& watcher) override;
    [[nodiscard]] std::unique_ptr<access::Watch> watch_resource(
        const access::ResourceName& resource, access::Watcher& watcher) override;
    void get(access::ObjectName name, access::ObjectDone done) override;
    void list(model::ObjectKind kind,
              std::function<void(base::Result<std::vector<model::Object>>)> done) override;
    void create(model::Object object, access::ObjectDone done) override;
    void update(model::Object object, access::ObjectDone done) override;
    void patch(access::ObjectName name, std::string merge_patch_json,
               access::ObjectDone done) override;
    void remove(access::ObjectName name, std::string uid, access::Done done) override;
    void bind(access::Binding binding, access::Done done) override;
    void patch_pod_status(access::PodStatusPatch patch, access::Done done) override;
    void record(access::EventRecord event) override;
    void request(access::ObjectRequest request, access::ReplyDone done) override;
    [[nodiscard]] bool may_write() const override { return leads; }

private:
    access::Cluster& real_;
    std::vector<std::pair<access::Binding, access::Done>> kept_;
    std::vector<std::pair<access::ObjectRequest, access::ReplyDone>> kept_requests_;
};

class World final : public Observer {
public:
    // `extenders` are taken where the configuration has some, whatever it says of them.
    explicit World(std::string_view config = {}, Options options = {},
                   framework::Extenders extenders = {});
    ~World() override;

    // One object as YAML.
    void apply(std::string_view yaml);
    void add_node(std::string_view name, std::string_view cpu = "4");
    void add_pod(std::string_view name, std::string_view cpu = "1", int priority = 0);
    void remove(std::string_view kind, std::string_view name);

    // Until nothing can be popped from the active part and nothing is under way.
    void settle(Pop pop = Pop::kActive);
    void advance(base::Duration by);

    // "": not bound; a pod that does not exist fails the test.
    [[nodiscard]] std::string node_of(std::string_view pod) const;
    [[nodiscard]] model::Ptr<model::Pod> pod(std::string_view name) const;
    [[nodiscard]] std::string condition(std::string_view pod) const;  // "False Unschedulable: …"
    [[nodiscard]] std::vector<std::string> event_notes() const;
    [[nodiscard]] std::string part_of(std::string_view pod) const;  // of the queue; "": in none

    void on_attempt(const Attempt& attempt) override;
    void on_failed(const framework::PodInfo& pod, std::string_view message) override;

    base::FakeClock clock;
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    cluster::EmbeddedCluster store{pools, clock};
    MoodyCluster cluster{store};
    host::Context context{symbols, clock};
    host::RegistryResult registry;
    framework::GenerationRef generation;
    std::unique_ptr<Scheduler> scheduler;
    std::vector<std::string> attempts;  // "a -> n1", "a: 0/1 nodes …"
    std::vector<std::string> failures;  // after the choice
};

}  // namespace berth::scheduler::testing
