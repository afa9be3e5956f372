// Bind: writes the decision. Binding work of one pod, other pods' at the same time: lock what is
// shared, or be const.
//
//   Verdict bind(const Pod&, const NodeRef&);      // then optionally Call&, State&
//
// Verdict::skip(): not mine. Verdict::started(): the call's token is completed later, as
// Completion::bind does. `static constexpr bool bind_blocks = true;`: the call may block.
#pragma once

#include <berth/ext/bind.h>
#include <berth/sdk/plugin/answer.h>

namespace berth::detail {

BERTH_DETAIL_MEMBER(bind);

struct BindPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_BIND_V1);

    template <class T>
    using One = Accepts<Member_bind, T, Fixed<const Pod&, const NodeRef&>, CallArg, StateArg<T>>;

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_bind::exists<T>) {
            static_assert(One<T>::value,
                          "berth: bind must be public and take (const Pod&, const NodeRef&), then "
                          "optionally Call& and State&");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                            const berth_node_ref* node, berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        return answer<One<T>>(self.host, self.plugin, context, reasons, Pod(pod), NodeRef(node));
    }

    template <class T>
    static constexpr std::uint32_t blocks() {
        if constexpr (requires { T::bind_blocks; }) {
            return T::bind_blocks ? 1 : 0;
        }
        return 0;
    }

    template <class T>
    static constexpr berth_bind_v1 kTable = {sizeof(berth_bind_v1), blocks<T>(), &run<T>};
};

}  // namespace berth::detail
