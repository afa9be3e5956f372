// Signals: those that end or change a running process, taken on a thread of their own.
//
// One at a time in a process: made before any other thread, since the signals are blocked for all
// of them. Callbacks run on the signals' thread.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <thread>

namespace berth::cmd {

class Signals {
public:
    using Callback = std::function<void(int)>;
    Signals(std::initializer_list<int> which, Callback callback);
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

private:
    std::jthread thread_;
};

}  // namespace berth::cmd
