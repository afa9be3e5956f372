// make_error(): an error without a place. Any thread.
#pragma once

#include <string>
#include <utility>

#include "core/base/result.hpp"

namespace berth::client {

[[nodiscard]] inline base::Error make_error(base::ErrorCode code, std::string text) {
    base::Error error;
    error.code = code;
    error.text = std::move(text);
    return error;
}

}  // namespace berth::client
