#include "core/simulate/run_log.hpp"

#include <algorithm>

namespace berth::simulate {

void RunLog::on_attempt(const scheduler::Attempt& attempt) {
    ++attempts_;
    PodLog& log = pods_[std::string(attempt.pod.uid())];
    log.attempts = attempt.number;
    log.evaluated = attempt.evaluated;
    log.feasible = attempt.feasible;
    const bool chosen = attempt.outcome == scheduler::Outcome::kChosen;
    if (chosen) {
        log.node = attempt.node;
        log.message.clear();
    } else {
        failed(log, attempt.message);
    }
    if (listener_) {
        listener_({.namespace_name = attempt.pod.namespace_name(),
                   .pod = attempt.pod.name(),
                   .node = chosen ? attempt.node : std::string_view(),
                   .message = chosen ? std::string_view() : attempt.message,
                   .evaluated = attempt.evaluated,
                   .feasible = attempt.feasible});
    }
}

void RunLog::on_bound(const framework::PodInfo& pod, std::string_view node) {
    std::string uid(pod.uid());
    PodLog& log = pods_[uid];
    log.node = node;
    log.bound = true;
    bound_.push_back(std::move(uid));
}

void RunLog::on_failed(const framework::PodInfo& pod, std::string_view message) {
    failed(pods_[std::string(pod.uid())], message);
    if (listener_) {
        listener_({.namespace_name = pod.namespace_name(),
                   .pod = pod.name(),
                   .node = {},
                   .message = message});
    }
}

void RunLog::failed(PodLog& log, std::string_view message) {
    log.node.clear();
    log.message = message;
    log.failures_since_bound = log.failed_at == bound_.size() ? log.failures_since_bound + 1 : 1;
    log.failed_at = bound_.size();
    worst_ = worst_at_ == bound_.size() ? std::max(worst_, log.failures_since_bound) : 1;
    worst_at_ = bound_.size();
}

const PodLog* RunLog::find(std::string_view uid) const {
    const auto at = pods_.find(uid);
    return at == pods_.end() ? nullptr : &at->second;
}

std::int32_t RunLog::fruitless_failures() const {
    return worst_at_ == bound_.size() ? worst_ : 0;
}

}  // namespace berth::simulate
