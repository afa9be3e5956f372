// PreEnqueue: may the pod enter the active queue? Scheduling thread; must be quick.
//
//   Verdict pre_enqueue(const Pod&) const;    // then optionally Call&; anything but success gates
#pragma once

#include <berth/ext/pre_enqueue.h>
#include <berth/sdk/plugin/answer.h>

namespace berth::detail {

BERTH_DETAIL_MEMBER(pre_enqueue);

struct PreEnqueuePoint {
    static constexpr berth_str id = BERTH_STR(BERTH_PRE_ENQUEUE_V1);

    template <class T>
    using One = Accepts<Member_pre_enqueue, T, Fixed<const Pod&>, CallArg>;

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_pre_enqueue::exists<T>) {
            static_assert(One<T>::value,
                          "berth: pre_enqueue must be public and take (const Pod&), then "
                          "optionally Call&");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                            berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        return answer<One<T>>(self.host, self.plugin, context, reasons, Pod(pod));
    }

    template <class T>
    static constexpr berth_pre_enqueue_v1 kTable = {sizeof(berth_pre_enqueue_v1), 0, &run<T>};
};

}  // namespace berth::detail
