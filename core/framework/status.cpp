#include "core/framework/status.hpp"

#include <utility>

namespace berth::framework {

std::string_view to_text(Code code) {
    switch (code) {
        case Code::kSuccess: return "Success";
        case Code::kError: return "Error";
        case Code::kUnschedulable: return "Unschedulable";
        case Code::kUnschedulableAndUnresolvable: return "UnschedulableAndUnresolvable";
        case Code::kWait: return "Wait";
        case Code::kSkip: return "Skip";
        case Code::kPending: return "Pending";
        case Code::kStarted: return "Started";
    }
    return "Unknown";
}

Status Status::error(std::string text, std::string plugin) {
    Status status;
    status.code = Code::kError;
    status.reasons.push_back(std::move(text));
    status.plugin = std::move(plugin);
    return status;
}

std::string Status::message() const {
    std::string text;
    for (const std::string& reason : reasons) {
        if (&reason != reasons.data()) {
            text += ", ";
        }
        text += reason;
    }
    return text;
}

}  // namespace berth::framework
