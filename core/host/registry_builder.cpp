#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/host/checksum.hpp"
#include "core/host/registry.hpp"

namespace berth::host {

namespace {

namespace fs = std::filesystem;
using ImageRef = std::shared_ptr<const Image>;

base::Error error_of(std::string file, std::string text) {
    base::Error error;
    error.file = std::move(file);
    error.text = std::move(text);
    return error;
}

class Builder {
public:
    Builder(const RegistrySources& sources, const Context& context)
        : sources_(sources), context_(context) {}

    RegistryResult build();

private:
    void enter_built_in();
    void list_directories();
    // The opened library; null if it is refused, which is reported once.
    ImageRef open(const std::string& path, base::Errors& report);
    std::vector<ImageRef> open_named(std::size_t profile);
    [[nodiscard]] bool pinned_otherwise(const settings::Library& library, const std::string& path,
                                        std::string_view field);
    void add(Registry::Table& table, const ImageRef& image);

    const RegistrySources& sources_;
    const Context& context_;
    RegistryResult result_;
    std::vector<ImageRef> built_in_;
    std::vector<std::string> in_directories_;  // in the order of directories, then of names
    std::map<std::string, ImageRef> opened_;   // by path; null: refused
    std::set<std::string> named_;              // paths that a profile names
    std::set<std::string> clashes_;            // reported ones
};

void Builder::enter_built_in() {
    for (const berth_entry* entry : sources_.built_in) {
        auto image = Image::enter(entry, context_);
        if (image) {
            built_in_.push_back(*image);
        } else {
            result_.errors.push_back(image.error());
        }
    }
}

void Builder::list_directories() {
    for (const std::string& directory : sources_.directories) {
        if (base::Status done = list_libraries(directory, in_directories_); !done) {
            result_.refused.push_back(done.error());
        }
    }
}

ImageRef Builder::open(const std::string& path, base::Errors& report) {
    if (const auto it = opened_.find(path); it != opened_.end()) {
        return it->second;
    }
    auto image = sources_.open ? sources_.open(path) : Image::open(path, context_);
    if (!image) {
        report.push_back(image.error());
        opened_.emplace(path, nullptr);
        return nullptr;
    }
    opened_.emplace(path, *image);
    return *image;
}

bool Builder::pinned_otherwise(const settings::Library& library, const std::string& path,
                               std::string_view field) {
    if (library.sha256.empty()) {
        return false;
    }
    // A private copy is known by its hash, and was judged before it was opened.
    if (sources_.open) {
        const auto image = sources_.open(path);
        if (!image || (*image)->sha256() == library.sha256) {
            return false;
        }
    }
    const auto sum = sha256_of_file(path);
    if (sum && *sum == library.sha256) {
        return false;
    }
    base::Error error =
        sum ? error_of(path, fmt::format("not loaded: its SHA-256 is {}, and {} is configured",
                                         *sum, library.sha256))
            : sum.error();
    error.field = field;
    result_.errors.push_back(std::move(error));
    return true;
}

std::vector<ImageRef> Builder::open_named(std::size_t profile) {
    std::vector<ImageRef> images;
    const auto& libraries = sources_.libraries[profile];
    for (std::size_t i = 0; i < libraries.size(); ++i) {
        const std::string field = fmt::format("profiles[{}].pluginLibraries[{}]", profile, i);
        const auto path = find_library(libraries[i].file, sources_.directories);
        if (!path) {
            base::Error error =
                error_of(libraries[i].file, sources_.directories.empty()
                                                ? "there is no pluginDirectories to look for it in"
                                                : "not found in any of the pluginDirectories");
            error.field = field;
            error.code = base::ErrorCode::kNotFound;
            result_.errors.push_back(std::move(error));
            continue;
        }
        named_.insert(*path);
        if (pinned_otherwise(libraries[i], *path, field)) {
            continue;
        }
        if (ImageRef image = open(*path, result_.errors); image != nullptr) {
            images.push_back(std::move(image));
        }
    }
    return images;
}

void Builder::add(Registry::Table& table, const ImageRef& image) {
    for (const berth_factory* factory : image->factories()) {
        RegistryEntry entry{factory, image};
        const auto same = std::find_if(table.begin(), table.end(), [&](const RegistryEntry& other) {
            return other.name() == entry.name();
        });
        if (same == table.end()) {
            table.push_back(std::move(entry));
        } else if (!same->ready()) {
            *same = std::move(entry);
        } else if (entry.ready() && same->image != image) {
            std::string text =
                fmt::format("the plugin \"{}\" is in {} and in {}: remove one of them",
                            entry.name(), same->image->file(), image->file());
            if (clashes_.insert(text).second) {
                base::Error error = error_of(image->file(), std::move(text));
                error.code = base::ErrorCode::kAlreadyExists;
                result_.errors.push_back(std::move(error));
            }
        }
    }
}

RegistryResult Builder::build() {
    enter_built_in();
    list_directories();
    std::vector<std::vector<ImageRef>> named;
    for (std::size_t i = 0; i < sources_.libraries.size(); ++i) {
        named.push_back(open_named(i));
    }
    std::vector<ImageRef> for_all = built_in_;
    for (const std::string& path : in_directories_) {
        if (named_.count(path) == 0 && (!sources_.wanted || sources_.wanted(path))) {
            if (ImageRef image = open(path, result_.refused); image != nullptr) {
                for_all.push_back(std::move(image));
            }
        }
    }
    std::vector<std::unique_ptr<const LeftOut>> stubs;
    for (const std::string& name : sources_.left_out) {
        auto stub = std::make_unique<LeftOut>();
        stub->name = name;
        stub->factory.struct_size = sizeof(berth_factory);
        stub->factory.flags = BERTH_FACTORY_NO_ARGS_KIND;
        stub->factory.name = {stub->name.data(), stub->name.size()};
        stubs.push_back(std::move(stub));
    }
    const auto table_of = [&](const std::vector<ImageRef>& own) {
        Registry::Table table;
        for (const std::vector<ImageRef>* images : {&std::as_const(for_all), &own}) {
            for (const ImageRef& image : *images) {
                add(table, image);
            }
        }
        for (const auto& stub : stubs) {
            const bool there =
                std::any_of(table.begin(), table.end(),
                            [&](const RegistryEntry& entry) { return entry.name() == stub->name; });
            if (!there && !built_in_.empty()) {
                table.push_back({&stub->factory, built_in_.front()});
            }
        }
        std::sort(table.begin(), table.end(), [](const RegistryEntry& a, const RegistryEntry& b) {
            return a.name() < b.name();
        });
        return table;
    };
    std::vector<Registry::Table> tables;
    for (const std::vector<ImageRef>& own : named) {
        tables.push_back(table_of(own));
    }
    result_.registry =
        std::make_unique<Registry>(std::move(tables), table_of({}), std::move(stubs));
    return std::move(result_);
}

}  // namespace

base::Status list_libraries(const std::string& directory, std::vector<std::string>& all) {
    std::error_code error;
    std::vector<std::string> files;
    for (fs::directory_iterator it(directory, error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() == ".so") {
            files.push_back(fs::absolute(it->path()).lexically_normal().string());
        }
    }
    if (error) {
        return base::fail(error_of(
            directory, fmt::format("this plugin directory cannot be read: {}", error.message())));
    }
    std::sort(files.begin(), files.end());
    for (std::string& file : files) {
        if (std::find(all.begin(), all.end(), file) == all.end()) {
            all.push_back(std::move(file));
        }
    }
    return {};
}

std::optional<std::string> find_library(const std::string& file,
                                        const std::vector<std::string>& directories) {
    const fs::path path(file);
    if (path.is_absolute()) {
        return path.lexically_normal().string();
    }
    for (const std::string& directory : directories) {
        std::error_code error;
        const fs::path candidate = fs::absolute(fs::path(directory) / path).lexically_normal();
        if (fs::exists(candidate, error)) {
            return candidate.string();
        }
    }
    return std::nullopt;
}

RegistryResult open_registry(const RegistrySources& sources, const Context& context) {
    return Builder(sources, context).build();
}

}  // namespace berth::host
