#include "core/client/api_error.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include <fmt/format.h>

#include "core/client/make_error.hpp"
#include "core/model/tree.hpp"

namespace berth::client {
namespace {

struct StatusObject {
    std::string message, reason;
};

StatusObject read_status(const std::string& body) {
    StatusObject out;
    const model::Parsed parsed = model::parse_json(body, "");
    if (parsed.documents.empty()) {
        return out;
    }
    const auto text = [&](std::string_view key) {
        const model::Value* value = parsed.documents.front().root.find(key);
        return value == nullptr ? std::string() : std::string(value->text());
    };
    if (text("kind") == "Status") {
        out = {text("message"), text("reason")};
    }
    return out;
}

base::ErrorCode code_of(int status, const std::string& reason) {
    switch (status) {
        case 404: return base::ErrorCode::kNotFound;
        case 409:
            return reason == "AlreadyExists" ? base::ErrorCode::kAlreadyExists
                                             : base::ErrorCode::kConflict;
        case 408:
        case 504: return base::ErrorCode::kTimeout;
        case 410:
        case 429:
        case 500:
        case 502:
        case 503: return base::ErrorCode::kUnavailable;
        default: return base::ErrorCode::kInvalid;
    }
}

std::string_view advice(int status) {
    switch (status) {
        case 401:
            return " (the credentials were not accepted: are they expired, or for another "
                   "cluster?)";
        case 403: return " (berth rbac --config FILE prints the rules that the scheduler needs)";
        default: return "";
    }
}

}  // namespace

base::Error api_error(const Response& response) {
    const int status = response.head.status;
    StatusObject said = read_status(response.body);
    if (said.message.empty()) {
        constexpr std::size_t kEnough = 200;
        said.message = response.body.empty() ? "no text" : response.body.substr(0, kEnough);
    }
    return make_error(
        code_of(status, said.reason),
        fmt::format("the API server answered {}: {}{}", status, said.message, advice(status)));
}

bool worth_retrying(const Response& response) {
    const int status = response.head.status;
    if (status == 429 || status == 503 || status == 502 || status == 504) {
        return true;
    }
    return status >= 500 && response.head.find("retry-after") != nullptr;
}

base::Duration retry_after(const Head& head) {
    const std::string* text = head.find("retry-after");
    int seconds = 0;
    if (text != nullptr) {
        std::from_chars(text->data(), text->data() + text->size(), seconds);
    }
    return std::chrono::seconds(std::max(seconds, 0));
}

}  // namespace berth::client
