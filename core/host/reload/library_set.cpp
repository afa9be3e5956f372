#include "core/host/reload/library_set.hpp"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>

#include "core/host/elf.hpp"
#include "core/host/files/file_trust.hpp"
#include "core/host/registry.hpp"

namespace berth::host {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

base::Error error_of(const Library& library) {
    base::Error error;
    error.file = library.path;
    error.text = library.refusal;
    return error;
}

std::string sentence(const base::Error& error) {
    return error.text;
}

}  // namespace

FileStamp stamp_of(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) {
        return {};
    }
    return {.device = status.st_dev,
            .inode = status.st_ino,
            .size = static_cast<std::uint64_t>(status.st_size),
            .modified_ns = status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec,
            .changed_ns = status.st_ctim.tv_sec * kSecond + status.st_ctim.tv_nsec,
            .there = true};
}

std::vector<std::string> LibrarySet::paths_of(const settings::PluginSources& sources,
                                              base::Errors& problems) {
    std::vector<std::string> paths;
    for (const std::string& directory : sources.directories) {
        if (base::Status done = list_libraries(directory, paths); !done) {
            problems.push_back(done.error());
        }
    }
    for (const auto& profile : sources.profiles) {
        for (const settings::Library& library : profile) {
            const auto path = find_library(library.file, sources.directories);
            if (path && std::find(paths.begin(), paths.end(), *path) == paths.end()) {
                paths.push_back(*path);
            }
        }
    }
    return paths;
}

bool LibrarySet::refresh(const settings::PluginSources& sources) {
    base::Errors ignored;
    const std::vector<std::string> paths = paths_of(sources, ignored);
    bool changed = std::erase_if(libraries_, [&](const auto& entry) {
                       return std::find(paths.begin(), paths.end(), entry.first) == paths.end();
                   }) != 0;
    std::vector<Library*> fresh;
    for (const std::string& path : paths) {
        Library& library = libraries_[path];
        const FileStamp stamp = stamp_of(path);
        if (library.path.empty() || library.stamp != stamp) {
            const std::string before = library.staged == nullptr ? "" : library.staged->sha256();
            library.path = path;
            library.stamp = stamp;
            // What it offered before tells what a bad build would be for.
            std::vector<std::string> plugins = library.plugins;
            look(library);
            if (library.plugins.empty()) {
                library.plugins = std::move(plugins);
            }
            changed = changed || library.staged == nullptr || before != library.staged->sha256();
            fresh.push_back(&library);
        }
    }
    scan_new(fresh);
    note_use(sources);
    return changed;
}

void LibrarySet::note_use(const settings::PluginSources& sources) {
    for (auto& [path, library] : libraries_) {
        library.named = library.optional = false;
    }
    for (const auto& profile : sources.profiles) {
        for (const settings::Library& one : profile) {
            const auto path = find_library(one.file, sources.directories);
            const auto at = path ? libraries_.find(*path) : libraries_.end();
            if (at == libraries_.end()) {
                continue;
            }
            Library& library = at->second;
            library.named = true;
            library.optional = library.optional || one.optional;
            // Before anything of it runs; the registry says it again, with the field.
            if (!one.sha256.empty() && library.refusal.empty() &&
                library.staged->sha256() != one.sha256) {
                library.refusal = fmt::format("not loaded: its SHA-256 is {}, and {} is configured",
                                              library.staged->sha256(), one.sha256);
                library.stamp = {};  // the configuration may change instead
            }
        }
    }
    for (auto& [path, library] : libraries_) {
        library.wanted = library.named || std::any_of(library.plugins.begin(),
                                                      library.plugins.end(), [&](const auto& name) {
                                                          return sources.enabled.count(name) != 0;
                                                      });
    }
}

// Copy first: only what does not change any more is worth a judgement. An equal copy is not kept.
void LibrarySet::look(Library& library) {
    const StagedRef before = library.refusal.empty() ? library.staged : nullptr;
    library.plugins.clear();
    library.refusal.clear();
    library.quarantined = false;
    library.staged.reset();
    if (const base::Status trusted = trust_file(library.path); !trusted) {
        library.refusal = sentence(trusted.error());
        return;
    }
    auto staged = staging_.stage(library.path);
    if (!staged) {
        library.refusal = sentence(staged.error());
        library.stamp = {};  // look again
        return;
    }
    library.staged = std::move(*staged);
    if (before != nullptr && before->sha256() == library.staged->sha256()) {
        library.staged = before;
    }
    if (const base::Status fit = vet_elf(library.staged->path()); !fit) {
        library.refusal = sentence(fit.error());
        return;
    }
    if (const QuarantineEntry* entry = quarantine_.find(library.staged->sha256());
        entry != nullptr) {
        library.quarantined = true;
        if (!entry->plugin.empty()) {
            library.plugins = {entry->plugin};
        }
        library.refusal = fmt::format("not loaded: this build is in quarantine: {}", entry->reason);
    }
}

void LibrarySet::scan_new(const std::vector<Library*>& fresh) {
    std::vector<Library*> unknown;
    std::vector<std::string> files;
    for (Library* library : fresh) {
        if (!library->refusal.empty() && !library->quarantined) {
            continue;
        }
        if (const auto at = known_.find(library->staged->sha256()); at != known_.end()) {
            library->plugins = at->second;
        } else if (!library->quarantined) {
            unknown.push_back(library);
            files.push_back(library->staged->path());
        }
    }
    if (files.empty()) {
        return;
    }
    std::vector<ScannedFile> scanned = scan(files, options_);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        unknown[i]->refusal = std::move(scanned[i].refusal);
        if (unknown[i]->refusal.empty()) {
            unknown[i]->plugins = std::move(scanned[i].plugins);
            known_[unknown[i]->staged->sha256()] = unknown[i]->plugins;
        }
    }
}

bool LibrarySet::substitute(const std::string& path, const std::string& file) {
    const auto at = libraries_.find(path);
    if (at == libraries_.end()) {
        return false;
    }
    auto staged = staging_.stage(file, path);
    if (!staged || !vet_elf((*staged)->path()) ||
        quarantine_.find((*staged)->sha256()) != nullptr) {
        return false;
    }
    at->second.staged = std::move(*staged);
    at->second.refusal.clear();
    at->second.quarantined = false;
    scan_new({&at->second});
    return at->second.refusal.empty();
}

LibrarySet::Chosen LibrarySet::choose(const Chosen& running, base::Errors& errors) const {
    Chosen chosen;
    for (const auto& [path, library] : libraries_) {
        if (!library.wanted) {
            continue;
        }
        if (library.refusal.empty()) {
            chosen.emplace(path, library.staged);
        } else if (const auto at = running.find(path); at != running.end()) {
            chosen.emplace(path, at->second);
        } else if (!library.optional) {
            errors.push_back(error_of(library));
        }
    }
    return chosen;
}

void LibrarySet::refuse(const std::string& path, std::string why) {
    if (const auto at = libraries_.find(path); at != libraries_.end()) {
        at->second.refusal = std::move(why);
    }
}

void LibrarySet::forget_refusals() {
    for (auto& [path, library] : libraries_) {
        if (!library.refusal.empty()) {
            library.stamp = {};
        }
    }
}

base::Result<std::shared_ptr<const Image>> LibrarySet::open(const Chosen& chosen,
                                                            const std::string& path) {
    const auto at = chosen.find(path);
    if (at == chosen.end()) {
        const auto known = libraries_.find(path);
        base::Error error;
        error.file = path;
        error.text = known == libraries_.end() || known->second.refusal.empty()
                         ? std::string("not loaded: it came while the configuration was read")
                         : known->second.refusal;
        return base::fail(std::move(error));
    }
    const StagedRef& staged = at->second;
    if (auto open = open_[staged->path()].lock()) {
        return open;
    }
    auto image = Image::open(
        ImageFile{
            .path = path, .opened = staged->path(), .sha256 = staged->sha256(), .kept = staged},
        context_);
    if (image) {
        open_[staged->path()] = *image;
        std::erase_if(open_, [](const auto& entry) { return entry.second.expired(); });
    }
    return image;
}

}  // namespace berth::host
