// What plugins ask the API server for, through the engine: berth.host.client/1.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/host/host_record.hpp"
#include "core/host/rbac.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"
#include "tests/unit/scheduler/world.hpp"

namespace berth::scheduler {
namespace {

using host::str_of;
using host::view_of;

host::Caller with_drafts() {
    host::Caller caller;
    caller.scheduler_name = "default-scheduler";
    caller.drafts = true;
    return caller;
}

// An instance that asks, and what it was answered.
struct Clerk {
    explicit Clerk(testing::World& in)
        : world(in), record(in.context, reasons, "Clerk@1", with_drafts()) {
        record.set_instance(instance);
    }
    ~Clerk() { world.context.requests().end(record); }
    Clerk(const Clerk&) = delete;
    Clerk& operator=(const Clerk&) = delete;

    static void answered(void* context, const berth_reply* reply) {
        auto& clerk = *static_cast<Clerk*>(context);
        clerk.answers.push_back(fmt::format("{} {} {}", reply->http_status, view_of(reply->reason),
                                            view_of(reply->text)));
    }
    std::vector<std::string> take() { return std::exchange(answers, {}); }

    [[nodiscard]] static berth_target pod_target(std::string_view name) {
        berth_target target{};
        target.struct_size = sizeof(target);
        target.version = str_of("v1");
        target.plural = str_of("pods");
        target.namespace_name = str_of("default");
        target.name = str_of(name);
        return target;
    }
    std::uint64_t annotate(std::string_view pod, std::string_view value) {
        const berth_target target = pod_target(pod);
        const std::string body =
            fmt::format(R"({{"metadata":{{"annotations":{{"told":"{}"}}}}}})", value);
        return client.patch(&record, &target, BERTH_PATCH_MERGE, str_of(body), &done);
    }
    std::uint64_t set_condition(std::string_view pod, std::string_view message) {
        const berth_subject subject{sizeof(berth_subject), 0,           {}, {},
                                    str_of("default"),     str_of(pod), {}};
        const berth_pod_condition condition{sizeof(berth_pod_condition), 1,
                                            str_of("DisruptionTarget"),
                                            str_of("PreemptionByScheduler"), str_of(message)};
        return client.set_condition(&record, &subject, &condition, &done);
    }

    testing::World& world;
    framework::ReasonTable reasons;
    framework::PluginInstance instance;
    host::HostRecord record;
    const berth_client_v1& client = *host::services::client();
    berth_done done{sizeof(berth_done), BERTH_DONE_ON_SCHED, this, answered};
    std::vector<std::string> answers;
};

std::string told(const testing::World& world, std::string_view pod) {
    const auto found = world.pod(pod);
    const std::string* const value =
        found == nullptr ? nullptr : found->meta.find_annotation("told");
    return value == nullptr ? "" : *value;
}

const model::PodCondition* disruption(const testing::World& world, std::string_view pod) {
    return world.pod(pod)->find_condition(world.symbols.find("DisruptionTarget"));
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("client: served only to who has the same draft headers") {
    testing::World world;
    Clerk clerk(world);
    const host::HostRecord without(world.context, clerk.reasons, "Old@1");
    const host::HostRecord image(world.context, "lib.so");
    const berth_str id = str_of(BERTH_HOST_CLIENT_V1);
    CHECK(clerk.record.service(&clerk.record, id) != nullptr);
    CHECK(without.service(&without, id) == nullptr);
    CHECK(image.service(&image, id) == nullptr);
}

TEST_CASE("client: a write reaches the cluster, its answer comes between cycles") {
    testing::World world;
    world.add_pod("a");
    Clerk clerk(world);
    CHECK(clerk.annotate("a", "yes") != 0);
    CHECK(told(world, "a") == "yes");
    CHECK(clerk.take().empty());
    world.scheduler->take_in();
    CHECK(clerk.take() == Texts{"200  "});
    CHECK(clerk.annotate("b", "yes") != 0);
    world.scheduler->take_in();
    CHECK(clerk.take() == Texts{"404 NotFound pods \"b\" not found"});
}

TEST_CASE("client: every kind of request") {
    testing::World world;
    world.add_pod("a");
    Clerk clerk(world);
    const berth_client_v1& client = clerk.client;
    const berth_host* const host = &clerk.record;
    const berth_target a = Clerk::pod_target("a");
    const berth_target none = Clerk::pod_target("");
    const berth_str json_patch =
        str_of(R"([{"op":"add","path":"/metadata/labels","value":{"x":"y"}}])");
    const berth_str pod = str_of(
        R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"n"},"spec":{"containers":[]}})");
    struct Case {
        const char* name;
        std::uint64_t token;
        const char* answer;  // "": not asked for
    };
    const Case cases[] = {
        {"get", client.get(host, &a, &clerk.done), "200  "},
        {"get without done", client.get(host, &a, nullptr), ""},
        {"json patch", client.patch(host, &a, BERTH_PATCH_JSON, json_patch, &clerk.done), "200  "},
        {"strategic patch",
         client.patch(host, &a, BERTH_PATCH_STRATEGIC, str_of("{}"), &clerk.done), "200  "},
        {"a patch of no kind", client.patch(host, &a, 9, str_of("{}"), &clerk.done), ""},
        {"create", client.create(host, &none, pod, &clerk.done), "201  "},
        {"update", client.update(host, &a, str_of("[]"), &clerk.done), "400 BadRequest the patch"},
        {"erase", client.erase(host, &a, 0, &clerk.done), "200  "},
        {"erase again", client.erase(host, &a, -1, &clerk.done),
         "404 NotFound pods \"a\" not found"},
        {"about nothing", client.erase(host, nullptr, -1, &clerk.done), ""},
    };
    world.scheduler->take_in();
    std::vector<std::string> answers = clerk.take();
    std::size_t next = 0;
    for (const Case& c : cases) {
        INFO(c.name);
        const bool asked = *c.answer != '\0';
        CHECK((c.token != 0) == asked);
        if (asked) {
            REQUIRE(next < answers.size());
            if (std::string_view(c.name) == "update") {
                CHECK(answers[next].starts_with("400 BadRequest"));
            } else {
                CHECK(answers[next] == c.answer);
            }
            ++next;
        }
    }
    CHECK(next == answers.size());
    CHECK(world.pod("n") != nullptr);
}

TEST_CASE("client: a request that is given up, or whose instance ends, is answered with nothing") {
    testing::World world;
    world.add_pod("a");
    world.cluster.keep_requests = true;
    Clerk clerk(world);
    const std::uint64_t given_up = clerk.annotate("a", "1");
    static_cast<void>(clerk.annotate("a", "2"));
    clerk.client.cancel(&clerk.record, given_up);
    world.scheduler->take_in();
    CHECK(clerk.take() == Texts{"0  "});
    world.context.requests().end(clerk.record);
    CHECK(clerk.take() == Texts{"0  "});
    world.cluster.answer_requests();
    world.scheduler->take_in();
    CHECK(clerk.take().empty());
    CHECK(clerk.annotate("a", "3") == 0);
}

TEST_CASE("client: the end of the scheduler answers what is open") {
    testing::World world;
    world.add_pod("a");
    world.cluster.keep_requests = true;
    Clerk clerk(world);
    CHECK(clerk.annotate("a", "1") != 0);
    world.scheduler.reset();
    CHECK(clerk.take() == Texts{"0  "});
    CHECK(clerk.annotate("a", "2") == 0);
}

TEST_CASE("client: who does not lead sends nothing") {
    testing::World world;
    world.add_pod("a");
    world.settle();
    Clerk clerk(world);
    world.cluster.leads = false;
    CHECK(clerk.annotate("a", "1") == 0);
    CHECK(clerk.set_condition("a", "m") == 0);
    const berth_subject about{sizeof(berth_subject), 0, {}, {}, {}, str_of("a"), {}};
    const berth_event_note note{
        sizeof(berth_event_note), BERTH_EVENT_NORMAL, {}, {}, {}, &about, nullptr};
    const std::size_t events = world.store.events().size();
    clerk.client.event(&clerk.record, &note);
    world.scheduler->take_in();
    CHECK(clerk.take().empty());
    CHECK(told(world, "a").empty());
    CHECK(world.store.events().size() == events);
}

TEST_CASE("client: a condition is set once; a pod that is gone is not found") {
    testing::World world;
    world.add_pod("a");
    world.settle();
    Clerk clerk(world);
    CHECK(clerk.set_condition("a", "preempted") != 0);
    world.scheduler->take_in();
    CHECK(clerk.take() == Texts{"200  "});
    REQUIRE(disruption(world, "a") != nullptr);
    CHECK(disruption(world, "a")->message == "preempted");
    CHECK(disruption(world, "a")->status == model::ConditionStatus::kTrue);
    CHECK(disruption(world, "a")->last_transition == world.clock.now());

    const std::string version = world.pod("a")->meta.resource_version;
    world.clock.advance(base::Duration(1'000'000'000));
    CHECK(clerk.set_condition("a", "preempted") != 0);
    world.settle();
    CHECK(clerk.take() == Texts{"200  "});
    CHECK(world.pod("a")->meta.resource_version == version);

    CHECK(clerk.set_condition("b", "preempted") != 0);
    world.scheduler->take_in();
    CHECK(clerk.take() == Texts{"404 NotFound pods \"b\" not found"});
}

TEST_CASE("client: an event names both pods, in the profile's name") {
    testing::World world;
    Clerk clerk(world);
    const berth_subject victim{sizeof(berth_subject), 0,           {}, {}, str_of("default"),
                               str_of("low"),         str_of("u1")};
    const berth_subject preemptor{
        sizeof(berth_subject), 0,           str_of("v1"), str_of("Pod"), str_of("default"),
        str_of("high"),        str_of("u2")};
    const std::string text(2000, 'x');
    const berth_event_note note{sizeof(berth_event_note),
                                BERTH_EVENT_WARNING,
                                str_of("Preempted"),
                                str_of("Preempting"),
                                str_of(text),
                                &victim,
                                &preemptor};
    clerk.client.event(&clerk.record, &note);
    REQUIRE(!world.store.events().empty());
    const access::EventRecord event = world.store.events().back();
    CHECK(event.regarding.kind + " " + event.regarding.name + " " + event.regarding_uid ==
          "Pod low u1");
    CHECK(event.related.kind + " " + event.related.name + " " + event.related_uid == "Pod high u2");
    CHECK(event.warning);
    CHECK(event.reason + " " + event.action == "Preempted Preempting");
    CHECK(event.note.size() == 1024);
    CHECK(event.reporting_controller == "default-scheduler");
    CHECK(event.time == world.clock.now());
}

TEST_CASE("client: what is declared becomes rules, in a Role where it is about a namespace") {
    testing::World world;
    Clerk clerk(world);
    berth_target target{};
    target.struct_size = sizeof(target);
    target.plural = str_of("pods");
    target.subresource = str_of("resize");
    clerk.client.declare(&clerk.record, &target, BERTH_VERB_PATCH | BERTH_VERB_GET);
    target.group = str_of("example.com");
    target.plural = str_of("quotas");
    target.subresource = {};
    target.namespace_name = str_of("shop");
    clerk.client.declare(&clerk.record, &target,
                         BERTH_VERB_CREATE | BERTH_VERB_UPDATE | BERTH_VERB_DELETE);

    framework::Generation generation;
    generation.profiles.push_back(std::make_unique<framework::Profile>());
    auto instance = std::make_unique<framework::PluginInstance>();
    instance->name = "Clerk";
    instance->needs = clerk.instance.needs;
    generation.profiles.front()->instances.push_back(std::move(instance));
    const std::string yaml = host::cluster_role_yaml(host::rbac_rules(generation), "berth");
    CHECK(yaml.find("# Clerk\n- apiGroups: [\"\"]\n  resources: [pods/resize]\n"
                    "  verbs: [get, patch]\n") != std::string::npos);
    CHECK(yaml.find("---\napiVersion: rbac.authorization.k8s.io/v1\nkind: Role\n"
                    "metadata: {name: berth, namespace: shop}\nrules:\n"
                    "# Clerk\n- apiGroups: [example.com]\n  resources: [quotas]\n"
                    "  verbs: [create, update, delete]\n") != std::string::npos);
}

}  // namespace berth::scheduler
