// A Loop that runs when it is told to, by a FakeClock, and a Transport whose server is the test.
// One thread.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/clock.hpp"
#include "core/client/loop.hpp"
#include "core/client/transport.hpp"

namespace berth::client {

class FakeLoop final : public Loop {
public:
    explicit FakeLoop(base::FakeClock& clock) : clock_(clock) {}
    void post(Task task) override { after(base::Duration(0), std::move(task)); }
    void after(base::Duration delay, Task task) override {
        tasks_.emplace(clock_.steady() + delay, std::move(task));
    }
    // Everything that is due.
    void run() {
        while (!tasks_.empty() && tasks_.begin()->first <= clock_.steady()) {
            auto node = tasks_.extract(tasks_.begin());
            node.mapped()();
        }
    }
    // Moves the clock, from one task to the next.
    void advance(base::Duration by) {
        run();
        const base::Duration end = clock_.steady() + by;
        while (!tasks_.empty() && tasks_.begin()->first <= end) {
            clock_.advance(tasks_.begin()->first - clock_.steady());
            run();
        }
        clock_.advance(end - clock_.steady());
    }
    [[nodiscard]] bool idle() const { return tasks_.empty(); }

private:
    base::FakeClock& clock_;
    std::multimap<base::Duration, Task> tasks_;
};

class FakeTransport final : public Transport {
public:
    struct Sent {
        RequestId id;
        Request request;
        ResponseDone done;
        std::shared_ptr<StreamHandler> handler;
    };

    RequestId send(Request request, ResponseDone done) override {
        return take({0, std::move(request), std::move(done), nullptr});
    }
    RequestId stream(Request request, std::shared_ptr<StreamHandler> handler) override {
        return take({0, std::move(request), nullptr, std::move(handler)});
    }
    void cancel(RequestId id) override { cancelled.push_back(id); }

    // Answers the oldest request that is open.
    void answer(int status, std::string body, std::vector<Header> headers = {}) {
        Sent sent = next();
        sent.done(Response{{status, std::move(headers)}, std::move(body)});
    }
    void fail(base::ErrorCode code, std::string text) {
        Sent sent = next();
        sent.done(base::fail(code, std::move(text)));
    }
    Sent next() {
        Sent sent = std::move(open.front());
        open.pop_front();
        return sent;
    }

    std::deque<Sent> open;
    std::vector<RequestId> cancelled;

private:
    RequestId take(Sent sent) {
        sent.id = ++last_;
        if (sent.request.may_leave && !sent.request.may_leave()) {
            const auto done = std::move(sent.done);
            done(base::fail(base::ErrorCode::kCancelled, "the request may not be sent any more"));
            return sent.id;
        }
        open.push_back(std::move(sent));
        return last_;
    }

    RequestId last_ = 0;
};

}  // namespace berth::client
