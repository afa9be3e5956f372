#include "core/host/host_record.hpp"

#include <array>
#include <string_view>
#include <utility>

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
#include <berth/version.h>
#include <fmt/format.h>

#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host {

namespace {

enum class Audience : std::uint8_t {
    kAll,        // images too
    kInstances,  // of plugins
    kDrafts,     // instances whose image has the same drafts
};

struct Service {
    std::string_view id;
    const void* table;
    Audience audience;
};

bool may_ask(const HostRecord& record, Audience audience) {
    return audience == Audience::kAll ||
           (record.reasons() != nullptr &&
            (audience == Audience::kInstances || record.has_drafts()));
}

const void* find_service(const berth_host* host, berth_str id) noexcept {
    static const std::array kServices{
        Service{BERTH_HOST_LOG_V1, services::log(), Audience::kAll},
        Service{BERTH_HOST_CLOCK_V1, services::clock(), Audience::kAll},
        Service{BERTH_HOST_SYMBOLS_V1, services::symbols(), Audience::kInstances},
        Service{BERTH_HOST_REASONS_V1, services::reasons(), Audience::kInstances},
        Service{BERTH_HOST_COLUMNS_V1, services::columns(), Audience::kInstances},
        Service{BERTH_HOST_COMPLETION_V1, services::completion(), Audience::kInstances},
        Service{BERTH_HOST_COLUMN_V1, services::column(), Audience::kInstances},
        Service{BERTH_HOST_DOCUMENTS_V1, services::documents(), Audience::kInstances},
        Service{BERTH_HOST_METRICS_V1, services::metrics(), Audience::kInstances},
        Service{BERTH_HOST_COUNTS_V1, services::counts(), Audience::kInstances},
        Service{BERTH_HOST_TERMS_V1, services::terms(), Audience::kInstances},
        Service{BERTH_HOST_OBJECTS_V1, services::objects(), Audience::kInstances},
        Service{BERTH_HOST_WATCH_V1, services::watch(), Audience::kInstances},
        Service{BERTH_HOST_CLIENT_V1, services::client(), Audience::kDrafts},
        Service{BERTH_HOST_EXECUTOR_V1, services::executor(), Audience::kDrafts},
        Service{BERTH_HOST_NOMINATOR_V1, services::nominator(), Audience::kDrafts},
        Service{BERTH_HOST_PARALLEL_V1, services::parallel(), Audience::kDrafts},
        Service{BERTH_HOST_QUEUE_V1, services::queue(), Audience::kDrafts},
        Service{BERTH_HOST_RANDOM_V1, services::random(), Audience::kDrafts},
        Service{BERTH_HOST_WAITING_V1, services::waiting(), Audience::kDrafts},
        Service{BERTH_HOST_WHATIF_V1, services::whatif(), Audience::kDrafts},
    };
    const HostRecord* const record = HostRecord::of(host);
    if (record == nullptr) {
        return nullptr;
    }
    for (const Service& service : kServices) {
        if (service.id == view_of(id)) {
            return may_ask(*record, service.audience) ? service.table : nullptr;
        }
    }
    return nullptr;
}

}  // namespace

HostRecord::HostRecord(const Context& context, framework::ReasonTable& reasons, std::string who,
                       Caller caller)
    : HostRecord(context, std::move(who)) {
    reasons_ = &reasons;
    caller_ = std::move(caller);
}

const HostRecord* HostRecord::of(const berth_host* host) {
    const auto* const record = static_cast<const HostRecord*>(host);
    if (record == nullptr || !record->ended_.load(std::memory_order_relaxed)) {
        return record;
    }
    record->report("it called the host after its life");
    return nullptr;
}

void HostRecord::report(std::string what) const {
    if (caller_.misbehaviours == nullptr || caller_.label == nullptr) {
        return;
    }
    const framework::ThreadMark& mark = framework::thread_mark();
    const bool inside = mark.label.load(std::memory_order_relaxed) != nullptr;
    const berth_pod* const pod = mark.pod.load(std::memory_order_relaxed);
    caller_.misbehaviours->report(
        {.plugin = *caller_.label,
         .generation = caller_.generation,
         .point = inside ? mark.point.load(std::memory_order_relaxed) : framework::Point::kNone,
         .pod = pod == nullptr
                    ? std::string()
                    : fmt::format("{}/{}", view_of(pod->namespace_name), view_of(pod->name)),
         .what = std::move(what)});
}

bool HostRecord::in_a_call() const {
    return caller_.label == nullptr ||
           framework::thread_mark().label.load(std::memory_order_relaxed) != nullptr;
}

HostRecord::HostRecord(const Context& context, std::string who)
    : berth_host{sizeof(berth_host), BERTH_ABI, find_service},
      context_(context),
      who_(std::move(who)) {}

HostRecord::~HostRecord() {
    context_.objects().end(this);
}

}  // namespace berth::host
