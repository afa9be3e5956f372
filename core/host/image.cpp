#include "core/host/image.hpp"

#include <dlfcn.h>
#include <exception>
#include <filesystem>
#include <link.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <berth/draft/hash.h>

#define BOOST_DLL_USE_STD_FS
#include <boost/dll/shared_library.hpp>
#include <fmt/format.h>

#include "core/base/guarded.hpp"
#include "core/framework/plugin_call.hpp"
#include "core/host/elf.hpp"
#include "core/host/text.hpp"

namespace berth::host {

namespace {

using framework::call_plugin;
using framework::kThrew;

constexpr const char* kBuiltIn = "built in";
constexpr std::uint32_t kMostFactories = 1024;
// Sizes of ABI 0.1: what any library has.
constexpr std::uint32_t kEntrySize = sizeof(berth_entry);
constexpr std::uint32_t kFactorySize = sizeof(berth_factory);

std::string version_text(std::uint32_t abi) {
    return fmt::format("{}.{}", abi >> 16, abi & 0xffff);
}

// What the call answers; nothing if it throws.
template <typename Call>
auto ask(Call&& call) -> std::optional<decltype(call())> {
    std::optional<decltype(call())> answer;
    if (call_plugin([&] {
            answer = call();
            return BERTH_SUCCESS;
        }) != BERTH_SUCCESS) {
        return std::nullopt;
    }
    return answer;
}

}  // namespace

class Image::Mapping {
public:
    explicit Mapping(const std::string& path)
        : library_(path, boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local) {}

    [[nodiscard]] const berth_entry* enter() {
        return library_.get<const berth_entry*()>("berth_plugin_entry_v1")();
    }
    [[nodiscard]] bool has_entry() const { return library_.has("berth_plugin_entry_v1"); }

    // Boost.DLL cannot say it: the image stays mapped to the end of the process.
    static void keep_mapped(const std::string& path) {
        if (void* handle =
                dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD | RTLD_NODELETE);
            handle != nullptr) {
            dlclose(handle);
        }
    }

private:
    boost::dll::shared_library library_;
};

namespace {

// What an image needs that did not go when it was closed.
struct Resident {
    std::unique_ptr<HostRecord> host;
    std::vector<std::unique_ptr<HostRecord>> ended;
    std::shared_ptr<const void> file;
};

// Outlives everything: its code may run until the process ends.
base::Guarded<std::vector<Resident>>& residents() {
    static auto& all = *new base::Guarded<std::vector<Resident>>;
    return all;
}

struct Looked {
    const std::string& path;
    bool found;
};

bool is_mapped(const std::string& path) {
    Looked looked{path, false};
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            auto& look = *static_cast<Looked*>(data);
            look.found = look.found || look.path == info->dlpi_name;
            return look.found ? 1 : 0;
        },
        &looked);
    return looked.found;
}

}  // namespace

Image::Image(ImageFile file, const Context& context)
    : file_(std::move(file)),
      host_(std::make_unique<HostRecord>(
          context, file_.path == kBuiltIn
                       ? file_.path
                       : std::filesystem::path(file_.path).filename().string())) {
    if (file_.opened.empty()) {
        file_.opened = file_.path;
    }
}

Image::~Image() {
    const framework::CallLabel& label = framework::call_label("", file_.path, file_.sha256);
    const framework::CallMark mark(&label, 0, framework::Point::kDeinit);
    if (begun_ && entry_->deinit != nullptr) {
        static_cast<void>(call_plugin([this] {
            entry_->deinit();
            return BERTH_SUCCESS;
        }));
    }
    unmap();
}

// What stays mapped may call its hosts for ever, so they stay with it, and its file.
void Image::unmap() {
    if (mapping_ == nullptr) {
        return;
    }
    mapping_.reset();
    if (!is_mapped(file_.opened)) {
        return;
    }
    host_->end();
    residents().with([this](std::vector<Resident>& all) {
        all.push_back({std::move(host_), std::move(ended_), file_.kept});
    });
}

std::size_t Image::resident() {
    return residents().with([](const std::vector<Resident>& all) { return all.size(); });
}

void Image::keep(std::unique_ptr<HostRecord> ended) const {
    ended->end();
    if (mapping_ != nullptr) {
        ended_.push_back(std::move(ended));
    }
}

base::Result<std::shared_ptr<const Image>> Image::open(const std::string& path,
                                                       const Context& context) {
    return open(ImageFile{.path = path, .opened = {}, .sha256 = {}, .kept = {}}, context);
}

base::Result<std::shared_ptr<const Image>> Image::open(ImageFile file, const Context& context) {
    std::shared_ptr<Image> image(new Image(std::move(file), context));
    if (base::Status fit = vet_elf(image->file_.opened); !fit) {
        base::Error error = fit.error();
        error.file = image->file_.path;
        return base::fail(std::move(error));
    }
    const framework::CallMark mark(
        &framework::call_label("", image->file_.path, image->file_.sha256), 0,
        framework::Point::kLoad);
    base::Status done = image->map();
    if (done) {
        done = image->begin();
    }
    if (!done) {
        return base::fail(done.error());
    }
    if ((image->entry_->flags & BERTH_ENTRY_NEVER_UNLOAD) != 0) {
        Mapping::keep_mapped(image->file_.opened);
    }
    return image;
}

base::Result<std::shared_ptr<const Image>> Image::enter(const berth_entry* entry,
                                                        const Context& context) {
    std::shared_ptr<Image> image(
        new Image({.path = kBuiltIn, .opened = {}, .sha256 = {}, .kept = {}}, context));
    image->entry_ = entry;
    if (base::Status done = image->begin(); !done) {
        return base::fail(done.error());
    }
    return image;
}

base::Status Image::map() {
    try {
        mapping_ = std::make_unique<Mapping>(file_.opened);
        if (!mapping_->has_entry()) {
            return refuse("it does not export berth_plugin_entry_v1: it is no berth plugin");
        }
    } catch (const std::exception& error) {
        return refuse(fmt::format("the dynamic linker says: {}", error.what()));
    }
    const auto entry = ask([this] { return mapping_->enter(); });
    if (!entry) {
        return refuse("berth_plugin_entry_v1 threw an exception");
    }
    entry_ = *entry;
    return {};
}

// Reads nothing past what struct_size promises.
base::Status Image::check_entry() const {
    if (entry_ == nullptr) {
        return refuse("berth_plugin_entry_v1 returned null");
    }
    if (entry_->struct_size < offsetof(berth_entry, flags)) {
        return refuse(fmt::format("its entry says that it has {} bytes, which no version has",
                                  entry_->struct_size));
    }
    if (entry_->abi_built >> 16 != BERTH_ABI_MAJOR) {
        return refuse(fmt::format("it is built for ABI {}, and this berth has {}: rebuild it",
                                  version_text(entry_->abi_built), version_text(BERTH_ABI)));
    }
    if (entry_->abi_needed > BERTH_ABI) {
        return refuse(fmt::format("it needs ABI {}, and this berth has {}: it needs a newer berth",
                                  version_text(entry_->abi_needed), version_text(BERTH_ABI)));
    }
    if (entry_->struct_size < kEntrySize) {
        return refuse(fmt::format("its entry has {} bytes, at least {} are needed: rebuild it",
                                  entry_->struct_size, kEntrySize));
    }
    if (entry_->draft_hash != 0 && entry_->draft_hash != BERTH_DRAFT_HASH) {
        return refuse("it uses draft headers other than this berth's: rebuild it with these");
    }
    if (entry_->factory_count == nullptr || entry_->factory == nullptr) {
        return refuse("its entry has no factory functions");
    }
    return {};
}

base::Status Image::begin() {
    if (base::Status fit = check_entry(); !fit) {
        return fit;
    }
    if (entry_->init != nullptr) {
        const std::int32_t code = call_plugin([this] {
            const framework::CallMark mark(&framework::call_label("", file_.path, file_.sha256), 0,
                                           framework::Point::kInit);
            return entry_->init(host_.get());
        });
        if (code != BERTH_SUCCESS) {
            return refuse(code == kThrew ? std::string("its init threw an exception")
                                         : fmt::format("its init failed with code {}", code));
        }
    }
    begun_ = true;
    return collect_factories();
}

base::Status Image::collect_factories() {
    const auto count = ask([this] { return entry_->factory_count(); });
    if (!count) {
        return refuse("its factory_count threw an exception");
    }
    if (*count == 0 || *count > kMostFactories) {
        return refuse(*count == 0 ? std::string("it offers no plugin")
                                  : fmt::format("it offers {} plugins, at most {} are believable",
                                                *count, kMostFactories));
    }
    for (std::uint32_t i = 0; i < *count; ++i) {
        const auto factory = ask([this, i] { return entry_->factory(i); });
        if (!factory || *factory == nullptr) {
            return refuse(fmt::format("factory {} of {} {}", i, *count,
                                      factory ? "is null" : "threw an exception"));
        }
        if ((*factory)->struct_size < kFactorySize) {
            return refuse(fmt::format("factory {} has {} bytes, at least {} are needed: rebuild it",
                                      i, (*factory)->struct_size, kFactorySize));
        }
        const std::string_view name = view_of((*factory)->name);
        if (name.empty()) {
            return refuse(fmt::format("factory {} has no name", i));
        }
        for (const berth_factory* other : factories_) {
            if (view_of(other->name) == name) {
                return refuse(fmt::format("it offers the plugin \"{}\" twice", name));
            }
        }
        factories_.push_back(*factory);
    }
    return {};
}

std::string_view Image::version() const {
    return view_of(entry_->version);
}
std::string_view Image::vendor() const {
    return view_of(entry_->vendor);
}
bool Image::has_drafts() const {
    return entry_->draft_hash == BERTH_DRAFT_HASH;
}

tl::unexpected<base::Error> Image::refuse(std::string why) const {
    base::Error error;
    error.code = base::ErrorCode::kInvalid;
    error.file = file_.path;
    error.text = "not loaded: " + std::move(why);
    return base::fail(std::move(error));
}

}  // namespace berth::host
