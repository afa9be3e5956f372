// Permit: may the pod go on to its node, must it wait, or not at all? Scheduling thread.
//
//   Permission permit(const Pod&, const NodeRef&);      // then optionally Call&, State&
//
// A Verdict is a Permission. One that waits is ended through berth/draft/host/waiting.h with the
// call's token.
#pragma once

#include <chrono>

#include <berth/draft/ext/permit.h>
#include <berth/sdk/plugin/answer.h>
#include <berth/sdk/points/draft_names.h>

namespace berth {

class [[nodiscard]] Permission {
public:
    Permission(Verdict verdict) noexcept : verdict_(std::move(verdict)) {}
    static Permission success() noexcept { return Permission(Verdict::success()); }
    // Refused after that time, which the host cuts to fifteen minutes; 0: those.
    static Permission wait(std::chrono::nanoseconds longest) noexcept {
        Permission made{Verdict(Code::wait)};
        made.longest_ = longest;
        return made;
    }
    Verdict take() && noexcept { return std::move(verdict_); }
    std::chrono::nanoseconds longest() const noexcept { return longest_; }

private:
    Verdict verdict_;
    std::chrono::nanoseconds longest_{0};
};

namespace detail {

struct PermitPoint {
    static constexpr berth_str id = BERTH_STR(BERTH_PERMIT_V1);

    template <class T>
    using One = Accepts<Member_permit, T, Fixed<const Pod&, const NodeRef&>, CallArg, StateArg<T>>;

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_permit::exists<T>) {
            static_assert(One<T>::value,
                          "berth: permit must be public and take (const Pod&, const NodeRef&), "
                          "then optionally Call& and State&");
            return true;
        }
        return false;
    }

    template <class T>
    static std::int32_t run(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                            const berth_node_ref* node, std::int64_t* timeout,
                            berth_reasons* reasons) noexcept {
        using Result = typename ResultOf<One<T>, T, Pod, NodeRef>::Type;
        static_assert(is_one_of<Result, Permission, Verdict>,
                      "berth: permit returns a Permission or a Verdict");
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        return guarded(self.host, raw, reasons, [&]() -> Verdict {
            Permission said = One<T>::call(self.plugin, context, Pod(pod), NodeRef(node));
            *timeout = said.longest().count();
            return std::move(said).take();
        });
    }

    template <class T>
    static constexpr berth_permit_v1 kTable = {sizeof(berth_permit_v1), 0, &run<T>};
};

}  // namespace detail
}  // namespace berth
