// Making instances: args, hosts that lack services, several at once.
#include <set>
#include <string>

#include <fmt/format.h>
#include <malloc.h>

#include "core/check/cycle.hpp"
#include "core/check/instance.hpp"
#include "core/framework/plugin_call.hpp"
#include "core/host/text.hpp"

namespace berth::check::tests {
namespace {

// A host that lacks some services of a real one, and remembers which were asked for.
class LackingHost : public host::HostRecord {
public:
    LackingHost(Opened& opened, bool nothing)
        : HostRecord(opened.world.host, opened.reasons, "check", opened.caller()),
          nothing_(nothing),
          real_(service) {
        service = find;
    }

    std::string missing;
    std::set<std::string> asked;

private:
    static const void* find(const berth_host* self, berth_str id) {
        auto& me = *const_cast<LackingHost*>(
            static_cast<const LackingHost*>(static_cast<const HostRecord*>(self)));
        const std::string name(host::view_of(id));
        me.asked.insert(name);
        return me.nothing_ || name == me.missing ? nullptr : me.real_(self, id);
    }

    bool nothing_;
    const void* (*real_)(const berth_host*, berth_str);
};

// Creates with such a host: either works, or a reason is given.
void create_on(const Opened& opened, const host::HostRecord& host, const berth_args* args,
               const std::string& what) {
    Complaints complaints;
    berth_plugin* made = nullptr;
    const std::int32_t code = checked_call("create with " + what, [&] {
        return opened.factory->create(&host, args, &made, &complaints.errors);
    });
    opened.world.host.documents().close(host);
    if (code == BERTH_SUCCESS) {
        expect(made != nullptr, "create succeeded and made nothing");
        step("destroy");
        made->destroy(made);
        return;
    }
    expect(!complaints.texts.empty(),
           fmt::format("create with {} failed with code {} and gave no reason", what, code));
}

void succeeds(Subject& subject) {
    const Instance instance(subject, subject.small);
    expect(instance.raw->struct_size >= sizeof(berth_plugin) && instance.raw->table != nullptr &&
               instance.raw->destroy != nullptr,
           "the instance has no table or no destroy");
}

void accepts_args_of_all_versions(Subject& subject) {
    Opened opened(subject, subject.small);
    if (opened.factory->args == nullptr) {
        not_applicable("the plugin takes no args");
    }
    constexpr std::pair<const char*, std::uint32_t> kVersions[] = {
        {"v1beta2", BERTH_CONFIG_V1BETA2},
        {"v1beta3", BERTH_CONFIG_V1BETA3},
        {"v1", BERTH_CONFIG_V1}};
    for (const auto& [version, bit] : kVersions) {
        if ((opened.factory->args->versions & bit) == 0) {
            continue;
        }
        step(fmt::format("create with args of {}", version));
        const PluginArgs args(subject, *opened.factory, subject.small.symbols, version);
        const Instance instance(subject, opened, nullptr, args.raw());
    }
}

void validates_alike(Subject& subject) {
    const Opened opened(subject, subject.small);
    if (opened.factory->validate == nullptr || opened.factory->args == nullptr) {
        not_applicable("the plugin has no validate");
    }
    const PluginArgs args(subject, *opened.factory, subject.small.symbols);
    for (int i = 0; i < 3; ++i) {
        Complaints complaints;
        const std::int32_t code = checked_call(
            "validate", [&] { return opened.factory->validate(args.raw(), &complaints.errors); });
        expect(code == BERTH_SUCCESS && complaints.texts.empty(),
               fmt::format("validate refuses args that create takes: {}",
                           fmt::join(complaints.texts, "; ")));
    }
}

void without_services(Subject& subject) {
    Opened opened(subject, subject.small);
    const PluginArgs args(subject, *opened.factory, subject.small.symbols);
    const LackingHost host(opened, true);
    create_on(opened, host, args.raw(), "a host that serves nothing");
}

void each_service_missing(Subject& subject) {
    Opened opened(subject, subject.small);
    const PluginArgs args(subject, *opened.factory, subject.small.symbols);
    const LackingHost all(opened, false);
    create_on(opened, all, args.raw(), "all services");
    for (const std::string& service : all.asked) {
        LackingHost host(opened, false);
        host.missing = service;
        create_on(opened, host, args.raw(), "a host without " + service);
    }
}

void two_at_once(Subject& subject) {
    Opened opened(subject, subject.small);
    const Instance first(subject, opened);
    const Instance second(subject, opened);
    expect(first.raw != second.raw, "create returned the same instance twice");
}

void ends_in_any_order(Subject& subject) {
    Opened opened(subject, subject.small);
    Instance stays(subject, opened);
    const auto ask = [&] {
        const berth_nodes nodes = subject.small.snapshot().all();
        if (stays.table<berth_filter_v1>(BERTH_FILTER_V1) != nullptr) {
            static_cast<void>(judge(stays, subject.small.pods().front(), nodes));
        }
        if (stays.table<berth_score_v1>(BERTH_SCORE_V1) != nullptr) {
            static_cast<void>(rate(stays, subject.small.pods().front(), nodes));
        }
    };
    { const Instance ends(subject, opened); }
    ask();
    const Instance later(subject, opened);
    ask();
}

// Freed memory is overwritten, so that args which are still looked at change or crash.
void keeps_no_args(Subject& subject) {
    mallopt(M_PERTURB, 0x5a);
    Opened opened(subject, subject.small);
    auto args = std::make_unique<PluginArgs>(subject, *opened.factory, subject.small.symbols);
    Instance early(subject, opened, nullptr, args->raw());
    args.reset();
    Instance late(subject, opened);  // its args stay
    if (early.table<berth_filter_v1>(BERTH_FILTER_V1) == nullptr &&
        early.table<berth_score_v1>(BERTH_SCORE_V1) == nullptr) {
        not_applicable("the plugin neither filters nor scores");
    }
    for (const auto& pod : subject.small.pods()) {
        const berth_nodes nodes = subject.small.snapshot().all();
        if (early.table<berth_filter_v1>(BERTH_FILTER_V1) != nullptr) {
            const FilterAnswer a = judge(early, pod, nodes);
            const FilterAnswer b = judge(late, pod, nodes);
            expect(a == b, "with its args freed Filter answers otherwise: " + difference(a, b));
        }
        if (early.table<berth_score_v1>(BERTH_SCORE_V1) != nullptr) {
            const ScoreAnswer a = rate(early, pod, nodes);
            const ScoreAnswer b = rate(late, pod, nodes);
            expect(a == b, "with its args freed Score answers otherwise: " + difference(a, b));
        }
    }
}

constexpr Test kTests[] = {
    {"create/succeeds", "an instance is made with the args given", succeeds},
    {"create/all-versions", "and with the args of each version of the configuration",
     accepts_args_of_all_versions},
    {"create/validate-agrees", "validate takes what create takes, each time", validates_alike},
    {"create/without-services", "a host that serves nothing is refused with a reason",
     without_services},
    {"create/each-service-missing", "a host that lacks any one service is refused or borne",
     each_service_missing},
    {"create/two-at-once", "two instances are two", two_at_once},
    {"create/any-order", "instances end in any order", ends_in_any_order},
    {"create/keeps-no-args", "nothing of the args is looked at after create", keeps_no_args},
};

}  // namespace

std::span<const Test> create() {
    return kTests;
}

}  // namespace berth::check::tests
