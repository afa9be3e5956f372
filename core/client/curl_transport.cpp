#include "core/client/curl_transport.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <queue>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <curl/curl.h>

#include "core/client/curl_exchange.hpp"
#include "core/client/make_error.hpp"

namespace berth::client {
namespace {

constexpr base::Duration kLongestWait = std::chrono::seconds(60);
constexpr long kStreams = 250;  // of one HTTP/2 connection; the server may allow fewer
constexpr long kKeptConnections = 64;

void start_libcurl() {
    static const CURLcode kStarted = curl_global_init(CURL_GLOBAL_DEFAULT);
    static_cast<void>(kStarted);
}

}  // namespace

struct CurlTransport::Impl {
    Impl(const base::Clock& given_clock, CurlOptions given_options)
        : clock(given_clock), options(std::move(given_options)) {
        start_libcurl();
        multi = curl_multi_init();
        curl_multi_setopt(multi, CURLMOPT_PIPELINING, long{CURLPIPE_MULTIPLEX});
        curl_multi_setopt(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, kStreams);
        curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, kKeptConnections);
        thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }

    ~Impl() {
        thread.request_stop();
        curl_multi_wakeup(multi);
        thread.join();
        for (auto& [id, exchange] : exchanges) {
            curl_multi_remove_handle(multi, exchange->handle());
        }
        exchanges.clear();
        drop_tasks();
        curl_multi_cleanup(multi);
    }

    void post(Task task) {
        {
            const std::lock_guard lock(mutex);
            posted.push_back(std::move(task));
        }
        curl_multi_wakeup(multi);
    }

    RequestId start(Request request, ResponseDone done, std::shared_ptr<StreamHandler> handler) {
        const RequestId id = next.fetch_add(1, std::memory_order_relaxed);
        auto exchange = std::make_shared<CurlExchange>(id, std::move(request), std::move(done),
                                                       std::move(handler));
        post([this, exchange = std::move(exchange)] { enter(exchange); });
        return id;
    }

    // What tasks hold may end in a cancel(), which posts again.
    void drop_tasks() {
        timers.clear();
        for (std::vector<Task> tasks;;) {
            {
                const std::lock_guard lock(mutex);
                tasks.swap(posted);
            }
            if (tasks.empty()) {
                return;
            }
            tasks.clear();
        }
    }

    // On the thread.
    void run(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            run_posted();
            run_due();
            int running = 0;
            curl_multi_perform(multi, &running);
            take_finished();
            curl_multi_poll(multi, nullptr, 0, wait_milliseconds(), nullptr);
        }
    }

    void run_posted() {
        std::vector<Task> tasks;
        {
            const std::lock_guard lock(mutex);
            tasks.swap(posted);
        }
        for (const Task& task : tasks) {
            task();
        }
    }

    void run_due() {
        const base::Duration now = clock.steady();
        while (!timers.empty() && timers.begin()->first <= now) {
            auto node = timers.extract(timers.begin());
            node.mapped()();
        }
    }

    [[nodiscard]] int wait_milliseconds() {
        base::Duration wait = kLongestWait;
        if (!timers.empty()) {
            wait = std::clamp(timers.begin()->first - clock.steady(), base::Duration(0), wait);
        }
        {
            const std::lock_guard lock(mutex);
            if (!posted.empty()) {
                wait = base::Duration(0);
            }
        }
        return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(wait).count());
    }

    void enter(const std::shared_ptr<CurlExchange>& exchange) {
        if (exchange->request().may_leave && !exchange->request().may_leave()) {
            exchange->fail(
                make_error(base::ErrorCode::kCancelled, "the request may not be sent any more"));
            return;
        }
        if (!exchange->prepare(options.user_agent, options.largest_response) ||
            curl_multi_add_handle(multi, exchange->handle()) != CURLM_OK) {
            exchange->fail(
                make_error(base::ErrorCode::kInternal, "libcurl cannot take another request"));
            return;
        }
        exchanges.emplace(exchange->id(), exchange);
    }

    void take_finished() {
        int left = 0;
        while (CURLMsg* const message = curl_multi_info_read(multi, &left)) {
            if (message->msg != CURLMSG_DONE) {
                continue;
            }
            const int code = message->data.result;
            CurlExchange* exchange = nullptr;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange);
            curl_multi_remove_handle(multi, exchange->handle());
            auto node = exchanges.extract(exchange->id());
            node.mapped()->finish(code);
        }
    }

    void cancel(RequestId id) {
        const auto at = exchanges.find(id);
        if (at == exchanges.end()) {
            return;
        }
        at->second->forget();
        curl_multi_remove_handle(multi, at->second->handle());
        exchanges.erase(at);
    }

    const base::Clock& clock;
    CurlOptions options;
    CURLM* multi = nullptr;
    std::atomic<RequestId> next{1};
    std::mutex mutex;
    std::vector<Task> posted;  // guarded by mutex
    // Of the thread alone.
    std::multimap<base::Duration, Task> timers;
    std::unordered_map<RequestId, std::shared_ptr<CurlExchange>> exchanges;
    std::jthread thread;  // last: begins when all else is there
};

CurlTransport::CurlTransport(const base::Clock& clock, CurlOptions options)
    : impl_(std::make_unique<Impl>(clock, std::move(options))) {}

CurlTransport::~CurlTransport() = default;

RequestId CurlTransport::send(Request request, ResponseDone done) {
    return impl_->start(std::move(request), std::move(done), nullptr);
}

RequestId CurlTransport::stream(Request request, std::shared_ptr<StreamHandler> handler) {
    return impl_->start(std::move(request), nullptr, std::move(handler));
}

void CurlTransport::cancel(RequestId id) {
    impl_->post([impl = impl_.get(), id] { impl->cancel(id); });
}

void CurlTransport::post(Task task) {
    impl_->post(std::move(task));
}

void CurlTransport::after(base::Duration delay, Task task) {
    const base::Duration due = impl_->clock.steady() + delay;
    impl_->post([impl = impl_.get(), due, task = std::move(task)]() mutable {
        impl->timers.emplace(due, std::move(task));
    });
}

}  // namespace berth::client
