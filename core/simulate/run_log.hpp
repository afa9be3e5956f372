// RunLog: what happened to each pod of a run, heard from the scheduler.
//
// Remembers the last attempt of every pod and the order of bindings, and hands each try on to a
// listener. Scheduling thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/scheduler/scheduler.hpp"

namespace berth::simulate {

// A try as it is told to the listener; valid during the call.
struct Try {
    std::string_view namespace_name, pod;
    std::string_view node;     // "": none
    std::string_view message;  // of no node: why
    std::uint32_t evaluated = 0, feasible = 0;
};
using TryListener = std::function<void(const Try&)>;

struct PodLog {
    std::int32_t attempts = 0;
    std::uint32_t evaluated = 0, feasible = 0;
    std::string node;     // chosen by the last attempt
    std::string message;  // why the last attempt failed
    bool bound = false;
    std::uint64_t failed_at = 0;  // number of bindings in the whole run at the last failure
    std::int32_t failures_since_bound = 0;  // in a row, while no pod at all was bound
};

class RunLog final : public scheduler::Observer {
public:
    explicit RunLog(TryListener listener) : listener_(std::move(listener)) {}

    void on_attempt(const scheduler::Attempt& attempt) override;
    void on_bound(const framework::PodInfo& pod, std::string_view node) override;
    void on_failed(const framework::PodInfo& pod, std::string_view message) override;

    // Null: never tried.
    [[nodiscard]] const PodLog* find(std::string_view uid) const;
    // UIDs in the order of binding.
    [[nodiscard]] const std::vector<std::string>& bound() const { return bound_; }
    [[nodiscard]] std::uint64_t attempts() const { return attempts_; }
    // The most failures in a row that one pod has had since any pod was bound.
    [[nodiscard]] std::int32_t fruitless_failures() const;

private:
    void failed(PodLog& log, std::string_view message);

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>()(text);
        }
    };

    TryListener listener_;
    std::unordered_map<std::string, PodLog, Hash, std::equal_to<>> pods_;
    std::vector<std::string> bound_;
    std::uint64_t attempts_ = 0;
    std::uint64_t worst_at_ = 0;  // bindings when worst_ was counted
    std::int32_t worst_ = 0;
};

}  // namespace berth::simulate
