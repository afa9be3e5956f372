// PreFilter: once per cycle, before any node is looked at. Scheduling thread.
//
//   Verdict pre_filter(const Pod&);       // then optionally const Nodes&, Call&, Narrowing&
//   void add_pod(const Pod& pod, const Pod& other, const Node&);         // both or none;
//   void remove_pod(const Pod& pod, const Pod& other, const Node&);      // then Call&, State&
//
// The nodes are the whole snapshot. State is made by call.emplace<State>(…). Verdict::skip():
// neither filter nor the two others run in this cycle. add_pod and remove_pod keep the state true
// when another pod is counted, or no longer counted, on a hypothetical node.
#pragma once

#include <berth/ext/pre_filter.h>
#include <berth/sdk/plugin/answer.h>

namespace berth {

// Which nodes need to be looked at: all of them until the first of these is called.
class Narrowing {
public:
    explicit Narrowing(berth_narrowing* raw) noexcept : raw_(raw) {}
    // No node but those that are kept.
    void none() noexcept { raw_->narrowed = 1; }
    void keep(std::uint32_t row) noexcept {
        raw_->narrowed = 1;
        raw_->bits[row / 64] |= std::uint64_t{1} << (row % 64);
    }

private:
    berth_narrowing* raw_;
};

namespace detail {

BERTH_DETAIL_MEMBER(pre_filter);
BERTH_DETAIL_MEMBER(add_pod);
BERTH_DETAIL_MEMBER(remove_pod);

struct PreFilterPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_PRE_FILTER_V1);

    template <class T>
    using One = Accepts<Member_pre_filter, T, Fixed<const Pod&>, NodesArg, CallArg, NarrowingArg>;
    template <class Member, class T>
    using Step =
        Accepts<Member, T, Fixed<const Pod&, const Pod&, const Node&>, CallArg, StateArg<T>>;

    template <class T>
    static constexpr bool has_steps = Member_add_pod::exists<T> || Member_remove_pod::exists<T>;

    template <class T>
    static constexpr bool served() {
        if constexpr (has_steps<T>) {
            static_assert(Step<Member_add_pod, T>::value && Step<Member_remove_pod, T>::value,
                          "berth: add_pod and remove_pod come together, are public and take (const "
                          "Pod& pod, const Pod& other, const Node&), then optionally Call& and "
                          "State&");
            static_assert(Member_pre_filter::exists<T>,
                          "berth: add_pod and remove_pod need a pre_filter, which makes the state");
            if constexpr (HasState<T>) {
                static_assert(std::is_copy_constructible_v<typename StateOf<T>::Type>,
                              "berth: a State that add_pod and remove_pod change must be "
                              "copyable");
            }
        }
        if constexpr (Member_pre_filter::exists<T>) {
            static_assert(One<T>::value,
                          "berth: pre_filter must be public and take (const Pod&), then "
                          "optionally const Nodes&, Call& and Narrowing&");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                            const berth_nodes* raw_nodes, berth_narrowing* raw_narrowing,
                            berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        const Nodes nodes(raw_nodes);
        Narrowing narrowing(raw_narrowing);
        Context context{call, &nodes, &narrowing};
        return answer<One<T>>(self.host, self.plugin, context, reasons, Pod(pod));
    }

    template <class Member, class T>
    static std::int32_t step(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                             const berth_pod* other, const berth_nodes* node,
                             berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        return answer<Step<Member, T>>(self.host, self.plugin, context, reasons, Pod(pod),
                                       Pod(other), Nodes(node)[0]);
    }

    template <class T>
    static constexpr berth_pre_filter_v1 table_of() {
        if constexpr (has_steps<T>) {
            return {sizeof(berth_pre_filter_v1), 0, &run<T>, &step<Member_add_pod, T>,
                    &step<Member_remove_pod, T>};
        } else {
            return {sizeof(berth_pre_filter_v1), 0, &run<T>, nullptr, nullptr};
        }
    }

    template <class T>
    static constexpr berth_pre_filter_v1 kTable = table_of<T>();
};

}  // namespace detail
}  // namespace berth
