// Plugins whose names, args and extension points are known, but which are not built in yet.
//
// A configuration that names one is valid; a scheduler cannot run with it. This list only shrinks:
// a plugin leaves it when its own folder has one.
#include <berth/draft/ext/placement.h>
#include <berth/draft/ext/pod_group.h>
#include <berth/draft/ext/post_filter.h>
#include <berth/sdk.h>

#include "plugins/intree/default_preemption/args.hpp"

namespace berth::intree {

namespace {

constexpr auto kBuiltIn = BERTH_FACTORY_BUILT_IN;

struct DefaultPreemption : SchemaOnly<DefaultPreemptionArgs> {
    static constexpr auto name = "DefaultPreemption";
    static constexpr auto summary = "evicts pods of lower priority to make room";
    static constexpr auto flags = kBuiltIn;
    static constexpr auto points =
        berth::points(BERTH_PRE_ENQUEUE_V1, BERTH_POST_FILTER_V1, BERTH_POD_GROUP_POST_FILTER_V1);
};

}  // namespace

BERTH_EXPORT_PLUGINS(DefaultPreemption)

}  // namespace berth::intree
