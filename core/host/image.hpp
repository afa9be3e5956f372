// Image: an opened plugin library, or a built-in one: its checked entry and factories.
//
// Shared by the registries and by all instances that come from it, so that it is unmapped after the
// last of them. Opened and closed on the loader thread. Nothing that a library does wrong goes
// further than an error with the file: exceptions end here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <berth/entry.h>

#include "core/base/result.hpp"
#include "core/host/context.hpp"
#include "core/host/host_record.hpp"

namespace berth::host {

class Image {
public:
    // `path` is absolute; what is opened is exactly this file. A private copy that never reuses a
    // path will be staged here once libraries can be replaced while they run.
    [[nodiscard]] static base::Result<std::shared_ptr<const Image>> open(const std::string& path,
                                                                         const Context& context);
    // Linked in: no file.
    [[nodiscard]] static base::Result<std::shared_ptr<const Image>> enter(const berth_entry* entry,
                                                                          const Context& context);
    ~Image();
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    [[nodiscard]] const std::string& file() const { return file_; }  // "built in", or the path
    [[nodiscard]] bool built_in() const { return mapping_ == nullptr; }
    [[nodiscard]] std::string_view version() const;
    [[nodiscard]] std::string_view vendor() const;
    // Compiled against the same draft headers: draft tables and services are for it too.
    [[nodiscard]] bool has_drafts() const;
    [[nodiscard]] const std::vector<const berth_factory*>& factories() const { return factories_; }

private:
    class Mapping;

    Image(std::string file, const Context& context);
    [[nodiscard]] base::Status map();
    [[nodiscard]] base::Status check_entry() const;
    [[nodiscard]] base::Status begin();
    [[nodiscard]] base::Status collect_factories();
    [[nodiscard]] tl::unexpected<base::Error> refuse(std::string why) const;

    std::string file_;
    HostRecord host_;  // for init
    std::unique_ptr<Mapping> mapping_;
    const berth_entry* entry_ = nullptr;
    std::vector<const berth_factory*> factories_;
    bool begun_ = false;
};

}  // namespace berth::host
