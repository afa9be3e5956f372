// DocumentFollower: a thread that looks at the plugins' files every now and then.
//
// Reading a few small files twice a second costs less than being wrong about how an editor, a
// ConfigMap's symbolic links or a network file system change them. Ends with its destructor.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/host/documents.hpp"

namespace berth::host {

class DocumentFollower {
public:
    // Both outlive it.
    DocumentFollower(Documents& documents, Documents::Post post,
                     std::chrono::milliseconds period = std::chrono::milliseconds(500));

private:
    std::mutex mutex_;
    std::condition_variable_any wait_;
    std::jthread thread_;
};

}  // namespace berth::host
