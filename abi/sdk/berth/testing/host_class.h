// The class of fake_host.h, without its services.
#pragma once

#include <map>
#include <set>

#include <berth/berth.h>
#include <berth/testing/text.h>

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
    std::string texts(berth_reasons number) const {
        std::string joined;
        for (const std::string& text : reasons.at(number)) {
            joined += (joined.empty() ? "" : ", ") + text;
        }
        return joined;
    }

    std::set<std::string, std::less<>> missing;
    std::map<std::string, const void*, std::less<>> more;
    std::vector<std::vector<std::string>> reasons{{}};
    std::size_t most_reasons = 65536;
    std::vector<std::string> log;  // "I0 file.cpp: text"
    std::int32_t verbosity = 0;
    std::int64_t now_ns = 0;  // of both clocks
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

inline FakeHost& fake(const berth_host* host) {
    return *const_cast<FakeHost*>(static_cast<const FakeHost*>(host));
}

}  // namespace berth::test
