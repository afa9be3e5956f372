// LibrarySet: the libraries that there are, looked at as far as is possible without running them.
//
// Remembers each by its path: what the file was, its private copy, its hash, which plugins it
// offers, or why it is refused. refresh() looks at files that have changed and at no other. A
// library that is taken into a generation stays open as long as something uses it, and an equal
// build is not opened twice. Loader thread.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/host/context.hpp"
#include "core/host/crash/quarantine.hpp"
#include "core/host/files/staging.hpp"
#include "core/host/image.hpp"
#include "core/host/reload/probe.hpp"
#include "core/settings/load.hpp"

namespace berth::host {

// What stat says of a file; two that are equal are taken for the same content.
struct FileStamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t modified_ns = 0, changed_ns = 0;
    bool there = false;
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
[[nodiscard]] FileStamp stamp_of(const std::string& path);

struct Library {
    std::string path;
    FileStamp stamp;                   // that it was looked at
    StagedRef staged;                  // null: it could not be copied
    std::vector<std::string> plugins;  // that it offers
    std::string refusal;               // empty: usable
    bool quarantined = false;
    bool named = false;     // a profile names it
    bool optional = false;  // so that a profile can do without
    bool wanted = false;    // a profile names it, or enables a plugin that it offers
};

class LibrarySet {
public:
    LibrarySet(const Context& context, Staging& staging, Quarantine& quarantine,
               ProbeOptions options)
        : context_(context),
          staging_(staging),
          quarantine_(quarantine),
          options_(std::move(options)) {}

    // The paths that the sources mean; what cannot be read goes to `problems`.
    [[nodiscard]] static std::vector<std::string> paths_of(const settings::PluginSources& sources,
                                                           base::Errors& problems);
    // Looks at the files of `sources`; false: nothing is different from the last time.
    bool refresh(const settings::PluginSources& sources);
    // Takes another file for this path, as if it lay there; until the file at the path changes.
    [[nodiscard]] bool substitute(const std::string& path, const std::string& file);

    [[nodiscard]] const std::map<std::string, Library>& all() const { return libraries_; }
    // By path: what a generation is made of.
    using Chosen = std::map<std::string, StagedRef>;
    // In the place of one that is refused its build in `running` stays. Errors of wanted ones that
    // have none.
    [[nodiscard]] Chosen choose(const Chosen& running, base::Errors& errors) const;
    // It has proved to be bad, until its file changes.
    void refuse(const std::string& path, std::string why);
    // Looks at refused ones again at the next refresh().
    void forget_refusals();
    // Opens what is chosen, or finds it open already.
    [[nodiscard]] base::Result<std::shared_ptr<const Image>> open(const Chosen& chosen,
                                                                  const std::string& path);

private:
    void look(Library& library);
    void note_use(const settings::PluginSources& sources);
    void scan_new(const std::vector<Library*>& fresh);

    const Context& context_;
    Staging& staging_;
    Quarantine& quarantine_;
    ProbeOptions options_;
    std::map<std::string, Library> libraries_;
    std::map<std::string, std::weak_ptr<const Image>> open_;  // by the copy's path
    std::map<std::string, std::vector<std::string>> known_;   // plugins, by hash
};

}  // namespace berth::host
