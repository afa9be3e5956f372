// Built-in libraries for tests: entries of factories whose create is a lambda.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <berth/berth.h>

namespace berth::host::testing {

using Create = std::function<std::int32_t(const berth_host*, const berth_args*, berth_plugin**,
                                          const berth_errors*)>;

struct FakeFactory {
    std::string name;
    Create create;  // none: known, but not built in
    std::vector<berth_str> points;
    const berth_args_schema* args = nullptr;
};

// An entry over factories. The ABI's functions get no context, so at most 24 factories exist at a
// time.
class FakeLibrary {
public:
    explicit FakeLibrary(std::vector<FakeFactory> factories);
    ~FakeLibrary();
    FakeLibrary(const FakeLibrary&) = delete;
    FakeLibrary& operator=(const FakeLibrary&) = delete;

    [[nodiscard]] const berth_entry* entry() const { return &entry_; }

private:
    std::vector<FakeFactory> factories_;
    std::size_t first_ = 0;  // of its slots
    berth_entry entry_{};
};

// An instance that serves these tables: pairs of id and table.
struct FakeInstance : berth_plugin {
    std::vector<std::pair<std::string, const void*>> tables;
    int* destroyed = nullptr;  // counted up
};

// A Create that makes a FakeInstance with these tables.
[[nodiscard]] Create makes(std::vector<std::pair<std::string, const void*>> tables,
                           int* destroyed = nullptr);

// Good tables.
extern const berth_queue_sort_v1 kSort;
extern const berth_bind_v1 kBind;
extern const berth_filter_v1 kFilter;
extern const berth_score_v1 kScore;

// "Sort", "Bind", "Filter" and "Score".
[[nodiscard]] std::vector<FakeFactory> good_factories();

}  // namespace berth::host::testing
