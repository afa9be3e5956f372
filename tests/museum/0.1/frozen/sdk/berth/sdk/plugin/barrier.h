// Nothing escapes: what a plugin throws becomes an error with the exception's text.
#pragma once

#include <exception>
#include <string_view>

#include <berth/sdk/call.h>
#include <berth/sdk/verdict.h>

namespace berth::detail {

// The text of the exception that is being handled; valid while it is.
inline std::string_view current_text(const std::exception& thrown) noexcept {
    return thrown.what() == nullptr ? std::string_view("exception without a text")
                                    : std::string_view(thrown.what());
}

inline constexpr std::string_view kUnknownException = "exception of an unknown type";

inline berth_reasons as_detail(const Host& host, const berth_call* raw,
                               std::string_view text) noexcept {
    const berth_reasons_v1* service = host.reasons_service();
    if (service == nullptr || raw == nullptr) {
        return 0;
    }
    const berth_str wire = str(text);
    return service->detail(host.raw(), raw, &wire, 1);
}

// Inside a catch block.
inline berth_reasons exception_as_detail(const Host& host, const berth_call* raw) noexcept {
    try {
        throw;
    } catch (const std::exception& thrown) {
        return as_detail(host, raw, current_text(thrown));
    } catch (...) {
        return as_detail(host, raw, kUnknownException);
    }
}

// A verdict as the wire has it.
inline std::int32_t settle(const Host& host, const berth_call* raw, const Verdict& verdict,
                           berth_reasons* reasons) noexcept {
    if (reasons != nullptr) {
        *reasons = verdict.text() != nullptr ? as_detail(host, raw, *verdict.text())
                                             : static_cast<berth_reasons>(verdict.reasons());
    }
    return static_cast<std::int32_t>(verdict.code());
}

// Runs a body that returns a Verdict or nothing, and gives the wire's status.
template <class Body>
std::int32_t guarded(const Host& host, const berth_call* raw, berth_reasons* reasons,
                     Body&& body) noexcept {
    try {
        if constexpr (std::is_void_v<decltype(body())>) {
            body();
            return BERTH_SUCCESS;
        } else {
            return settle(host, raw, body(), reasons);
        }
    } catch (...) {
        const berth_reasons why = exception_as_detail(host, raw);
        if (reasons != nullptr) {
            *reasons = why;
        }
        return BERTH_ERROR;
    }
}

}  // namespace berth::detail
