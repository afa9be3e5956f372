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

// A library's file.
struct ImageFile {
    std::string path;    // absolute; as people are shown it
    std::string opened;  // what is opened: a private copy whose path never comes again; empty: path
    std::string sha256;  // empty: not known
    std::shared_ptr<const void> kept;  // let go when the image is unmapped; may be null
};

class Image {
public:
    // What is opened is exactly this file.
    [[nodiscard]] static base::Result<std::shared_ptr<const Image>> open(const std::string& path,
                                                                         const Context& context);
    [[nodiscard]] static base::Result<std::shared_ptr<const Image>> open(ImageFile file,
                                                                         const Context& context);
    // Linked in: no file.
    [[nodiscard]] static base::Result<std::shared_ptr<const Image>> enter(const berth_entry* entry,
                                                                          const Context& context);
    ~Image();
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    [[nodiscard]] const std::string& file() const { return file_.path; }  // or "built in"
    [[nodiscard]] const std::string& sha256() const { return file_.sha256; }
    [[nodiscard]] bool built_in() const { return mapping_ == nullptr; }
    [[nodiscard]] std::string_view version() const;
    [[nodiscard]] std::string_view vendor() const;
    // Compiled against the same draft headers: draft tables and services are for it too.
    [[nodiscard]] bool has_drafts() const;
    [[nodiscard]] const std::vector<const berth_factory*>& factories() const { return factories_; }
    // The host of an instance that has ended: lives as long as the code that may know it.
    void keep(std::unique_ptr<HostRecord> ended) const;

    // Libraries that are closed but still mapped: flagged NEVER_UNLOAD, or held by a thread that
    // lives or by a destructor of a thread_local. They stay to the end of the process. Any thread.
    [[nodiscard]] static std::size_t resident();

private:
    class Mapping;

    Image(ImageFile file, const Context& context);
    void unmap();
    [[nodiscard]] base::Status map();
    [[nodiscard]] base::Status check_entry() const;
    [[nodiscard]] base::Status begin();
    [[nodiscard]] base::Status collect_factories();
    [[nodiscard]] tl::unexpected<base::Error> refuse(std::string why) const;

    ImageFile file_;
    std::unique_ptr<HostRecord> host_;  // for init
    mutable std::vector<std::unique_ptr<HostRecord>> ended_;
    std::unique_ptr<Mapping> mapping_;
    const berth_entry* entry_ = nullptr;
    std::vector<const berth_factory*> factories_;
    bool begun_ = false;
};

}  // namespace berth::host
