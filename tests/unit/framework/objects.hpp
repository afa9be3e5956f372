// Pods and nodes from YAML, for tests of their views.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <berth/pod.h>

#include "core/base/symbol.hpp"
#include "core/framework/pod_info.hpp"
#include "core/framework/view/view_memory.hpp"
#include "core/model/decode.hpp"
#include "core/model/pools.hpp"
#include "core/model/words.hpp"

namespace berth::framework::testing {

struct Objects {
    base::SymbolTable symbols{model::first_words()};
    model::Pools pools{symbols};
    PodViews views{symbols};

    // The first object of the text.
    [[nodiscard]] model::Object decode(std::string_view yaml);
    // `meta` and `spec` are YAML in braces; `rest` follows them.
    [[nodiscard]] PodInfoRef pod(std::string_view spec, std::string_view meta = "{name: p}",
                                 std::string_view rest = "");
};

[[nodiscard]] inline std::string text(const berth_str& from) {
    return {from.ptr, from.len};
}
// "key in(a,b) key2 exists()"; "nothing" if it matches nothing.
[[nodiscard]] std::string describe(const berth_selector* selector);
[[nodiscard]] std::string describe(const berth_node_term& term);
// "cpu/memory/storage name=amount …"
[[nodiscard]] std::string describe(const berth_requests* requests);
// "key=value …"
[[nodiscard]] std::string describe_labels(const berth_array& labels);
[[nodiscard]] std::vector<std::string> texts(const berth_array& strings);

}  // namespace berth::framework::testing
