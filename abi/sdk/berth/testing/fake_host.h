// A host for tests of plugins, without a scheduler: services that remember what they were told.
//
// One FakeHost per instance; single-threaded. `missing` names services that it does not serve,
// `more` serves others: a test's own tables by id.
#pragma once

#include <berth/testing/host_class.h>
#include <berth/testing/own_services.h>
#include <berth/testing/services.h>

namespace berth::test {

inline const void* find_service(const berth_host* host, berth_str id) {
    const std::map<std::string_view, const void*> services = {
        {BERTH_HOST_REASONS_V1, &kReasons},         {BERTH_HOST_CLOCK_V1, &kClock},
        {BERTH_HOST_SYMBOLS_V1, &kSymbols},         {BERTH_HOST_COLUMNS_V1, &kColumns},
        {BERTH_HOST_LOG_V1, &fake(host).log_table}, {BERTH_HOST_COMPLETION_V1, &kCompletion},
        {BERTH_HOST_COLUMN_V1, &kColumn},           {BERTH_HOST_METRICS_V1, &kMetrics},
        {BERTH_HOST_DOCUMENTS_V1, &kDocuments},
    };
    const std::string wanted = copy(id);
    if (fake(host).missing.contains(wanted)) {
        return nullptr;
    }
    if (const auto own = fake(host).more.find(wanted); own != fake(host).more.end()) {
        return own->second;
    }
    const auto found = services.find(wanted);
    return found == services.end() ? nullptr : found->second;
}

inline FakeHost::FakeHost()
    : berth_host{sizeof(berth_host), BERTH_ABI, &find_service},
      log_table{sizeof(berth_log_v1), 0, &verbosity, &write_log} {}

}  // namespace berth::test
