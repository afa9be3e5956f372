// Filter: which nodes can take the pod? Many threads at once, so the member is const.
//
//   Verdict filter(const Pod&, const Node&) const;  // one node; the SDK loops
//   void filter(const Pod&, const Nodes&, Verdicts&) const;  // the batch; may return Verdict
//
// each optionally followed by `const Call&`, `const State&`. What throws for one node is that
// node's error; what throws for a batch, the call's. `static constexpr bool node_local = true;`
// says that a result depends on the pod and that node alone.
#pragma once

#include <berth/ext/filter.h>
#include <berth/sdk/plugin/barrier.h>
#include <berth/sdk/plugin/instance.h>
#include <berth/sdk/plugin/member.h>

namespace berth {

// Per position in the set: success until it is refused.
class Verdicts {
public:
    Verdicts(const Host& host, const berth_call* call, berth_verdicts* raw) noexcept
        : host_(&host), call_(call), raw_(raw) {}

    std::uint32_t size() const noexcept { return raw_->count; }
    void refuse(std::size_t position, Code code, Reasons why) noexcept {
        raw_->code[position] = static_cast<std::uint8_t>(code);
        raw_->reasons[position] = static_cast<berth_reasons>(why);
    }
    void unschedulable(std::size_t position, Reasons why) noexcept {
        refuse(position, Code::unschedulable, why);
    }
    void unresolvable(std::size_t position, Reasons why) noexcept {
        refuse(position, Code::unresolvable, why);
    }
    void set(std::size_t position, const Verdict& verdict) noexcept {
        const std::int32_t code = detail::settle(*host_, call_, verdict, &raw_->reasons[position]);
        raw_->code[position] = static_cast<std::uint8_t>(code);
    }

    // For tight loops: one byte and one number per position.
    std::uint8_t* codes() const noexcept { return raw_->code; }
    berth_reasons* reasons() const noexcept { return raw_->reasons; }

private:
    const Host* host_;
    const berth_call* call_;
    berth_verdicts* raw_;
};

namespace detail {

BERTH_DETAIL_MEMBER(filter);

template <class T>
constexpr std::uint32_t traits_of() {
    if constexpr (requires { T::node_local; }) {
        return T::node_local ? BERTH_TRAIT_NODE_LOCAL : 0;
    } else {
        return 0;
    }
}

struct FilterPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_FILTER_V1);

    template <class T>
    using One = Accepts<Member_filter, const T, Fixed<const Pod&, const Node&>, ConstCallArg,
                        ConstStateArg<T>>;
    template <class T>
    using Batch = Accepts<Member_filter, const T, Fixed<const Pod&, const Nodes&, Verdicts&>,
                          ConstCallArg, ConstStateArg<T>>;

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_filter::exists<T>) {
            static_assert(One<T>::value || Batch<T>::value,
                          "berth: filter must be public, const, and take (const Pod&, const Node&) "
                          "or (const Pod&, const Nodes&, Verdicts&), then optionally const Call& "
                          "and const State&");
            static_assert(One<T>::value != Batch<T>::value,
                          "berth: filter takes one node or the batch, not both");
            return true;
        }
        return false;
    }

    template <class T>
    static void one_by_one(Instance<T>& self, const berth_call* raw, const Pod& pod,
                           const Nodes& nodes, berth_verdicts* out) noexcept {
        using Result = typename ResultOf<One<T>, const T, const Pod&, const Node&>::Type;
        static_assert(std::is_same_v<Result, Verdict>,
                      "berth: filter of one node returns a Verdict");
        Call call(self.host, raw);
        Context context{call};
        const T& plugin = self.plugin;
        for (auto [position, row] : nodes) {
            out->code[position] = static_cast<std::uint8_t>(
                guarded(self.host, raw, &out->reasons[position], [&, row = row] {
                    return One<T>::call(plugin, context, pod, Node(nodes.raw(), row));
                }));
        }
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* raw_pod,
                            const berth_nodes* raw_nodes, berth_verdicts* out) noexcept {
        Instance<T>& self = instance<T>(table);
        const Pod pod(raw_pod);
        const Nodes nodes(raw_nodes);
        if constexpr (One<T>::value) {
            one_by_one(self, raw, pod, nodes, out);
            return BERTH_SUCCESS;
        } else {
            using Result =
                typename ResultOf<Batch<T>, const T, const Pod&, const Nodes&, Verdicts&>::Type;
            static_assert(is_one_of<Result, void, Verdict>,
                          "berth: filter of a batch returns nothing or a Verdict");
            berth_reasons* why = out->count == 0 ? nullptr : out->reasons;
            Verdicts verdicts(self.host, raw, out);
            Call call(self.host, raw);
            Context context{call};
            const T& plugin = self.plugin;
            berth_reasons error = 0;
            const std::int32_t code = guarded(self.host, raw, &error, [&] {
                return Batch<T>::call(plugin, context, pod, nodes, verdicts);
            });
            if (code != BERTH_SUCCESS && why != nullptr) {
                *why = error;
            }
            return code;
        }
    }

    template <class T>
    static constexpr berth_filter_v1 kTable = {sizeof(berth_filter_v1), traits_of<T>(), &run<T>};
};

}  // namespace detail
}  // namespace berth
