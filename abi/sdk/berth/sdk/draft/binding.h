// PreBindPreFlight, PreBind, PostBind. Binding work of one pod, other pods' at the same time: lock
// what is shared.
//
//   PreFlight pre_bind_pre_flight(const Pod&, const NodeRef&);     // is there anything to do?
//   Verdict pre_bind(const Pod&, const NodeRef&);
//   void post_bind(const Pod&, const NodeRef&);
//     each then optionally Call&, State&
//
// `static constexpr bool pre_bind_blocks = true;`: pre_bind may block.
#pragma once

#include <berth/draft/ext/post_bind.h>
#include <berth/draft/ext/pre_bind.h>
#include <berth/sdk/plugin/answer.h>
#include <berth/sdk/points/draft_names.h>

namespace berth {

// work: pre_bind is called; beside_others: at the same time as its neighbours; nothing: not called.
enum class PreFlight { work, beside_others, nothing };

namespace detail {

template <class Member, class T>
using BindingMember = Accepts<Member, T, Fixed<const Pod&, const NodeRef&>, CallArg, StateArg<T>>;

struct PreBindPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_PRE_BIND_V1);

    template <class T>
    static constexpr bool served() {
        constexpr bool flight = Member_pre_bind_pre_flight::exists<T>;
        if constexpr (flight) {
            static_assert(BindingMember<Member_pre_bind_pre_flight, T>::value,
                          "berth: pre_bind_pre_flight must be public and take (const Pod&, const "
                          "NodeRef&), then optionally Call& and State&");
        }
        if constexpr (Member_pre_bind::exists<T>) {
            static_assert(BindingMember<Member_pre_bind, T>::value,
                          "berth: pre_bind must be public and take (const Pod&, const NodeRef&), "
                          "then optionally Call& and State&");
            return true;
        } else {
            static_assert(!flight, "berth: pre_bind_pre_flight needs a pre_bind");
            return false;
        }
    }

    template <class T>
    static std::int32_t pre_flight(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                                   const berth_node_ref* node, std::uint32_t* allow_parallel,
                                   berth_reasons* reasons) noexcept {
        using Signature = BindingMember<Member_pre_bind_pre_flight, T>;
        using Result = typename ResultOf<Signature, T, Pod, NodeRef>::Type;
        static_assert(std::is_same_v<Result, PreFlight>,
                      "berth: pre_bind_pre_flight returns a PreFlight");
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        return guarded(self.host, raw, reasons, [&]() -> Verdict {
            const PreFlight said = Signature::call(self.plugin, context, Pod(pod), NodeRef(node));
            *allow_parallel = said == PreFlight::beside_others ? 1 : 0;
            return said == PreFlight::nothing ? Verdict::skip() : Verdict::success();
        });
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                            const berth_node_ref* node, berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        return answer<BindingMember<Member_pre_bind, T>>(self.host, self.plugin, context, reasons,
                                                         Pod(pod), NodeRef(node));
    }

    template <class T>
    static constexpr berth_pre_bind_v1 table_of() {
        berth_pre_bind_v1 made{sizeof(berth_pre_bind_v1), 0, nullptr, &run<T>};
        if constexpr (requires { T::pre_bind_blocks; }) {
            made.blocks = T::pre_bind_blocks ? 1 : 0;
        }
        if constexpr (Member_pre_bind_pre_flight::exists<T>) {
            made.pre_flight = &pre_flight<T>;
        }
        return made;
    }

    template <class T>
    static constexpr berth_pre_bind_v1 kTable = table_of<T>();
};

struct PostBindPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_POST_BIND_V1);

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_post_bind::exists<T>) {
            static_assert(BindingMember<Member_post_bind, T>::value,
                          "berth: post_bind must be public and take (const Pod&, const NodeRef&), "
                          "then optionally Call& and State&");
            return true;
        }
        return false;
    }

    template <class T>
    static void run(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                    const berth_node_ref* node) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        answer<BindingMember<Member_post_bind, T>>(self.host, self.plugin, context, nullptr,
                                                   Pod(pod), NodeRef(node));
    }

    template <class T>
    static constexpr berth_post_bind_v1 kTable = {sizeof(berth_post_bind_v1), 0, &run<T>};
};

}  // namespace detail
}  // namespace berth
