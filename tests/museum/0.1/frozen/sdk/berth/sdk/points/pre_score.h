// PreScore: once per cycle, when two nodes or more are feasible. Scheduling thread.
//
//   Verdict pre_score(const Pod&);      // then optionally const Nodes& (the feasible ones), Call&
//
// Verdict::skip(): score is not called in this cycle. The slot of the state is the one of
// pre_filter: call.state_or_new<State>() keeps what is there.
#pragma once

#include <berth/ext/pre_score.h>
#include <berth/sdk/plugin/answer.h>

namespace berth::detail {

BERTH_DETAIL_MEMBER(pre_score);

struct PreScorePoint {
    static constexpr berth_str id = BERTH_STR(BERTH_PRE_SCORE_V1);

    template <class T>
    using One = Accepts<Member_pre_score, T, Fixed<const Pod&>, NodesArg, CallArg>;

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_pre_score::exists<T>) {
            static_assert(One<T>::value,
                          "berth: pre_score must be public and take (const Pod&), then optionally "
                          "const Nodes& and Call&");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                            const berth_nodes* raw_nodes, berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        const Nodes nodes(raw_nodes);
        Context context{call, &nodes};
        return answer<One<T>>(self.host, self.plugin, context, reasons, Pod(pod));
    }

    template <class T>
    static constexpr berth_pre_score_v1 kTable = {sizeof(berth_pre_score_v1), 0, &run<T>};
};

}  // namespace berth::detail
