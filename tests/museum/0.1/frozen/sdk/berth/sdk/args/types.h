// Types of args that the standard library does not have.
#pragma once

#include <cstdint>
#include <string>

namespace berth {

// A Kubernetes quantity, "500Mi": its value rounded up, and its canonical text.
struct Quantity {
    std::int64_t value = 0;
    std::string text = "0";
};

// Whatever is written there, as JSON.
struct Json {
    std::string text = "null";
};

// The args of a plugin that has none. With BERTH_FACTORY_NO_ARGS_KIND in the class's flags, args
// are accepted and ignored, as kube-scheduler does for plugins without an args kind.
struct NoArgs {};

}  // namespace berth
