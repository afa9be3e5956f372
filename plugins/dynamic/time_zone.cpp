#include "plugins/dynamic/time_zone.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include <date/tz.h>

namespace berth::dynamic {
namespace {

constexpr const char* kDefault = "Asia/Shanghai";

struct Choice {
    std::string name;
    std::string_view from;  // for the error: who said so
};

Choice chosen(const std::string& wanted) {
    if (!wanted.empty()) {
        return {wanted, " in timeZone"};
    }
    const char* const environment = std::getenv("TZ");
    if (environment != nullptr && environment[0] != '\0') {
        return {environment, " in TZ"};
    }
    return {kDefault, ", the default"};
}

const date::time_zone* find(const std::string& name) {
    try {
        return date::locate_zone(name);
    } catch (const std::exception&) {
        return nullptr;
    }
}

const date::time_zone* local() {
    try {
        return date::current_zone();
    } catch (const std::exception&) {
        return nullptr;  // as Go: UTC where the machine has no zone
    }
}

}  // namespace

TimeZone::TimeZone(const std::string& wanted) {
    const Choice choice = chosen(wanted);
    name_ = choice.name;
    if (name_ == "UTC") {
        return;
    }
    if (name_ == "Local") {
        // With TZ=Local the machine's zone cannot be found either.
        zone_ = wanted.empty() ? nullptr : local();
        return;
    }
    zone_ = find(name_);
    if (zone_ == nullptr) {
        throw std::runtime_error("unknown time zone" + std::string(choice.from) + ": \"" + name_ +
                                 "\" names no zone of this machine's time zone data");
    }
}

std::int64_t TimeZone::instant(std::int64_t wall_seconds) const {
    if (zone_ == nullptr) {
        return wall_seconds;
    }
    const date::sys_seconds as_utc{std::chrono::seconds(wall_seconds)};
    const date::sys_info first = zone_->get_info(as_utc);
    const date::sys_seconds guess = as_utc - first.offset;
    if (first.offset.count() == 0 || (guess >= first.begin && guess < first.end)) {
        return guess.time_since_epoch().count();
    }
    const date::sys_info second = zone_->get_info(guess);
    return (as_utc - second.offset).time_since_epoch().count();
}

}  // namespace berth::dynamic
