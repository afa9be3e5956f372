// Staging: private copies of libraries, under paths that never come again.
//
// glibc knows an opened library by its path, and a library that is written to while it is mapped
// kills the process, so what is opened is always such a copy. A copy lies on the disk until its
// last user lets it go. Loader thread; StagedFile may die on any.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/result.hpp"

namespace berth::host {

// One copy. Its file is removed with it.
class StagedFile {
public:
    StagedFile(std::string source, std::string path, std::string sha256)
        : source_(std::move(source)), path_(std::move(path)), sha256_(std::move(sha256)) {}
    ~StagedFile();
    StagedFile(const StagedFile&) = delete;
    StagedFile& operator=(const StagedFile&) = delete;

    [[nodiscard]] const std::string& source() const { return source_; }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const std::string& sha256() const { return sha256_; }

private:
    std::string source_, path_, sha256_;
};
using StagedRef = std::shared_ptr<const StagedFile>;

class Staging {
public:
    // Makes a folder of its own below `parent` (mode 0700). Folders that dead processes left there
    // are removed.
    [[nodiscard]] static base::Result<std::unique_ptr<Staging>> make(const std::string& parent);
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    // An error if the file changes while it is copied: it will be looked at again.
    // `as`: what StagedFile::source says; empty: the source.
    [[nodiscard]] base::Result<StagedRef> stage(const std::string& source,
                                                const std::string& as = {});
    [[nodiscard]] const std::string& folder() const { return folder_; }

private:
    explicit Staging(std::string folder) : folder_(std::move(folder)) {}
    std::string folder_;
    std::uint64_t next_ = 1;
};

}  // namespace berth::host
