#include "core/base/result.hpp"

#include <fmt/format.h>

namespace berth::base {

std::string_view to_string(ErrorCode code) {
    switch (code) {
        case ErrorCode::kInvalid: return "invalid";
        case ErrorCode::kNotFound: return "not found";
        case ErrorCode::kAlreadyExists: return "already exists";
        case ErrorCode::kConflict: return "conflict";
        case ErrorCode::kUnsupported: return "unsupported";
        case ErrorCode::kIo: return "input/output";
        case ErrorCode::kUnavailable: return "unavailable";
        case ErrorCode::kTimeout: return "timeout";
        case ErrorCode::kCancelled: return "cancelled";
        case ErrorCode::kInternal: return "internal";
    }
    return "internal";
}

std::string Error::message() const {
    std::string out = file;
    if (line != 0) {
        out += out.empty() ? fmt::format("line {}", line) : fmt::format(":{}", line);
        if (column != 0) {
            out += fmt::format(":{}", column);
        }
    }
    auto append = [&out](std::string_view part) {
        if (part.empty()) {
            return;
        }
        if (!out.empty()) {
            out += ": ";
        }
        out += part;
    };
    append(object);
    append(field);
    append(text);
    if (cause) {
        Error inner = *cause;
        if (inner.file == file) {
            inner.file.clear();
        }
        if (inner.line == line) {
            inner.line = 0;
            inner.column = 0;
        }
        if (inner.object == object) {
            inner.object.clear();
        }
        if (inner.field == field) {
            inner.field.clear();
        }
        append(inner.message());
    }
    return out;
}

tl::unexpected<Error> fail(ErrorCode code, std::string text) {
    Error error;
    error.code = code;
    error.text = std::move(text);
    return tl::unexpected<Error>(std::move(error));
}

tl::unexpected<Error> fail(Error error) {
    return tl::unexpected<Error>(std::move(error));
}

Error with_file(Error error, std::string_view file) {
    if (error.file.empty()) {
        error.file = file;
    }
    return error;
}

Error with_position(Error error, std::uint32_t line, std::uint32_t column) {
    if (error.line == 0) {
        error.line = line;
        error.column = column;
    }
    return error;
}

Error with_object(Error error, std::string_view object) {
    if (error.object.empty()) {
        error.object = object;
    }
    return error;
}

Error with_field_prefix(Error error, std::string_view prefix) {
    if (prefix.empty()) {
        return error;
    }
    const bool joined = error.field.empty() || error.field.front() == '[';
    error.field = std::string(prefix) + (joined ? "" : ".") + error.field;
    return error;
}

Error wrap(Error cause, std::string text) {
    Error error;
    error.code = cause.code;
    error.text = std::move(text);
    error.file = cause.file;
    error.line = cause.line;
    error.column = cause.column;
    error.object = cause.object;
    error.field = cause.field;
    error.cause = std::make_shared<const Error>(std::move(cause));
    return error;
}

}  // namespace berth::base
