#include "core/check/library.hpp"

#include <dlfcn.h>

#include <berth/draft/hash.h>
#include <fmt/format.h>

#include "core/check/test.hpp"
#include "core/framework/plugin_call.hpp"
#include "core/host/text.hpp"

namespace berth::check {

using framework::call_plugin;

Library::Library(const std::string& file) {
    step("dlopen");
    handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) {
        fail(fmt::format("the dynamic linker says: {}", dlerror()));
    }
    step("berth_plugin_entry_v1");
    enter = reinterpret_cast<const berth_entry* (*)()>(dlsym(handle_, "berth_plugin_entry_v1"));
    if (enter == nullptr) {
        fail("it does not export berth_plugin_entry_v1");
    }
    const std::int32_t code = call_plugin([this] {
        entry = enter();
        return BERTH_SUCCESS;
    });
    expect(code == BERTH_SUCCESS, "berth_plugin_entry_v1 threw an exception");
    expect(entry != nullptr, "berth_plugin_entry_v1 returned null");
}

Library::~Library() {
    if (begun_ && entry->deinit != nullptr) {
        step("deinit");
        static_cast<void>(call_plugin([this] {
            entry->deinit();
            return BERTH_SUCCESS;
        }));
    }
    if (handle_ != nullptr) {
        step("dlclose");
        dlclose(handle_);
    }
}

void Library::init(const berth_host& host) {
    step("init");
    if (entry->init != nullptr) {
        const std::int32_t code = call_plugin([&] { return entry->init(&host); });
        expect(code != framework::kThrew, "init threw an exception");
        expect(code == BERTH_SUCCESS, fmt::format("init failed with code {}", code));
    }
    begun_ = true;
}

const berth_factory* Library::find(std::string_view name) const {
    step("factory_count and factory");
    for (std::uint32_t i = 0; i < entry->factory_count(); ++i) {
        const berth_factory* const factory = entry->factory(i);
        if (factory != nullptr && host::view_of(factory->name) == name) {
            return factory;
        }
    }
    return nullptr;
}

bool Library::has_drafts() const {
    return entry->draft_hash == BERTH_DRAFT_HASH;
}

}  // namespace berth::check
