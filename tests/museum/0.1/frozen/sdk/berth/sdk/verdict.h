// What a plugin says about a pod, or about a pod on a node.
//
// Reasons are numbers of texts that the host knows: made once with Host::reasons, or for one call
// with Call::detail. An error carries its own text, which the SDK hands over.
#pragma once

#include <memory>
#include <string>

#include <berth/base.h>

namespace berth {

enum class Code : std::int32_t {
    success = BERTH_SUCCESS,
    error = BERTH_ERROR,
    unschedulable = BERTH_UNSCHEDULABLE,
    unresolvable = BERTH_UNSCHEDULABLE_AND_UNRESOLVABLE,
    wait = BERTH_WAIT,
    skip = BERTH_SKIP,
    pending = BERTH_PENDING,
    started = BERTH_STARTED,
};

enum class Reasons : berth_reasons { none = 0 };

class [[nodiscard]] Verdict {
public:
    Verdict() noexcept = default;
    explicit Verdict(Code code, Reasons reasons = Reasons::none) noexcept
        : code_(code), reasons_(reasons) {}

    static Verdict success() noexcept { return {}; }
    // No, but preemption may help.
    static Verdict unschedulable(Reasons why) noexcept { return Verdict(Code::unschedulable, why); }
    // No, and preemption cannot help.
    static Verdict unresolvable(Reasons why) noexcept { return Verdict(Code::unresolvable, why); }
    // No; wakes without backoff when its event comes.
    static Verdict pending(Reasons why) noexcept { return Verdict(Code::pending, why); }
    // PreFilter, PreScore, Bind: this plugin has no say.
    static Verdict skip() noexcept { return Verdict(Code::skip); }
    // Bind and its like: the call's token will be completed.
    static Verdict started() noexcept { return Verdict(Code::started); }
    static Verdict error(std::string text) {
        Verdict verdict(Code::error);
        verdict.text_ = std::make_unique<std::string>(std::move(text));
        return verdict;
    }

    Code code() const noexcept { return code_; }
    Reasons reasons() const noexcept { return reasons_; }
    // Of an error; else null.
    const std::string* text() const noexcept { return text_.get(); }
    bool is_success() const noexcept { return code_ == Code::success; }

private:
    Code code_ = Code::success;
    Reasons reasons_ = Reasons::none;
    std::unique_ptr<std::string> text_;
};

}  // namespace berth
