#include "plugins/noderesourcetopology/args.hpp"

namespace berth::numa {
namespace {

// Fields of scheduler-plugins mean its kind of object.
bool is_of_exporter(const MatchArgs& args) {
    return args.scoring_strategy || args.cache_resync_period_seconds ||
           args.discard_reserved_nodes || args.cache.text != "null";
}

}  // namespace

void MatchArgs::validate(berth::Errors& errors) const {
    if (discard_reserved_nodes.value_or(false)) {
        errors.add("discardReservedNodes",
                   "true is not supported: cacheResyncPeriodSeconds counts reserved pods against "
                   "all zones instead");
    }
    if (cache_resync_period_seconds.value_or(0) < 0) {
        errors.add("cacheResyncPeriodSeconds", "must not be below 0");
    }
    if (topology_source == Source::kCrane && scoring_strategy) {
        errors.add("scoringStrategy", "has no effect with topology.crane.io");
    }
}

bool MatchArgs::reads_crane() const {
    return topology_source == Source::kCrane || topology_source == Source::kBoth ||
           (topology_source == Source::kAuto && !is_of_exporter(*this));
}

bool MatchArgs::reads_exporter() const {
    return topology_source == Source::kExporter || topology_source == Source::kBoth ||
           (topology_source == Source::kAuto && is_of_exporter(*this));
}

}  // namespace berth::numa
