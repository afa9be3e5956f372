// Where errors in args are reported, with the path of the field.
#pragma once

#include <stdexcept>
#include <string>

#include <berth/args.h>
#include <berth/sdk/view/text.h>

namespace berth {

// Given to `void validate(berth::Errors&) const` of an args struct, for what a schema cannot say.
class Errors {
public:
    explicit Errors(const berth_errors* raw) noexcept : raw_(raw) {}

    // field is a path below the args, such as "resources[1].weight"; empty: the args as a whole.
    void add(std::string_view field, std::string_view what) noexcept {
        any_ = true;
        raw_->add(raw_, str(field), str(what));
    }
    bool any() const noexcept { return any_; }

private:
    const berth_errors* raw_;
    bool any_ = false;
};

namespace detail {

// A value that does not fit its member.
class ArgsError : public std::runtime_error {
public:
    ArgsError(std::string path, const std::string& what)
        : std::runtime_error(what), path_(std::move(path)) {}
    const std::string& path() const noexcept { return path_; }

private:
    std::string path_;
};

}  // namespace detail
}  // namespace berth
