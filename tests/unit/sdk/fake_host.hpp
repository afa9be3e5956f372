// A host for tests of plugins, without a scheduler: services that remember what they were told.
//
// One FakeHost per instance; single-threaded. `missing` names services that it does not serve.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <berth/berth.h>

namespace berth::test {

class FakeHost : public berth_host {
public:
    FakeHost();
    FakeHost(const FakeHost&) = delete;
    FakeHost& operator=(const FakeHost&) = delete;

    struct Completed {
        std::uint64_t token;
        std::int32_t code;
        std::string text;
    };

    // The texts behind a number, joined by ", ".
    std::string texts(berth_reasons number) const;

    std::set<std::string, std::less<>> missing;
    std::vector<std::vector<std::string>> reasons{{}};
    std::size_t most_reasons = 65536;
    std::vector<std::string> log;
    std::int32_t verbosity = 0;
    std::int64_t now_ns = 0;
    std::map<std::string, berth_symbol, std::less<>> symbols;
    std::vector<Completed> completed;
    std::vector<std::string> bound;  // pod and node
    std::map<berth_symbol, berth_label_column> label_columns;
    const void* cells = nullptr;            // of the plugin's own column
    std::vector<std::string> refilled;      // names of nodes; empty: all
    std::map<std::string, double> metrics;  // "name{a,b}": the last value, or the sum
    // The files that there are, decoded; who opened one last hears of changes by the handler.
    std::map<std::string, const berth_args*, std::less<>> documents;
    const berth_document_handler* document_handler = nullptr;
    void* document_context = nullptr;
    std::vector<std::string> family_names, series_names;
    const berth_log_v1 log_table;
};

// Errors that a library reports about args, as "path: text".
class FakeErrors : public berth_errors {
public:
    FakeErrors();
    FakeErrors(const FakeErrors&) = delete;
    FakeErrors& operator=(const FakeErrors&) = delete;
    std::vector<std::string> lines;
};

// A call of one cycle; ends the state as a host does.
class FakeCall : public berth_call {
public:
    FakeCall();
    FakeCall(const FakeCall&) = delete;
    FakeCall& operator=(const FakeCall&) = delete;
    ~FakeCall();
    void end_cycle();

    berth_state slot{};
    std::uint32_t cancelled = 0;
};

}  // namespace berth::test
