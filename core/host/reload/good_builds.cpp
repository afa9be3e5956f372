#include "core/host/reload/good_builds.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/host/checksum.hpp"
#include "core/host/files/state_file.hpp"

namespace berth::host {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kHash = 64;

}  // namespace

// Each line: hash, a blank, path.
GoodBuilds::GoodBuilds(std::string folder) : folder_(std::move(folder)) {
    const auto text = read_state_file(list());
    std::string_view rest = text ? std::string_view(*text) : std::string_view();
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        if (line.size() > kHash + 1 && line[kHash] == ' ') {
            hashes_[std::string(line.substr(kHash + 1))] = line.substr(0, kHash);
        }
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
}

std::string GoodBuilds::find(const std::string& library) const {
    const auto at = hashes_.find(library);
    if (at == hashes_.end()) {
        return {};
    }
    const std::string file = file_of(at->second);
    const auto sum = sha256_of_file(file);
    return sum && *sum == at->second ? file : std::string();
}

base::Status GoodBuilds::keep(const StagedFile& build) {
    const auto known = hashes_.find(build.source());
    if (known != hashes_.end() && known->second == build.sha256()) {
        return {};
    }
    std::error_code error;
    fs::create_directories(folder_, error);
    const std::string file = file_of(build.sha256());
    const std::string fresh = file + ".new";
    fs::copy_file(build.path(), fresh, fs::copy_options::overwrite_existing, error);
    if (!error) {
        fs::rename(fresh, file, error);
    }
    if (error) {
        base::Error wrong;
        wrong.code = base::ErrorCode::kIo;
        wrong.file = file;
        wrong.text = fmt::format("the good build cannot be kept: {}", error.message());
        return base::fail(std::move(wrong));
    }
    const std::string before = known == hashes_.end() ? std::string() : known->second;
    hashes_[build.source()] = build.sha256();
    std::string text;
    for (const auto& [library, hash] : hashes_) {
        text += hash + " " + library + "\n";
    }
    base::Status written = write_state_file(list(), text);
    const bool unused = std::none_of(hashes_.begin(), hashes_.end(),
                                     [&](const auto& entry) { return entry.second == before; });
    if (written && !before.empty() && unused) {
        fs::remove(file_of(before), error);
    }
    return written;
}

}  // namespace berth::host
