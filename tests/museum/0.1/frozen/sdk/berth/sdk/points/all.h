// The stable extension points that a class is looked over for.
#pragma once

#include <berth/sdk/points/bind.h>
#include <berth/sdk/points/column.h>
#include <berth/sdk/points/draft_names.h>
#include <berth/sdk/points/events.h>
#include <berth/sdk/points/filter.h>
#include <berth/sdk/points/pre_enqueue.h>
#include <berth/sdk/points/pre_filter.h>
#include <berth/sdk/points/pre_score.h>
#include <berth/sdk/points/queue_sort.h>
#include <berth/sdk/points/score.h>

namespace berth::detail {

template <class... Point>
struct PointList {};

using StablePoints =
    PointList<PreEnqueuePoint, QueueSortPoint, PreFilterPoint, FilterPoint, PreScorePoint,
              ScorePoint, BindPoint, EventsPoint, ColumnPoint, NoDrafts>;

}  // namespace berth::detail
