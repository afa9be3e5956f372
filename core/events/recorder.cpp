#include "core/events/recorder.hpp"

#include <atomic>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/events/event_body.hpp"

namespace berth::events {
namespace {

// client-go's figures.
constexpr base::Duration kSeriesEnd = std::chrono::minutes(6);
constexpr base::Duration kRefresh = std::chrono::minutes(30);
constexpr base::Duration kRetryPause = std::chrono::seconds(10);
constexpr int kMostTries = 12;

struct Cached {
    access::EventRecord event;
    EventName name;
    Series series;
    int tries = 0;
    bool ending = false;  // its last count is being written
};
using CachedRef = std::shared_ptr<Cached>;
using Key =
    std::tuple<bool, std::string, std::string, std::string, std::string, std::string, std::string>;

Key key_of(const access::EventRecord& event) {
    return {event.warning,
            event.action,
            event.reason,
            event.reporting_controller,
            fmt::format("{}/{}/{}", event.regarding.kind, event.regarding.namespace_name,
                        event.regarding.name),
            event.regarding_uid,
            event.related_uid};
}

}  // namespace

struct Recorder::Impl : std::enable_shared_from_this<Recorder::Impl> {
    Impl(RecorderOptions wanted, const base::Clock& given_clock, Send sender, After timer)
        : options(std::move(wanted)),
          clock(given_clock),
          send(std::move(sender)),
          after(std::move(timer)) {}

    void later(base::Duration delay, std::function<void(Impl&)> what) {
        after(delay, [self = weak_from_this(), what = std::move(what)] {
            if (const auto impl = self.lock()) {
                what(*impl);
            }
        });
    }

    void take(access::EventRecord event) {
        const auto [at, added] = cache.try_emplace(key_of(event));
        if (added) {
            at->second = std::make_shared<Cached>();
            Cached& cached = *at->second;
            const bool none = event.regarding.namespace_name.empty();
            cached.name = {none ? "default" : event.regarding.namespace_name,
                           fmt::format("{}.{:x}", event.regarding.name, event.time.nanoseconds)};
            cached.event = std::move(event);
            write(at->second);
            return;
        }
        Series& series = at->second->series;
        series.last = event.time;
        if (series.count != 0) {
            ++series.count;
            --waiting;
            return;
        }
        series.count = 2;
        write(at->second);
    }

    void write(const CachedRef& cached) {
        EventWrite out;
        out.patch = cached->series.count != 0;
        out.namespace_name = cached->name.namespace_name;
        out.name = cached->name.name;
        out.body = out.patch ? series_body(cached->series)
                             : event_body(cached->event, cached->name, options.host, {});
        send_counted(cached, std::move(out));
    }

    void create_anew(const CachedRef& cached) {
        EventWrite out;
        out.namespace_name = cached->name.namespace_name;
        out.body = event_body(cached->event, cached->name, options.host, cached->series);
        send_counted(cached, std::move(out));
    }

    void send_counted(const CachedRef& cached, EventWrite out) {
        const bool patch = out.patch;
        send(std::move(out), [self = weak_from_this(), cached, patch](Outcome outcome) {
            if (const auto impl = self.lock()) {
                impl->later(base::Duration(0), [cached, patch, outcome](Impl& own) {
                    own.written(cached, patch, outcome);
                });
            }
        });
    }

    void written(const CachedRef& cached, bool patch, Outcome outcome) {
        if (outcome == Outcome::kGone && patch) {
            create_anew(cached);  // it was removed: a new one with the count so far
            return;
        }
        if (outcome == Outcome::kExists && cached->series.count != 0) {
            outcome = Outcome::kRetry;  // its creation was still on the way when it came again
        }
        if (outcome == Outcome::kRetry && ++cached->tries < kMostTries) {
            later(kRetryPause, [cached](Impl& impl) { impl.write(cached); });
            return;
        }
        if (outcome == Outcome::kRetry) {
            BERTH_LOG(base::Severity::kWarning, "an event about {} {} could not be written",
                      cached->event.regarding.kind, cached->event.regarding.name);
        }
        cached->tries = 0;
        if (!cached->ending) {
            --waiting;
        }
    }

    // Ends what has not come again for a while, and writes the counts of series now and then.
    void tidy(base::Duration since_refresh) {
        const base::Time now = clock.now();
        const bool refresh = since_refresh >= kRefresh;
        for (auto at = cache.begin(); at != cache.end();) {
            const CachedRef cached = at->second;
            const bool series = cached->series.count != 0;
            const bool over =
                (series ? cached->series.last : cached->event.time) < now - kSeriesEnd;
            if (series && (over || refresh)) {
                cached->ending = true;
                write(cached);
            }
            at = over ? cache.erase(at) : std::next(at);
        }
        const base::Duration next = refresh ? base::Duration(0) : since_refresh + kSeriesEnd;
        later(kSeriesEnd, [next](Impl& impl) { impl.tidy(next); });
    }

    RecorderOptions options;
    const base::Clock& clock;
    Send send;
    After after;
    std::map<Key, CachedRef> cache;
    std::atomic<std::size_t> waiting{0};
    std::atomic<std::uint64_t> dropped{0};
};

Recorder::Recorder(RecorderOptions options, const base::Clock& clock, Send send, After after)
    : impl_(std::make_shared<Impl>(std::move(options), clock, std::move(send), std::move(after))) {
    impl_->later(kSeriesEnd, [](Impl& impl) { impl.tidy(kSeriesEnd); });
}

Recorder::~Recorder() = default;

void Recorder::record(access::EventRecord event) {
    if (impl_->waiting.fetch_add(1) >= impl_->options.most_waiting) {
        --impl_->waiting;
        ++impl_->dropped;
        return;
    }
    impl_->later(base::Duration(0), [event = std::move(event)](Impl& impl) { impl.take(event); });
}

std::uint64_t Recorder::dropped() const {
    return impl_->dropped;
}

}  // namespace berth::events
