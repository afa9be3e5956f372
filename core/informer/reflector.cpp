#include "core/informer/reflector.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "core/base/log.hpp"
#include "core/informer/list_slicer.hpp"
#include "core/informer/object_text.hpp"

namespace berth::informer {
namespace {

using client::ApiClient;

// client-go's figures: a watch ends after 5 to 10 minutes, pauses grow from 0.8 seconds (there to
// 30; one scheduler need not be that shy of a server that comes back).
constexpr base::Duration kShortestWatch = std::chrono::minutes(5);
constexpr base::Duration kFirstPause = std::chrono::milliseconds(800);
constexpr base::Duration kLongestPause = std::chrono::seconds(10);
constexpr base::Duration kTooShort = std::chrono::seconds(1);
constexpr base::Duration kSlack = std::chrono::seconds(30);  // the server ends it, not we
constexpr int kForbidden = 403;
constexpr int kMissing = 404;
constexpr int kGone = 410;
constexpr base::Duration kListTimeout = std::chrono::minutes(5);

enum class Phase : std::uint8_t { kStreamingList, kPages, kWatch };

}  // namespace

struct Reflector::Impl final : std::enable_shared_from_this<Reflector::Impl> {
    Impl(ReflectorOptions wanted, ApiClient& client, model::Pools& shared,
         std::shared_ptr<ReflectorSink> told)
        : options(std::move(wanted)),
          api(client),
          pools(shared),
          sink(std::move(told)),
          rng(options.seed),
          stream_lists(options.stream_lists) {}

    // The body of one request, handed to the reflector if it is still about that request.
    class Body final : public ApiClient::BodySink {
    public:
        Body(std::weak_ptr<Impl> owner, std::uint64_t number)
            : owner_(std::move(owner)), number_(number) {}
        void on_bytes(std::string_view bytes) override {
            if (const auto owner = current()) {
                owner->on_bytes(bytes);
            }
        }
        void on_end(base::Status status, int code) override {
            if (const auto owner = current()) {
                owner->on_end(std::move(status), code);
            }
        }

    private:
        [[nodiscard]] std::shared_ptr<Impl> current() const {
            auto owner = owner_.lock();
            return owner != nullptr && owner->request == number_ ? owner : nullptr;
        }
        std::weak_ptr<Impl> owner_;
        std::uint64_t number_;
    };

    void begin() {
        if (stopped) {
            return;
        }
        if (version.empty()) {
            token.clear();
            stream_lists ? list_by_stream() : list_page();
        } else {
            watch();
        }
    }

    void open(Phase next, const std::string& query, base::Duration timeout) {
        phase = next;
        line.clear();
        got_something = false;
        opened = api.clock().steady();
        handle = api.stream(client::path_of(options.resource, "") + "?" + query + selector(),
                            std::make_shared<Body>(weak_from_this(), ++request), timeout);
    }

    [[nodiscard]] std::string selector() const {
        return options.field_selector.empty()
                   ? ""
                   : "&fieldSelector=" + client::escape_query(options.field_selector);
    }

    [[nodiscard]] int watch_seconds() {
        const auto least = std::chrono::duration_cast<std::chrono::seconds>(kShortestWatch).count();
        return static_cast<int>(
            least + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(least))));
    }

    void list_by_stream() {
        sink->begin_list();
        const int seconds = watch_seconds();
        open(Phase::kStreamingList,
             fmt::format("watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&"
                         "allowWatchBookmarks=true&timeoutSeconds={}",
                         seconds),
             std::chrono::seconds(seconds) + kSlack);
    }

    void list_page() {
        if (token.empty()) {
            sink->begin_list();
        }
        slicer = std::make_unique<ListSlicer>([this](std::string_view json) { take_item(json); });
        std::string query =
            options.page == 0 ? "resourceVersion=0" : fmt::format("limit={}", options.page);
        if (!token.empty()) {
            query += "&continue=" + client::escape_query(token);
        }
        open(Phase::kPages, query, kListTimeout);
    }

    void watch() {
        const int seconds = watch_seconds();
        open(Phase::kWatch,
             fmt::format("watch=1&allowWatchBookmarks=true&resourceVersion={}&timeoutSeconds={}",
                         version, seconds),
             std::chrono::seconds(seconds) + kSlack);
    }

    void on_bytes(std::string_view bytes) {
        if (phase == Phase::kPages) {
            slicer->feed(bytes);
            return;
        }
        const std::uint64_t number = request;
        for (auto end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
            line.append(bytes.substr(0, end));
            bytes.remove_prefix(end + 1);
            take_line();
            if (request != number || stopped) {
                return;  // the line ended this watch
            }
            line.clear();
        }
        line.append(bytes);
    }

    void take_item(std::string_view json) {
        base::Result<model::Object> object = read_item(json, options.resource, pools);
        if (object) {
            sink->put(std::move(*object));
        } else {
            complain(object.error());
        }
    }

    // An object that cannot be read is left out, and said; the others go on.
    void complain(const base::Error& error) const {
        BERTH_LOG(base::Severity::kError, "{}: left out: {}", options.resource.plural,
                  error.message());
    }

    void take_line() {
        if (line.find_first_not_of(" \r\t") == std::string::npos) {
            return;
        }
        base::Result<Frame> frame = read_frame(line, pools);
        if (!frame) {
            complain(frame.error());
            return;
        }
        if (frame->type == FrameType::kError) {
            refuse(*frame);
            return;
        }
        if (!frame->resource_version.empty() && phase == Phase::kWatch) {
            version = frame->resource_version;
        }
        got_something = true;
        take_frame(std::move(*frame));
    }

    void take_frame(Frame frame) {
        switch (frame.type) {
            case FrameType::kAdded:
            case FrameType::kModified: sink->put(std::move(*frame.object)); break;
            case FrameType::kDeleted: sink->erase(std::move(*frame.object)); break;
            case FrameType::kBookmark:
                if (phase == Phase::kStreamingList && frame.initial_events_end) {
                    version = frame.resource_version;
                    phase = Phase::kWatch;  // the same stream goes on as a watch
                    listed();
                }
                break;
            case FrameType::kError: break;
        }
    }

    void listed() {
        refused = false;
        sink->end_list();
        fine();
    }

    // The server ends the watch with an error inside of it.
    void refuse(const Frame& frame) {
        handle.reset();
        ++request;
        if (frame.code == kGone) {
            forget_version();
        } else {
            again(frame.message.empty() ? "the server ended the watch" : frame.message);
        }
    }

    void on_end(base::Status status, int code) {
        handle.reset();
        if (phase == Phase::kPages) {
            end_page(std::move(status), code);
            return;
        }
        if (status) {
            const bool in_list = phase == Phase::kStreamingList;
            const bool short_one = api.clock().steady() - opened < kTooShort && !got_something;
            if (in_list || short_one) {
                again(in_list ? "the list broke off" : "the watch ended at once");
            } else {
                fine();
                begin();
            }
            return;
        }
        if (phase == Phase::kStreamingList && (code == 400 || code == 404 || code == 422)) {
            stream_lists = false;  // a server that does not know it
            begin();
            return;
        }
        if (code == kGone) {
            forget_version();
            return;
        }
        fail(status.error(), code);
    }

    // A list or a watch was not answered. What a plugin reads need not be there at all.
    void fail(const base::Error& error, int code) {
        refused = code == kForbidden || code == kMissing;
        if (code == kMissing) {
            version.clear();
            again(
                fmt::format("the API server has no {} in {}: is its CustomResourceDefinition, or "
                            "the API that serves it, installed?",
                            options.resource.plural, options.resource.api_version()));
        } else {
            again(error.message());
        }
    }

    // What happened since is not to be had any more: list again, at once the first time.
    void forget_version() {
        BERTH_VLOG(1, "{}: the server forgot resourceVersion {}: listing again",
                   options.resource.plural, version);
        version.clear();
        again("");
    }

    void end_page(base::Status status, int code) {
        if (status) {
            status = slicer->finish();
        }
        if (!status) {
            // A page that the server has forgotten: from the beginning.
            token.clear();
            fail(status.error(), code);
            return;
        }
        const ListMetadata metadata = read_list_metadata(slicer->metadata());
        token = metadata.continue_token;
        if (!token.empty()) {
            list_page();
            return;
        }
        version = metadata.resource_version;
        listed();
        begin();
    }

    void fine() {
        pause = base::Duration(0);
        if (set_trouble("")) {
            BERTH_LOG(base::Severity::kInfo, "{}: the watch is up again", options.resource.plural);
        }
    }

    // After a pause; `why` is said when it is new.
    void again(const std::string& why) {
        if (stopped) {
            return;
        }
        if (!why.empty() && set_trouble(why)) {
            BERTH_LOG(base::Severity::kWarning, "{}: {}", options.resource.plural, why);
        }
        const bool at_once = why.empty() && pause.count() == 0;
        pause = pause.count() == 0 ? kFirstPause : std::min(pause * 2, kLongestPause);
        const auto jittered = base::Duration(
            static_cast<std::int64_t>(static_cast<double>(pause.count()) * (1 + rng.unit())));
        api.loop().after(at_once ? base::Duration(0) : jittered, [self = weak_from_this()] {
            if (const auto impl = self.lock()) {
                impl->begin();
            }
        });
    }

    // True: it has changed.
    bool set_trouble(const std::string& why) {
        const std::lock_guard lock(mutex);
        const bool changed = trouble != why;
        trouble = why;
        return changed;
    }

    ReflectorOptions options;
    ApiClient& api;
    model::Pools& pools;
    std::shared_ptr<ReflectorSink> sink;
    base::Rng rng;
    bool stream_lists;
    bool stopped = false;
    Phase phase = Phase::kPages;
    std::uint64_t request = 0;  // number of the one under way
    std::unique_ptr<ApiClient::Handle> handle;
    std::unique_ptr<ListSlicer> slicer;
    std::string version;  // of the last change seen; "": to be listed
    std::string token;    // of the next page
    std::string line;     // of a watch, as far as it has come
    bool got_something = false;
    base::Duration opened{0};
    base::Duration pause{0};
    std::atomic<bool> refused{false};
    mutable std::mutex mutex;
    std::string trouble;  // guarded by mutex
};

Reflector::Reflector(ReflectorOptions options, client::ApiClient& api, model::Pools& pools,
                     std::shared_ptr<ReflectorSink> sink)
    : impl_(std::make_shared<Impl>(std::move(options), api, pools, std::move(sink))) {}

Reflector::~Reflector() {
    impl_->api.loop().post([impl = impl_] {
        impl->stopped = true;
        ++impl->request;
        impl->handle.reset();
    });
}

void Reflector::start() {
    impl_->api.loop().post([impl = impl_] { impl->begin(); });
}

std::string Reflector::trouble() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->trouble;
}

bool Reflector::refused() const {
    return impl_->refused;
}

}  // namespace berth::informer
