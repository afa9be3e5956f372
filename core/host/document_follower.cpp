#include "core/host/document_follower.hpp"

#include <utility>

namespace berth::host {

DocumentFollower::DocumentFollower(Documents& documents, Documents::Post post,
                                   std::chrono::milliseconds period)
    : thread_([this, &documents, post = std::move(post), period](const std::stop_token& stop) {
          while (!stop.stop_requested()) {
              documents.check(post);
              std::unique_lock lock(mutex_);
              wait_.wait_for(lock, stop, period, [] { return false; });
          }
      }) {}

}  // namespace berth::host
