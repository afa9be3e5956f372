// Loop: one thread on which everything of the real cluster happens: requests, answers, timers.
//
// What runs on it must not block. Implemented by CurlTransport, whose thread waits for sockets,
// and by a stepped one in tests. post() and after(): any thread; tasks run one at a time, those of
// equal time in the order in which they were given. After stop nothing runs any more.
#pragma once

#include <functional>

#include "core/base/time.hpp"

namespace berth::client {

using Task = std::function<void()>;

class Loop {
public:
    virtual ~Loop() = default;
    virtual void post(Task task) = 0;
    virtual void after(base::Duration delay, Task task) = 0;
};

}  // namespace berth::client
