// The wrappers of draft services: what reaches the host, and what comes back.
#include <string>
#include <vector>

#define BERTH_BUILTIN draft_services_test

#include <berth/sdk/draft.h>
#include <berth/sdk/draft/host/nominator.h>
#include <berth/sdk/draft/host/parallel.h>
#include <berth/sdk/draft/host/queue.h>
#include <berth/sdk/draft/host/random.h>
#include <berth/sdk/draft/host/waiting.h>
#include <berth/sdk/draft/host/whatif.h>
#include <berth/testing.h>
#include <doctest/doctest.h>

namespace {

using namespace berth;  // NOLINT(google-build-using-namespace)
using Texts = std::vector<std::string>;

// What the host was told, in order.
Texts& told() {
    static Texts texts;
    return texts;
}

berth_whatif* const kOpen = static_cast<berth_whatif*>(static_cast<void*>(&told()));

const berth_whatif_v1 kWhatIf = {
    .struct_size = sizeof(berth_whatif_v1),
    .reserved = 0,
    .open =
        [](const berth_host*, const berth_call*, const berth_pod*, std::uint32_t row) {
            told().push_back("open " + std::to_string(row));
            return row == 0 ? kOpen : nullptr;
        },
    .nodes = [](const berth_host*, berth_whatif*) -> const berth_nodes* { return nullptr; },
    .remove_pod = [](const berth_host*, berth_whatif*, const berth_pod* victim,
                     berth_whatif_result* result) -> std::int32_t {
        told().push_back("remove " + test::copy(victim->name));
        if (result != nullptr) {
            result->code = BERTH_ERROR;
        }
        return result != nullptr ? BERTH_ERROR : BERTH_SUCCESS;
    },
    .add_pod = [](const berth_host*, berth_whatif*, const berth_pod* other,
                  berth_whatif_result*) -> std::int32_t {
        told().push_back("add " + test::copy(other->name));
        return BERTH_SUCCESS;
    },
    .filter = [](const berth_host*, berth_whatif*, std::uint32_t flags,
                 berth_whatif_result* result) -> std::int32_t {
        static const berth_str kReason = str("too small");
        told().push_back("filter " + std::to_string(flags));
        if (result != nullptr) {
            result->code = BERTH_UNSCHEDULABLE;
            result->plugin = str("Fit");
            result->reasons = {&kReason, 1, sizeof(berth_str)};
        }
        return BERTH_UNSCHEDULABLE;
    },
    .close = [](const berth_host*, berth_whatif*) { told().emplace_back("close"); },
};

const berth_parallel_v1 kParallel = {
    .struct_size = sizeof(berth_parallel_v1),
    .reserved = 0,
    .run = [](const berth_host*, const berth_call*, std::uint32_t count, std::uint32_t chunk,
              berth_piece* piece, void* context) -> std::int32_t {
        for (std::uint32_t begin = 0; begin < count; begin += chunk) {
            if (piece(context, begin, std::min(count, begin + chunk)) != 0) {
                return BERTH_ERROR;
            }
        }
        return BERTH_SUCCESS;
    },
};

const berth_random_v1 kRandom = {
    .struct_size = sizeof(berth_random_v1),
    .reserved = 0,
    .below = [](const berth_host*, std::uint64_t bound) { return bound / 2; },
    .bits = [](const berth_host*) { return std::uint64_t{7}; },
};

const berth_queue_v1 kQueue = {
    .struct_size = sizeof(berth_queue_v1),
    .reserved = 0,
    .activate = [](const berth_host*, const berth_str* uids,
                   std::uint32_t count) { told().push_back(test::copy(uids[count - 1])); },
    .wake_refused = [](const berth_host*) { told().emplace_back("wake"); },
};

struct Waiters {
    std::vector<berth_waiting_pod> pods = std::vector<berth_waiting_pod>(70);
    Waiters() {
        for (std::size_t i = 0; i < pods.size(); ++i) {
            pods[i].token = i + 1;
        }
    }
};
Waiters& waiters() {
    static Waiters made;
    return made;
}

template <char Letter>
std::int32_t end_wait(const berth_host*, berth_str uid, berth_str text) {
    told().push_back(std::string(1, Letter) + " " + test::copy(uid) + ": " + test::copy(text));
    return test::copy(uid) == "known" ? BERTH_SUCCESS : BERTH_ERROR;
}

const berth_waiting_v1 kWaiting = {
    .struct_size = sizeof(berth_waiting_v1),
    .reserved = 0,
    .list = [](const berth_host*, std::uint64_t* cursor, const berth_waiting_pod** out,
               std::uint32_t room) -> std::uint32_t {
        std::uint32_t count = 0;
        for (; count < room && *cursor < waiters().pods.size(); ++count, ++*cursor) {
            out[count] = &waiters().pods[*cursor];
        }
        return count;
    },
    .find = [](const berth_host*, berth_str uid) -> const berth_waiting_pod* {
        return test::copy(uid) == "known" ? waiters().pods.data() : nullptr;
    },
    .allow = [](const berth_host*, std::uint64_t token) -> std::int32_t {
        return token == 1 ? BERTH_SUCCESS : BERTH_ERROR;
    },
    .reject = end_wait<'r'>,
    .preempt = end_wait<'p'>,
    .cancel_pre_bind = end_wait<'c'>,
};

const berth_pod* nominated() {
    static const test::FakePod pod("chosen");
    return &pod.raw;
}

const berth_nominator_v1 kNominator = {
    .struct_size = sizeof(berth_nominator_v1),
    .reserved = 0,
    .pods = [](const berth_host*, berth_str node, const berth_pod** out,
               std::uint32_t room) -> std::uint32_t {
        if (test::copy(node) != "n1") {
            return 0;
        }
        if (room > 0) {
            out[0] = nominated();
        }
        return 1;
    },
    .node = [](const berth_host*, berth_str) { return str("n1"); },
    .add = [](const berth_host*, const berth_pod* pod, berth_str node) -> std::int32_t {
        told().push_back("add " + test::copy(pod->name) + " " + test::copy(node));
        return BERTH_SUCCESS;
    },
    .remove = [](const berth_host*,
                 berth_str uid) { told().push_back("remove " + test::copy(uid)); },
    .clear = [](const berth_host*, const berth_subject* pod, const berth_done*) -> std::uint64_t {
        told().push_back("clear " + test::copy(pod->name));
        return 5;
    },
};

struct World {
    World() {
        told().clear();
        raw.more = {{BERTH_HOST_WHATIF_V1, &kWhatIf},   {BERTH_HOST_PARALLEL_V1, &kParallel},
                    {BERTH_HOST_RANDOM_V1, &kRandom},   {BERTH_HOST_QUEUE_V1, &kQueue},
                    {BERTH_HOST_WAITING_V1, &kWaiting}, {BERTH_HOST_NOMINATOR_V1, &kNominator}};
    }
    test::FakeHost raw;
    Host host{&raw, nullptr};
    berth_call raw_call{};
    Call call{host, &raw_call};
    test::FakePod fake_pod{"p"};
    Pod pod{&fake_pod.raw};
};

}  // namespace

TEST_CASE("sdk draft services: a host without one says which is missing") {
    test::FakeHost raw;
    const Host host(&raw, nullptr);
    CHECK_THROWS_WITH(WhatIf{host},
                      "this host does not serve berth.host.whatif/1, which the plugin needs");
}

TEST_CASE("sdk draft services: a hypothetical node ends with its scope, once") {
    World world;
    const WhatIf whatif(world.host);
    {
        Hypothetical first = whatif.open(world.call, world.pod, 0);
        Hypothetical node = std::move(first);
        CHECK_FALSE(first);  // NOLINT(bugprone-use-after-move)
        REQUIRE(node);
        WhatIfResult said;
        CHECK(node.remove(world.fake_pod.raw));
        CHECK_FALSE(node.remove(world.fake_pod.raw, &said));
        CHECK(said.code() == Code::error);
        CHECK(node.add(world.fake_pod.raw));
        CHECK_FALSE(node.fits(BERTH_WHATIF_NOMINATED, &said));
        CHECK(said.plugin() == "Fit");
        CHECK(said.reasons()[0] == "too small");
        CHECK_FALSE(said.fits());
    }
    CHECK_FALSE(whatif.open(world.call, world.pod, 3));
    CHECK(told() ==
          Texts{"open 0", "remove p", "remove p", "add p", "filter 1", "close", "open 3"});
}

TEST_CASE("sdk draft services: parallel work goes over all numbers, and a throw ends it") {
    World world;
    const Parallel parallel(world.host);
    std::uint32_t sum = 0;
    CHECK(parallel.run(world.call, 10, 3, [&](std::uint32_t i) { sum += i; }));
    CHECK(sum == 45);
    CHECK_FALSE(parallel.run(world.call, 10, 3, [](std::uint32_t) { throw 1; }));
}

TEST_CASE("sdk draft services: chance and the queue") {
    World world;
    CHECK(Random(world.host).below(10) == 5);
    CHECK(Random(world.host).bits() == 7);
    Queue(world.host).activate("uid-1");
    Queue(world.host).wake_refused();
    CHECK(told() == Texts{"uid-1", "wake"});
}

TEST_CASE("sdk draft services: waiting pods come in pages and are ended by UID") {
    World world;
    const Waiting waiting(world.host);
    std::uint64_t sum = 0;
    waiting.each([&](const berth_waiting_pod& one) { sum += one.token; });
    CHECK(sum == 70 * 71 / 2);
    CHECK(waiting.find("known") != nullptr);
    CHECK(waiting.find("other") == nullptr);
    CHECK(waiting.allow(1));
    CHECK_FALSE(waiting.allow(2));
    CHECK(waiting.reject("known", "a"));
    CHECK(waiting.preempt("known", "b"));
    CHECK_FALSE(waiting.cancel_pre_bind("other", "c"));
    CHECK(told() == Texts{"r known: a", "p known: b", "c other: c"});
}

TEST_CASE("sdk draft services: nominations") {
    World world;
    const Nominator nominator(world.host);
    REQUIRE(nominator.pods("n1").size() == 1);
    CHECK(text(nominator.pods("n1")[0]->name) == "chosen");
    CHECK(nominator.pods("n2").empty());
    CHECK(nominator.node("uid") == "n1");
    CHECK(nominator.add(world.pod, "n2"));
    nominator.remove("uid");
    CHECK(nominator.clear(world.pod) == 5);
    CHECK(told() == Texts{"add p n2", "remove uid", "clear p"});
}

TEST_CASE("sdk draft services: candidates are told of only where somebody asks") {
    Texts seen;
    const berth_candidates sink{sizeof(berth_candidates), 0, &seen,
                                [](const berth_candidates* self, const berth_candidate* one) {
                                    static_cast<Texts*>(self->host_data)
                                        ->push_back(std::to_string(one->row) + " " +
                                                    std::to_string(one->victim_count) + " " +
                                                    std::to_string(one->pdb_violations) + " " +
                                                    std::to_string(one->best));
                                }};
    const test::FakePod pod("victim");
    const std::vector<const berth_pod*> victims{&pod.raw};
    for (const berth_candidates* asks : {&sink, static_cast<const berth_candidates*>(nullptr)}) {
        berth_nomination raw{sizeof(berth_nomination), BERTH_NOMINATION_KEEP, 0, 0, asks};
        const Nomination nomination(&raw);
        CHECK(nomination.only_asks() == (asks != nullptr));
        nomination.tell({.row = 3, .victims = victims, .pdb_violations = 2, .best = true});
    }
    CHECK(seen == Texts{"3 1 2 1"});
}
