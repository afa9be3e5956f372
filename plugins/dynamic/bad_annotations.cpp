#include "plugins/dynamic/bad_annotations.hpp"

namespace berth::dynamic {
namespace {

constexpr int kMostLines = 100;

std::string_view text_of(Reading reading) {
    switch (reading) {
        case Reading::kMalformed: return "malformed";
        case Reading::kStale: return "stale";
        case Reading::kAhead: return "ahead";
        case Reading::kGood:
        case Reading::kMissing: break;
    }
    return {};
}

}  // namespace

BadAnnotations::BadAnnotations(const berth::Host& host)
    : log_(host.log()),
      count_(host.metrics().counter(
          "berth_dynamic_bad_annotations_total",
          "Load annotations of nodes that became unusable, by metric and by why.",
          {"metric", "reason"})) {}

void BadAnnotations::note(std::string_view node, const Policy& policy,
                          const std::vector<Reading>& readings) {
    auto at = known_.find(node);
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const std::string& metric = policy.metrics[i].name;
        const std::string_view what = text_of(readings[i]);
        if (what.empty()) {
            if (at != known_.end()) {
                at->second.erase(metric);
            }
            continue;
        }
        if (at == known_.end()) {
            at = known_.emplace(std::string(node), std::map<std::string, Reading>()).first;
        }
        const auto [entry, is_new] = at->second.try_emplace(metric, readings[i]);
        if (is_new || entry->second != readings[i]) {
            entry->second = readings[i];
            count_.with({metric, what}).add();
            tell(node, metric, what);
        }
    }
    if (at != known_.end() && at->second.empty()) {
        known_.erase(at);
    }
}

void BadAnnotations::tell(std::string_view node, const std::string& metric, std::string_view what) {
    const std::string line = "annotation " + metric + " of node " + std::string(node) + " is " +
                             std::string(what) + ": it does not count";
    if (lines_ > kMostLines) {
        log_.info(4, line);
        return;
    }
    log_.warning(line);
    if (++lines_ > kMostLines) {
        log_.warning(
            "further annotations are only counted, in berth_dynamic_bad_annotations_total");
    }
}

}  // namespace berth::dynamic
