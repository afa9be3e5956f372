// Result<T> and Error: how everything that reads, parses or talks to others reports failure.
//
// An Error says what went wrong (`text`), where (file, line, column), in which object and at which
// field path, and may carry the error that caused it. Helpers add context on the way up; what is
// known already stays. A plugin's verdict is framework::Status, never an Error.
// Plain values: any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace berth::base {

enum class ErrorCode : std::uint8_t {
    kInvalid,  // input that cannot be understood, or breaks a rule
    kNotFound,
    kAlreadyExists,
    kConflict,     // a precondition (uid, resourceVersion) did not hold
    kUnsupported,  // understood, but not something that berth does
    kIo,           // file or socket
    kUnavailable,  // try again later
    kTimeout,
    kCancelled,
    kInternal,  // a bug of ours
};

// The code's lower-case word ("invalid", "not found", …).
[[nodiscard]] std::string_view to_string(ErrorCode code);

struct Error {
    ErrorCode code = ErrorCode::kInvalid;
    std::string text;          // one sentence without the place; no full stop
    std::string file;          // as the user named it; "" unknown
    std::uint32_t line = 0;    // from 1; 0 unknown
    std::uint32_t column = 0;  // from 1, in bytes; 0 unknown
    std::string field;         // e.g. spec.containers[0].resources.requests.cpu
    std::string object;        // e.g. Pod default/web-0
    std::shared_ptr<const Error> cause;

    // "file:line:column: object: field: text: cause", leaving out what is unknown.
    [[nodiscard]] std::string message() const;
};

template <typename T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;
using Errors = std::vector<Error>;

// `return fail(ErrorCode::kInvalid, "…");` converts to any Result.
[[nodiscard]] tl::unexpected<Error> fail(ErrorCode code, std::string text);
[[nodiscard]] tl::unexpected<Error> fail(Error error);

// Each sets its part where the error has none yet.
[[nodiscard]] Error with_file(Error error, std::string_view file);
[[nodiscard]] Error with_position(Error error, std::uint32_t line, std::uint32_t column);
[[nodiscard]] Error with_object(Error error, std::string_view object);
// Puts `prefix` before the field path: "spec" + "[0].x" → "spec[0].x", "spec" + "x" → "spec.x".
[[nodiscard]] Error with_field_prefix(Error error, std::string_view prefix);
// A new error with `text` whose cause is `cause`; place and object are taken over.
[[nodiscard]] Error wrap(Error cause, std::string text);

}  // namespace berth::base
