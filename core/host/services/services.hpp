// The tables of the host's services, one function and one file each.
//
// A table is static; its functions are noexcept and answer a call that they cannot serve (another
// thread than they say, no cycle, a null where none may be) with null, 0 or an error. Any thread.
#pragma once

#include <berth/draft/host/client.h>
#include <berth/draft/host/executor.h>
#include <berth/draft/host/nominator.h>
#include <berth/draft/host/parallel.h>
#include <berth/draft/host/queue.h>
#include <berth/draft/host/random.h>
#include <berth/draft/host/waiting.h>
#include <berth/draft/host/whatif.h>
#include <berth/ext/column.h>
#include <berth/host/clock.h>
#include <berth/host/columns.h>
#include <berth/host/completion.h>
#include <berth/host/counts.h>
#include <berth/host/documents.h>
#include <berth/host/log.h>
#include <berth/host/metrics.h>
#include <berth/host/objects.h>
#include <berth/host/reasons.h>
#include <berth/host/symbols.h>
#include <berth/host/terms.h>
#include <berth/host/watch.h>

namespace berth::host::services {

[[nodiscard]] const berth_log_v1* log();
[[nodiscard]] const berth_clock_v1* clock();
[[nodiscard]] const berth_symbols_v1* symbols();
[[nodiscard]] const berth_reasons_v1* reasons();
[[nodiscard]] const berth_columns_v1* columns();
[[nodiscard]] const berth_completion_v1* completion();
[[nodiscard]] const berth_host_column_v1* column();
[[nodiscard]] const berth_documents_v1* documents();
[[nodiscard]] const berth_metrics_v1* metrics();
[[nodiscard]] const berth_counts_v1* counts();
[[nodiscard]] const berth_terms_v1* terms();
[[nodiscard]] const berth_objects_v1* objects();
[[nodiscard]] const berth_watch_v1* watch();

// Drafts.
[[nodiscard]] const berth_client_v1* client();
[[nodiscard]] const berth_executor_v1* executor();
[[nodiscard]] const berth_nominator_v1* nominator();
[[nodiscard]] const berth_parallel_v1* parallel();
[[nodiscard]] const berth_queue_v1* queue();
[[nodiscard]] const berth_random_v1* random();
[[nodiscard]] const berth_waiting_v1* waiting();
[[nodiscard]] const berth_whatif_v1* whatif();

// What the functions of tables are made of: no exception of ours reaches a plugin.
template <typename Result, typename Work>
[[nodiscard]] Result answer(Result otherwise, Work&& work) noexcept {
    try {
        return work();
    } catch (...) {
        return otherwise;
    }
}

}  // namespace berth::host::services
