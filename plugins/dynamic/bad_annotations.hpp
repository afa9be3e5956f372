// BadAnnotations: counts load annotations that cannot be used and names each of them once.
//
// Once until the annotation is good again: a node whose exporter is dead does not fill the log.
// After many lines only the counter goes on. Scheduling thread.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <berth/sdk.h>

#include "plugins/dynamic/node_load.hpp"
#include "plugins/dynamic/policy.hpp"

namespace berth::dynamic {

class BadAnnotations {
public:
    explicit BadAnnotations(const berth::Host& host);

    // How the node's metrics were read just now, in the policy's order.
    void note(std::string_view node, const Policy& policy, const std::vector<Reading>& readings);

private:
    void tell(std::string_view node, const std::string& metric, std::string_view what);

    berth::Log log_;
    berth::MetricFamily count_;
    // By node, only where something is wrong: by metric, how it was.
    std::map<std::string, std::map<std::string, Reading>, std::less<>> known_;
    int lines_ = 0;
};

}  // namespace berth::dynamic
