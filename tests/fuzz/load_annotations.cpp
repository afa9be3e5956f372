// Dynamic: annotations of any bytes give a score within 0 and 100, and never a crash. The first
// line is the policy metric's annotation, the second the hot value.
#include <cstdlib>
#include <string_view>

#include <berth/testing.h>

#include "plugins/dynamic/node_load.hpp"
#include "tests/fuzz/fuzz_target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace berth;
    using namespace berth::dynamic;
    constexpr std::int64_t kNow = 1772586367'000'000'000;
    static const TimeZone kZone("Europe/Berlin");
    static const Policy kPolicy = [] {
        PolicySpec spec;
        spec.sync_policy = {{"cpu", std::chrono::minutes(3)}};
        spec.predicate = {{"cpu", 0.65}};
        spec.priority = {{"cpu", 0.2}};
        return make_policy(spec);
    }();
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t line = text.find('\n');
    test::FakeLabels labels;
    labels.set("cpu", text.substr(0, line));
    if (line != std::string_view::npos) {
        labels.set(kHotValue, text.substr(line + 1));
    }
    const NodeLoad load = judge(Labels(labels.array()), {kPolicy, kZone, {}}, kNow);
    if (load.score > 100 || load.until_ns <= kNow) {
        std::abort();
    }
    return 0;
}

berth::fuzz::Seeds berth::fuzz::seeds() {
    return {{"0.65,2026-03-04T02:06:07Z\n2.5,2026-03-04T02:05:07Z",
             "1_0.5e-3,2026-03-04T2:06:07.123456789123Z", "0x1.8p-1,2026-03-29T02:30:00Z",
             "1e308,9999-12-31T23:59:59Z\n1e308,2026-03-04T02:06:07Z",
             "0,0000-01-01T00:00:00Z\n-0,2026-10-25T02:30:00Z"},
            {",", "Z", "T", "e", "e400", "-", "NaN", "Inf", "0x", "p-5000", "_", ".", "\n",
             "99999999999999999999", "2024-02-29", "\xff", std::string(1, '\0')}};
}
