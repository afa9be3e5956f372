#include "core/cmd/live/signals.hpp"

#include <ctime>
#include <pthread.h>
#include <signal.h>
#include <utility>

namespace berth::cmd {

Signals::Signals(std::initializer_list<int> which, Callback callback) {
    sigset_t set;
    sigemptyset(&set);
    for (const int number : which) {
        sigaddset(&set, number);
    }
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    thread_ = std::jthread([set, callback = std::move(callback)](const std::stop_token& stop) {
        constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 200'000'000};
        while (!stop.stop_requested()) {
            const int number = sigtimedwait(&set, nullptr, &kPause);
            if (number > 0) {
                callback(number);
            }
        }
    });
}

Signals::~Signals() = default;

}  // namespace berth::cmd
