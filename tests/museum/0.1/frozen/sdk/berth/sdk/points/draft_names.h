// The members of draft points. Without <berth/sdk/draft.h> a class that defines one does not
// compile: it would never be called.
#pragma once

#include <berth/sdk/plugin/member.h>

namespace berth::detail {

BERTH_DETAIL_MEMBER(post_filter);
BERTH_DETAIL_MEMBER(reserve);
BERTH_DETAIL_MEMBER(unreserve);
BERTH_DETAIL_MEMBER(adopt);
BERTH_DETAIL_MEMBER(permit);
BERTH_DETAIL_MEMBER(pre_bind_pre_flight);
BERTH_DETAIL_MEMBER(pre_bind);
BERTH_DETAIL_MEMBER(post_bind);
BERTH_DETAIL_MEMBER(sign);
BERTH_DETAIL_MEMBER(epoch);
BERTH_DETAIL_MEMBER(save_state);
BERTH_DETAIL_MEMBER(load_state);

// Stands in the list of points where drafts are not opted in to; serves nothing.
struct NoDrafts {
    static constexpr berth_str id{};

    template <class T>
    static constexpr bool served() {
        constexpr bool any = Member_post_filter::exists<T> || Member_reserve::exists<T> ||
                             Member_unreserve::exists<T> || Member_adopt::exists<T> ||
                             Member_permit::exists<T> || Member_pre_bind_pre_flight::exists<T> ||
                             Member_pre_bind::exists<T> || Member_post_bind::exists<T> ||
                             Member_sign::exists<T> || Member_epoch::exists<T> ||
                             Member_save_state::exists<T> || Member_load_state::exists<T>;
        static_assert(!any,
                      "berth: reserve, permit, pre_bind, post_bind, post_filter, sign, epoch, "
                      "save_state and their like are drafts: include "
                      "<berth/sdk/draft.h>, or give the member another name");
        return false;
    }
};

}  // namespace berth::detail
