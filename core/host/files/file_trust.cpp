#include "core/host/files/file_trust.hpp"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace berth::host {
namespace {

std::string judge(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) {
        return errno == ENOENT ? std::string("there is no such file") : std::strerror(errno);
    }
    if (status.st_uid != 0 && status.st_uid != geteuid()) {
        return fmt::format(
            "it belongs to user {}, neither root nor the one that berth runs as ({})",
            status.st_uid, geteuid());
    }
    if ((status.st_mode & S_IWOTH) != 0) {
        return fmt::format("every user can write it (mode {:04o}): chmod o-w",
                           status.st_mode & 07777U);
    }
    if ((status.st_mode & S_IWGRP) != 0 && status.st_gid != 0 && status.st_gid != getegid()) {
        return fmt::format(
            "group {}, which berth does not run as, can write it (mode {:04o}): "
            "chmod g-w",
            status.st_gid, status.st_mode & 07777U);
    }
    return {};
}

}  // namespace

base::Status trust_file(const std::string& path) {
    const std::string wrong = judge(path);
    if (wrong.empty()) {
        return {};
    }
    base::Error error;
    error.code = base::ErrorCode::kInvalid;
    error.file = path;
    error.text = "not loaded: " + wrong;
    return base::fail(error);
}

}  // namespace berth::host
