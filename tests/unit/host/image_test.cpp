#include "core/host/image.hpp"

#include <cstring>

#include <doctest/doctest.h>

#include "core/base/clock.hpp"
#include "core/base/symbol.hpp"
#include "tests/unit/host/modules.hpp"

namespace berth::host {

using testing::content_of;
using testing::Folder;
using testing::module_path;

namespace {

struct World {
    base::SymbolTable symbols;
    base::FakeClock clock;
    Context context{symbols, clock};

    // Why it is refused; empty: it is not.
    std::string refusal(const std::string& path) {
        const auto image = Image::open(path, context);
        if (image) {
            return {};
        }
        CHECK(image.error().file == path);
        return image.error().text;
    }
};

std::string patched(std::string content, std::size_t offset, std::string_view bytes) {
    return content.replace(offset, bytes.size(), bytes);
}

}  // namespace

TEST_CASE("image: a good library shows its version and factories") {
    World world;
    const auto image = Image::open(module_path("good"), world.context);
    REQUIRE(image);
    CHECK((*image)->version() == "1.2.3");
    CHECK((*image)->vendor() == "the tests");
    CHECK_FALSE((*image)->built_in());
    CHECK_FALSE((*image)->has_drafts());
    REQUIRE((*image)->factories().size() == 1);
}

TEST_CASE("image: what is wrong with a library is said in a sentence") {
    struct Case {
        const char* module;
        const char* text;
    };
    const Case cases[] = {
        {"symbol", "it does not export berth_plugin_entry_v1: it is no berth plugin"},
        {"null", "berth_plugin_entry_v1 returned null"},
        {"entry_throws", "berth_plugin_entry_v1 threw an exception"},
        {"entry_size", "its entry has 24 bytes, at least"},
        {"abi_major", "it is built for ABI 7.3, and this berth has 0."},
        {"abi_needed", ": it needs a newer berth"},
        {"drafts", "it uses draft headers other than this berth's: rebuild it with these"},
        {"no_count", "its entry has no factory functions"},
        {"count", "it offers no plugin"},
        {"factory_null", "factory 0 of 1 is null"},
        {"factory_throws", "factory 0 of 1 threw an exception"},
        {"factory_size", "factory 0 has 16 bytes, at least"},
        {"name", "factory 0 has no name"},
        {"twice", "it offers the plugin \"Good\" twice"},
        {"init", "its init failed with code 1"},
        {"init_throws", "its init threw an exception"},
    };
    World world;
    for (const Case& c : cases) {
        INFO(c.module);
        const std::string text = world.refusal(module_path(c.module));
        INFO(text);
        CHECK(text.find("not loaded: ") == 0);
        CHECK(text.find(c.text) != std::string::npos);
    }
}

TEST_CASE("image: files that are no library for this machine are not mapped") {
    const std::string good = content_of(module_path("good"));
    REQUIRE(good.size() > 4096);
    Folder folder;
    struct Case {
        const char* name;
        std::string content;
        const char* text;
    };
    const Case cases[] = {
        {"text.so", "hello, this is a text\n", "it is not an ELF shared object"},
        {"long.so", std::string(5000, 'x'), "it is not an ELF shared object"},
        {"empty.so", "", "it is not an ELF shared object"},
        {"ident.so", good.substr(0, 40), "it is cut off: its ELF header is not whole"},
        {"headers.so", good.substr(0, 80), "it is cut off: its program headers are missing"},
        {"half.so", good.substr(0, good.size() / 4), "it is cut off: a segment ends at byte"},
        {"class.so", patched(good, 4, "\1"), "it is a 32-bit object"},
        {"order.so", patched(good, 5, "\2"), "its byte order is not this machine's"},
        {"machine.so", patched(good, 18, std::string_view("\xf3\0", 2)), "it is built for riscv"},
        {"type.so", patched(good, 16, std::string_view("\1\0", 2)), "it is not a shared object"},
        {"entsize.so", patched(good, 54, std::string_view("\7\0", 2)), "its ELF header is damaged"},
        {"phoff.so", patched(good, 32, "\xff\xff\xff\xff\xff\xff\xff\xff"),
         "it is cut off: its program headers are missing"},
    };
    World world;
    for (const Case& c : cases) {
        INFO(c.name);
        const std::string text = world.refusal(folder.write(c.name, c.content));
        INFO(text);
        CHECK(text.find(c.text) != std::string::npos);
    }
    CHECK(world.refusal(folder.path()) == "not loaded: it is not a file");
    CHECK(world.refusal(folder.file("none.so")) == "not loaded: there is no such file");
}

TEST_CASE("image: nonsense in section headers is survived") {
    const std::string good = content_of(module_path("good"));
    std::uint64_t sections = 0;
    std::memcpy(&sections, good.data() + 40, sizeof(sections));
    REQUIRE(sections < good.size());
    Folder folder;
    World world;
    for (std::size_t i = 0; sections + i < good.size(); i += 5) {
        // Section headers are not needed to run: it loads, or is refused, and nothing else.
        const std::string path =
            folder.write("x" + std::to_string(i) + ".so", patched(good, sections + i, "\xff"));
        static_cast<void>(world.refusal(path));
    }
}

TEST_CASE("image: a built-in entry passes the same checks") {
    World world;
    CHECK(Image::enter(nullptr, world.context).error().text ==
          "not loaded: berth_plugin_entry_v1 returned null");
    berth_entry entry{};
    entry.struct_size = sizeof(entry);
    entry.abi_built = BERTH_ABI;
    CHECK(Image::enter(&entry, world.context).error().file == "built in");
}

}  // namespace berth::host
