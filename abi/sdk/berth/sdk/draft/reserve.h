// Reserve, Unreserve, Adopt: what the plugin holds for a pod between its decision and its binding.
// Scheduling thread.
//
//   Verdict reserve(const Pod&, const NodeRef&);      // then optionally Call&, State&
//   void unreserve(const Pod&, const NodeRef&);       // the same; idempotent
//   void adopt(const Pod&, const NodeRef&, std::uint32_t flags);     // then Call&; at a reload
#pragma once

#include <berth/draft/ext/reserve.h>
#include <berth/sdk/plugin/answer.h>
#include <berth/sdk/points/draft_names.h>

namespace berth::detail {

struct ReservePoint {
    static constexpr berth_str id = BERTH_STR(BERTH_RESERVE_V1);

    template <class Member, class T>
    using One = Accepts<Member, T, Fixed<const Pod&, const NodeRef&>, CallArg, StateArg<T>>;
    template <class T>
    using Adopt =
        Accepts<Member_adopt, T, Fixed<const Pod&, const NodeRef&, std::uint32_t>, CallArg>;

    template <class T>
    static constexpr bool served() {
        if constexpr (Member_unreserve::exists<T>) {
            static_assert(One<Member_unreserve, T>::value,
                          "berth: unreserve must be public and take (const Pod&, const NodeRef&), "
                          "then optionally Call& and State&");
        }
        if constexpr (Member_adopt::exists<T>) {
            static_assert(Adopt<T>::value,
                          "berth: adopt must be public and take (const Pod&, const NodeRef&, "
                          "std::uint32_t flags), then optionally Call&");
        }
        if constexpr (Member_reserve::exists<T>) {
            static_assert(One<Member_reserve, T>::value,
                          "berth: reserve must be public and take (const Pod&, const NodeRef&), "
                          "then optionally Call& and State&");
            return true;
        } else {
            static_assert(!Member_unreserve::exists<T> && !Member_adopt::exists<T>,
                          "berth: unreserve and adopt need a reserve");
            return false;
        }
    }

    template <class T>
    static std::int32_t reserve(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                                const berth_node_ref* node, berth_reasons* reasons) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        return answer<One<Member_reserve, T>>(self.host, self.plugin, context, reasons, Pod(pod),
                                              NodeRef(node));
    }

    // Without the State that it asks for (an adopted pod), or when it throws, nothing more is done.
    template <class T>
    static void unreserve(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                          const berth_node_ref* node) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        answer<One<Member_unreserve, T>>(self.host, self.plugin, context, nullptr, Pod(pod),
                                         NodeRef(node));
    }

    template <class T>
    static std::int32_t adopt(berth_plugin* table, const berth_call* raw, const berth_pod* pod,
                              const berth_node_ref* node, std::uint32_t flags) noexcept {
        Instance<T>& self = instance<T>(table);
        Call call(self.host, raw);
        Context context{call};
        return answer<Adopt<T>>(self.host, self.plugin, context, nullptr, Pod(pod), NodeRef(node),
                                std::move(flags));
    }

    template <class T>
    static constexpr berth_reserve_v1 table_of() {
        berth_reserve_v1 made{sizeof(berth_reserve_v1), 0, &reserve<T>, nullptr, nullptr};
        if constexpr (Member_unreserve::exists<T>) {
            made.unreserve = &unreserve<T>;
        }
        if constexpr (Member_adopt::exists<T>) {
            made.adopt = &adopt<T>;
        }
        return made;
    }

    template <class T>
    static constexpr berth_reserve_v1 kTable = table_of<T>();
};

}  // namespace berth::detail
