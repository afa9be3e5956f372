// Structs of other ABI versions: a newer host's are larger, and what follows is theirs; an older
// host's end where its version ends, with a page behind them that nobody may touch.
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "core/check/cycle.hpp"
#include "core/check/guarded.hpp"
#include "core/check/instance.hpp"

namespace berth::check::tests {
namespace {

constexpr std::uint32_t kMore = 64;

// What a call is given, each part replaceable.
struct Views {
    const berth_pod* pod;
    const berth_nodes* nodes;
    const berth_call* call;
    std::uint32_t verdicts_more = 0;
};

struct Answers {
    std::vector<std::uint8_t> codes;
    std::vector<std::int64_t> scores;
    friend bool operator==(const Answers&, const Answers&) = default;
};

Answers ask(Instance& instance, const Views& views, bool may_filter) {
    Answers out;
    const std::uint32_t count = views.nodes->count;
    const auto* filter = instance.table<berth_filter_v1>(BERTH_FILTER_V1);
    if (filter != nullptr && may_filter) {
        out.codes.assign(count, 0);
        std::vector<berth_reasons> reasons(count);
        Guarded<berth_verdicts> verdicts(
            berth_verdicts{static_cast<std::uint32_t>(sizeof(berth_verdicts)) + views.verdicts_more,
                           count, out.codes.data(), reasons.data()},
            views.verdicts_more);
        checked_call("Filter", [&] {
            return filter->filter(instance.raw, views.call, views.pod, views.nodes,
                                  verdicts.data());
        });
    }
    const auto* score = instance.table<berth_score_v1>(BERTH_SCORE_V1);
    if (score != nullptr) {
        out.scores.assign(count, 0);
        berth_reasons reasons = 0;
        checked_call("Score", [&] {
            return score->score(instance.raw, views.call, views.pod, views.nodes, out.scores.data(),
                                &reasons);
        });
    }
    return out;
}

// `change` replaces parts of the views by others of `more` bytes; the answers stay the same.
template <class Change>
void same_answers(Subject& subject, std::string_view what, Change&& change) {
    Instance instance(subject, subject.small);
    if (instance.table<berth_filter_v1>(BERTH_FILTER_V1) == nullptr &&
        instance.table<berth_score_v1>(BERTH_SCORE_V1) == nullptr) {
        not_applicable("the plugin neither filters nor scores");
    }
    for (const auto& pod : subject.small.pods()) {
        Cycle cycle(instance, pod);
        const bool may_filter = cycle.pre_filter() == BERTH_SUCCESS;
        const berth_nodes nodes = subject.small.snapshot().all();
        if (cycle.pre_score(nodes) != BERTH_SUCCESS) {
            continue;
        }
        Views views{&cycle.pod(), &nodes, &cycle.call};
        const Answers usual = ask(instance, views, may_filter);
        const Answers other =
            change(views, [&](const Views& changed) { return ask(instance, changed, may_filter); });
        expect(other == usual, fmt::format("with {} the answers differ", what));
    }
}

template <class T>
Guarded<T> resized(const T& value, std::uint32_t more) {
    T copy = value;
    copy.struct_size = static_cast<std::uint32_t>(sizeof(T)) + more;
    return Guarded<T>(copy, more);
}

template <std::uint32_t More>
void pod(Subject& subject) {
    same_answers(subject, "another size of berth_pod", [](Views views, auto&& asked) {
        const auto other = resized(*views.pod, More);
        views.pod = other.data();
        return asked(views);
    });
}

template <std::uint32_t More>
void nodes(Subject& subject) {
    same_answers(subject, "another size of berth_nodes", [](Views views, auto&& asked) {
        const auto other = resized(*views.nodes, More);
        views.nodes = other.data();
        return asked(views);
    });
}

template <std::uint32_t More>
void columns(Subject& subject) {
    same_answers(subject, "another size of berth_columns", [](Views views, auto&& asked) {
        const auto other = resized(*views.nodes->columns, More);
        berth_nodes set = *views.nodes;
        set.columns = other.data();
        views.nodes = &set;
        return asked(views);
    });
}

template <std::uint32_t More>
void call(Subject& subject) {
    same_answers(subject, "another size of berth_call", [](Views views, auto&& asked) {
        const auto other = resized(*views.call, More);
        views.call = other.data();
        return asked(views);
    });
}

template <std::uint32_t More>
void verdicts(Subject& subject) {
    same_answers(subject, "another size of berth_verdicts", [](Views views, auto&& asked) {
        views.verdicts_more = More;
        return asked(views);
    });
}

// A set whose flat views have another size: made at the first call, kept for the set.
struct ResizedNodes {
    const berth_nodes* real;
    std::uint32_t more;
    std::vector<std::unique_ptr<Guarded<berth_node>>> made;
};

template <std::uint32_t More>
void node(Subject& subject) {
    same_answers(subject, "another size of berth_node", [](Views views, auto&& asked) {
        ResizedNodes resized_nodes{views.nodes, More, {}};
        resized_nodes.made.resize(views.nodes->snapshot_rows);
        berth_nodes set = *views.nodes;
        set.host_data = &resized_nodes;
        set.node = [](const berth_nodes* self, std::uint32_t row) -> const berth_node* {
            auto& all = *static_cast<ResizedNodes*>(self->host_data);
            const berth_node* const real = all.real->node(all.real, row);
            if (real == nullptr || row >= all.made.size()) {
                return nullptr;
            }
            if (all.made[row] == nullptr) {
                berth_node copy = *real;
                copy.struct_size = static_cast<std::uint32_t>(sizeof(copy)) + all.more;
                all.made[row] = std::make_unique<Guarded<berth_node>>(copy, all.more);
            }
            return all.made[row]->data();
        };
        views.nodes = &set;
        return asked(views);
    });
}

template <std::uint32_t More>
void args(Subject& subject) {
    Opened opened(subject, subject.small);
    const PluginArgs usual(subject, *opened.factory, subject.small.symbols);
    if (usual.raw() == nullptr) {
        not_applicable("the plugin takes no args");
    }
    const auto other = resized(*usual.raw(), More);
    const Instance instance(subject, opened, nullptr, other.data());
}

constexpr Test kTests[] = {
    {"sizes/larger-pod", "a berth_pod of a newer host", pod<kMore>},
    {"sizes/smaller-pod", "a berth_pod that ends where this ABI ends", pod<0>},
    {"sizes/larger-nodes", "a berth_nodes of a newer host", nodes<kMore>},
    {"sizes/smaller-nodes", "a berth_nodes that ends where this ABI ends", nodes<0>},
    {"sizes/larger-columns", "a berth_columns of a newer host", columns<kMore>},
    {"sizes/smaller-columns", "a berth_columns that ends where this ABI ends", columns<0>},
    {"sizes/larger-node", "a berth_node of a newer host", node<kMore>},
    {"sizes/smaller-node", "a berth_node that ends where this ABI ends", node<0>},
    {"sizes/larger-call", "a berth_call of a newer host", call<kMore>},
    {"sizes/smaller-call", "a berth_call that ends where this ABI ends", call<0>},
    {"sizes/larger-verdicts", "a berth_verdicts of a newer host", verdicts<kMore>},
    {"sizes/smaller-verdicts", "a berth_verdicts that ends where this ABI ends", verdicts<0>},
    {"sizes/larger-args", "a berth_args of a newer host", args<kMore>},
    {"sizes/smaller-args", "a berth_args that ends where this ABI ends", args<0>},
};

}  // namespace

std::span<const Test> struct_sizes() {
    return kTests;
}

}  // namespace berth::check::tests
