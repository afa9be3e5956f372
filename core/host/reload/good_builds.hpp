// GoodBuilds: for each library the build that ran well last, kept on the disk for the next start.
//
// A build is good once its probation is over. Loader thread.
#pragma once

#include <map>
#include <string>

#include "core/base/result.hpp"
#include "core/host/files/staging.hpp"

namespace berth::host {

class GoodBuilds {
public:
    explicit GoodBuilds(std::string folder);  // made when it is first needed

    // The file of the last good build; empty: none is kept.
    [[nodiscard]] std::string find(const std::string& library) const;
    // Copies it, in the place of the one before.
    [[nodiscard]] base::Status keep(const StagedFile& build);

private:
    [[nodiscard]] std::string list() const { return folder_ + "/list"; }
    [[nodiscard]] std::string file_of(const std::string& sha256) const {
        return folder_ + "/" + sha256 + ".so";
    }

    std::string folder_;
    std::map<std::string, std::string> hashes_;  // by library
};

}  // namespace berth::host
