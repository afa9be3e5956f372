#include "core/cluster/manifests.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace berth::cluster {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> kSuffixes = {".yaml", ".yml", ".json"};

base::Error cannot_read(const std::string& path, std::string_view why) {
    base::Error error;
    error.code = base::ErrorCode::kIo;
    error.file = path;
    error.text = "cannot be read: " + std::string(why);
    return error;
}

void read_stream(std::istream& stream, const std::string& name, model::Pools& pools,
                 model::Decoded& out) {
    std::ostringstream text;
    text << stream.rdbuf();
    if (stream.bad()) {
        out.errors.push_back(cannot_read(name, std::strerror(errno)));
        return;
    }
    model::append(model::decode_text(text.str(), name, pools), out);
}

void read_file(const std::string& path, model::Pools& pools, model::Decoded& out) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        out.errors.push_back(cannot_read(path, std::strerror(errno)));
        return;
    }
    read_stream(file, path, pools, out);
}

void read_folder(const std::string& path, model::Pools& pools, model::Decoded& out) {
    std::error_code failure;
    std::vector<std::string> files;
    for (fs::directory_iterator at(path, failure), end; !failure && at != end;
         at.increment(failure)) {
        const std::string suffix = at->path().extension().string();
        if (std::find(kSuffixes.begin(), kSuffixes.end(), suffix) != kSuffixes.end()) {
            files.push_back(at->path().string());
        }
    }
    if (failure) {
        out.errors.push_back(cannot_read(path, failure.message()));
        return;
    }
    if (files.empty()) {
        out.errors.push_back(cannot_read(path, "the folder holds no .yaml, .yml or .json file"));
    }
    std::sort(files.begin(), files.end());
    for (const std::string& file : files) {
        read_file(file, pools, out);
    }
}

}  // namespace

model::Decoded read_manifests(const std::vector<std::string>& paths, model::Pools& pools) {
    model::Decoded out;
    for (const std::string& path : paths) {
        std::error_code failure;
        if (path == "-") {
            read_stream(std::cin, "standard input", pools, out);
        } else if (fs::is_directory(path, failure)) {
            read_folder(path, pools, out);
        } else {
            read_file(path, pools, out);
        }
    }
    return out;
}

}  // namespace berth::cluster
