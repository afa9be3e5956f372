// Plugins whose names, args and extension points are known, but which are not built in yet.
//
// A configuration that names one is valid; a scheduler cannot run with it. This list only shrinks:
// a plugin leaves it when its own folder has one.
#include <berth/draft/ext/placement.h>
#include <berth/draft/ext/pod_group.h>
#include <berth/draft/ext/post_filter.h>
#include <berth/draft/ext/pre_bind.h>
#include <berth/draft/ext/reserve.h>
#include <berth/sdk.h>

#include "plugins/intree/default_preemption/args.hpp"
#include "plugins/intree/dynamic_resources/args.hpp"
#include "plugins/intree/pod_topology_spread/args.hpp"
#include "plugins/intree/volume_binding/args.hpp"

namespace berth::intree {

namespace {

constexpr auto kBuiltIn = BERTH_FACTORY_BUILT_IN;
// Upstream accepts args of such a plugin and ignores them.
constexpr auto kNoArgs = BERTH_FACTORY_BUILT_IN | BERTH_FACTORY_NO_ARGS_KIND;

struct VolumeRestrictions : SchemaOnly<> {
    static constexpr auto name = "VolumeRestrictions";
    static constexpr auto summary = "refuses nodes where a volume may not be used twice";
    static constexpr auto flags = kNoArgs;
    static constexpr auto points = berth::points(BERTH_PRE_FILTER_V1, BERTH_FILTER_V1);
};

struct NodeVolumeLimits : SchemaOnly<> {
    static constexpr auto name = "NodeVolumeLimits";
    static constexpr auto summary = "keeps to the number of volumes that a node can attach";
    static constexpr auto flags = kNoArgs;
    static constexpr auto points = berth::points(BERTH_PRE_FILTER_V1, BERTH_FILTER_V1);
};

struct VolumeBinding : SchemaOnly<VolumeBindingArgs> {
    static constexpr auto name = "VolumeBinding";
    static constexpr auto summary = "finds and binds the volumes of the pod's claims";
    static constexpr auto flags = kBuiltIn;
    static constexpr auto points =
        berth::points(BERTH_PRE_FILTER_V1, BERTH_FILTER_V1, BERTH_PRE_SCORE_V1, BERTH_SCORE_V1,
                      BERTH_RESERVE_V1, BERTH_PRE_BIND_V1);
};

struct VolumeZone : SchemaOnly<> {
    static constexpr auto name = "VolumeZone";
    static constexpr auto summary = "refuses nodes outside the zones of the pod's volumes";
    static constexpr auto flags = kNoArgs;
    static constexpr auto points = berth::points(BERTH_PRE_FILTER_V1, BERTH_FILTER_V1);
};

struct PodTopologySpread : SchemaOnly<PodTopologySpreadArgs> {
    static constexpr auto name = "PodTopologySpread";
    static constexpr auto summary = "spreads pods over zones, hosts and other domains";
    static constexpr auto flags = kBuiltIn;
    static constexpr auto points =
        berth::points(BERTH_PRE_FILTER_V1, BERTH_FILTER_V1, BERTH_PRE_SCORE_V1, BERTH_SCORE_V1);
};

struct DynamicResources : SchemaOnly<DynamicResourcesArgs> {
    static constexpr auto name = "DynamicResources";
    static constexpr auto summary = "allocates devices for resource claims";
    static constexpr auto flags = kBuiltIn;
    static constexpr auto points = berth::points(
        BERTH_PRE_ENQUEUE_V1, BERTH_PRE_FILTER_V1, BERTH_FILTER_V1, BERTH_POST_FILTER_V1,
        BERTH_SCORE_V1, BERTH_RESERVE_V1, BERTH_PRE_BIND_V1, BERTH_POD_GROUP_POST_FILTER_V1);
};

struct DefaultPreemption : SchemaOnly<DefaultPreemptionArgs> {
    static constexpr auto name = "DefaultPreemption";
    static constexpr auto summary = "evicts pods of lower priority to make room";
    static constexpr auto flags = kBuiltIn;
    static constexpr auto points =
        berth::points(BERTH_PRE_ENQUEUE_V1, BERTH_POST_FILTER_V1, BERTH_POD_GROUP_POST_FILTER_V1);
};

struct NodeDeclaredFeatures : SchemaOnly<> {
    static constexpr auto name = "NodeDeclaredFeatures";
    static constexpr auto summary = "refuses nodes without the features that a pod needs";
    static constexpr auto flags = kNoArgs;
    static constexpr auto points = berth::points(BERTH_PRE_FILTER_V1, BERTH_FILTER_V1);
};

}  // namespace

BERTH_EXPORT_PLUGINS(VolumeRestrictions, NodeVolumeLimits, VolumeBinding, VolumeZone,
                     PodTopologySpread, DynamicResources, DefaultPreemption, NodeDeclaredFeatures)

}  // namespace berth::intree
