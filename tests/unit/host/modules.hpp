// The shared objects that this folder's meson.build makes, and files made from them.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace berth::host::testing {

// The path of <name>.so; the build says in BERTH_TEST_MODULES where they are.
[[nodiscard]] inline std::string module_path(std::string_view name) {
    return std::string(BERTH_TEST_MODULES) + "/" + std::string(name) + ".so";
}

// A folder for one test, removed at its end.
class Folder {
public:
    Folder() : path_(std::filesystem::temp_directory_path() / "berth-host-XXXXXX") {
        std::string name = path_.string();
        path_ = mkdtemp(name.data());
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string path() const { return path_.string(); }
    [[nodiscard]] std::string file(std::string_view name) const {
        return (path_ / std::string(name)).string();
    }
    std::string write(std::string_view name, std::string_view content) const {
        std::ofstream(file(name), std::ios::binary) << content;
        return file(name);
    }
    std::string copy(std::string_view module, std::string_view name) const {
        std::filesystem::copy_file(module_path(module), file(name));
        return file(name);
    }

private:
    std::filesystem::path path_;
};

[[nodiscard]] inline std::string content_of(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace berth::host::testing
