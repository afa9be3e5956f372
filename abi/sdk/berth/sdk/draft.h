// Opt in to the draft extension points: reserve, unreserve, adopt, permit, pre_bind, post_bind,
// post_filter, sign, epoch, saved state. Include after or instead of <berth/sdk.h>.
//
// The entry then carries BERTH_DRAFT_HASH and is loaded only by a host whose drafts are the same.
// Draft services are in sdk/draft/host/; for the rest and for the points of pod groups, use the C
// headers in berth/draft/.
#pragma once

#include <berth/draft/hash.h>
#include <berth/sdk.h>
#include <berth/sdk/draft/binding.h>
#include <berth/sdk/draft/kept.h>
#include <berth/sdk/draft/permit.h>
#include <berth/sdk/draft/post_filter.h>
#include <berth/sdk/draft/reserve.h>
#include <berth/sdk/draft/sign.h>

namespace berth::detail {

using DraftPoints =
    PointList<PreEnqueuePoint, QueueSortPoint, PreFilterPoint, FilterPoint, PostFilterPoint,
              PreScorePoint, ScorePoint, ReservePoint, PermitPoint, PreBindPoint, BindPoint,
              PostBindPoint, EventsPoint, ColumnPoint, SignPoint, EpochPoint, SavedStatePoint>;

}  // namespace berth::detail

#undef BERTH_DETAIL_POINTS
#define BERTH_DETAIL_POINTS ::berth::detail::DraftPoints
#undef BERTH_DETAIL_DRAFT_HASH
#define BERTH_DETAIL_DRAFT_HASH BERTH_DRAFT_HASH
