// The entry of the library and the list of its factories.
#include <set>
#include <string>
#include <utility>

#include <berth/draft/hash.h>
#include <berth/version.h>
#include <fmt/format.h>

#include "core/check/cycle.hpp"
#include "core/check/library.hpp"
#include "core/check/subject.hpp"
#include "core/check/test.hpp"
#include "core/host/text.hpp"

namespace berth::check::tests {
namespace {

constexpr std::uint32_t kLargestEntry = 4096;
constexpr std::uint32_t kKnownFlags = BERTH_ENTRY_NEVER_UNLOAD | BERTH_ENTRY_OWNS_THREADS;
constexpr std::uint32_t kMostFactories = 1024;
constexpr std::size_t kLongestText = 256;

std::string version_text(std::uint32_t abi) {
    return fmt::format("{}.{}", abi >> 16, abi & 0xffff);
}

void returns_an_entry(Subject& subject) {
    const Library library(subject.settings.file);
}

void same_each_time(Subject& subject) {
    const Library library(subject.settings.file);
    expect(library.enter() == library.entry, "the second call returned another entry");
}

void plausible_size(Subject& subject) {
    const Library library(subject.settings.file);
    const std::uint32_t size = library.entry->struct_size;
    expect(size >= sizeof(berth_entry) && size <= kLargestEntry,
           fmt::format("struct_size is {}, expected {} to {}", size, sizeof(berth_entry),
                       kLargestEntry));
}

void fitting_version(Subject& subject) {
    const Library library(subject.settings.file);
    const berth_entry& entry = *library.entry;
    expect(entry.abi_needed <= BERTH_ABI,
           fmt::format("it needs ABI {}, and this berth has {}: it needs a newer berth",
                       version_text(entry.abi_needed), version_text(BERTH_ABI)));
    expect(entry.abi_built >> 16 == BERTH_ABI_MAJOR && entry.abi_built >= BERTH_ABI_OLDEST,
           fmt::format("it is built for ABI {}, and this berth has {}: rebuild it",
                       version_text(entry.abi_built), version_text(BERTH_ABI)));
    expect(entry.abi_needed <= entry.abi_built,
           fmt::format("it needs ABI {}, which is newer than {} that it is built for",
                       version_text(entry.abi_needed), version_text(entry.abi_built)));
}

void known_flags(Subject& subject) {
    const Library library(subject.settings.file);
    expect((library.entry->flags & ~kKnownFlags) == 0,
           fmt::format("flags are {:#x}, of which {:#x} mean nothing", library.entry->flags,
                       library.entry->flags & ~kKnownFlags));
}

void our_drafts(Subject& subject) {
    const Library library(subject.settings.file);
    expect(library.entry->draft_hash == 0 || library.has_drafts(),
           "it uses draft headers other than this berth's: rebuild it with these");
}

bool is_text(std::string_view text) {
    for (const char c : text) {
        if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0xf8) {
            return false;
        }
    }
    return true;
}

void readable_texts(Subject& subject) {
    const Library library(subject.settings.file);
    const berth_entry& entry = *library.entry;
    const std::pair<const char*, berth_str> texts[] = {
        {"vendor", entry.vendor}, {"version", entry.version}, {"build", entry.build}};
    for (const auto& [name, text] : texts) {
        step(fmt::format("reading {}", name));
        expect(text.len == 0 || text.ptr != nullptr,
               fmt::format("{} has a length and no text", name));
        expect(text.len <= kLongestText,
               fmt::format("{} has {} bytes, at most {} are shown", name, text.len, kLongestText));
        expect(is_text(host::view_of(text)), fmt::format("{} is not UTF-8 on one line", name));
    }
}

// A host that serves nothing at all.
berth_host empty_host() {
    return {sizeof(berth_host), BERTH_ABI,
            [](const berth_host*, berth_str) -> const void* { return nullptr; }};
}

void init_succeeds(Subject& subject) {
    Library library(subject.settings.file);
    const host::HostRecord host(subject.small.host, "check");
    library.init(host);
}

void init_without_services(Subject& subject) {
    const Library library(subject.settings.file);
    if (library.entry->init == nullptr) {
        not_applicable("it has no init");
    }
    const berth_host host = empty_host();
    // Any answer will do.
    static_cast<void>(checked_call("init with a host without services",
                                   [&] { return library.entry->init(&host); }));
}

void whole_factories(Subject& subject) {
    const Library library(subject.settings.file);
    const std::uint32_t count = library.entry->factory_count();
    expect(count >= 1 && count <= kMostFactories,
           fmt::format("it offers {} plugins, expected 1 to {}", count, kMostFactories));
    expect(library.entry->factory_count() == count, "factory_count said another number");
    for (std::uint32_t i = 0; i < count; ++i) {
        step(fmt::format("factory {}", i));
        const berth_factory* const factory = library.entry->factory(i);
        expect(factory != nullptr, fmt::format("factory {} of {} is null", i, count));
        expect(factory == library.entry->factory(i), fmt::format("factory {} moves", i));
        expect(factory->struct_size >= sizeof(berth_factory),
               fmt::format("factory {} has {} bytes, at least {} are needed", i,
                           factory->struct_size, sizeof(berth_factory)));
    }
}

void none_past_the_end(Subject& subject) {
    const Library library(subject.settings.file);
    const std::uint32_t count = library.entry->factory_count();
    for (const std::uint32_t number : {count, count + 1, 0xffffffffu}) {
        step(fmt::format("factory {}", number));
        expect(library.entry->factory(number) == nullptr,
               fmt::format("factory {} of {} is not null", number, count));
    }
}

void names_once(Subject& subject) {
    const Library library(subject.settings.file);
    std::set<std::string> seen;
    for (std::uint32_t i = 0; i < library.entry->factory_count(); ++i) {
        const std::string name(host::view_of(library.entry->factory(i)->name));
        expect(
            !name.empty() && name.find_first_of(" \t\n:,") == std::string::npos,
            fmt::format("factory {} is named \"{}\", which no configuration can write", i, name));
        expect(seen.insert(name).second, fmt::format("it offers the plugin \"{}\" twice", name));
    }
}

constexpr Test kTests[] = {
    {"entry/returns-one", "berth_plugin_entry_v1 returns an entry", returns_an_entry},
    {"entry/same-each-time", "and the same one each time", same_each_time},
    {"entry/plausible-size", "the entry has a size that this berth knows", plausible_size},
    {"entry/fitting-version", "it is built for an ABI that this berth has", fitting_version},
    {"entry/known-flags", "no flag is set that means nothing", known_flags},
    {"entry/our-drafts", "no draft headers, or this berth's", our_drafts},
    {"entry/readable-texts", "vendor, version and build can be shown", readable_texts},
    {"entry/init", "init succeeds", init_succeeds},
    {"entry/init-without-services", "init survives a host that serves nothing",
     init_without_services},
    {"entry/whole-factories", "all factories are there, whole and in one place", whole_factories},
    {"entry/no-factory-past-the-end", "a number out of range gives null", none_past_the_end},
    {"entry/names-once", "each plugin has a name of its own", names_once},
};

}  // namespace

std::span<const Test> entry() {
    return kTests;
}

}  // namespace berth::check::tests
