// The file, before anything of it runs.
#include <algorithm>
#include <dlfcn.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include "core/check/elf_facts.hpp"
#include "core/check/subject.hpp"
#include "core/check/test.hpp"
#include "core/host/elf.hpp"

namespace berth::check::tests {
namespace {

constexpr std::string_view kEntry = "berth_plugin_entry_v1";

ElfFacts facts_of(const Subject& subject) {
    auto facts = read_elf(subject.settings.file);
    if (!facts) {
        fail(facts.error().text);
    }
    return *facts;
}

void fits_here(Subject& subject) {
    const base::Status fit = host::vet_elf(subject.settings.file);
    expect(fit.has_value(), fit ? "" : fit.error().text);
    static_cast<void>(facts_of(subject));  // all of its sections are there
}

void others_may_not_write(Subject& subject) {
    struct stat status {};
    expect(stat(subject.settings.file.c_str(), &status) == 0, "it cannot be looked at");
    expect((status.st_mode & S_IWOTH) == 0,
           fmt::format("everybody may write it (mode {:o}): chmod o-w", status.st_mode & 07777));
}

void has_entry(Subject& subject) {
    const ElfFacts facts = facts_of(subject);
    expect(std::count(facts.exported.begin(), facts.exported.end(), kEntry) == 1,
           fmt::format("it does not export {}", kEntry));
}

void only_entry(Subject& subject) {
    for (const std::string& name : facts_of(subject).exported) {
        if (name != kEntry) {
            fail(
                fmt::format("it exports {} too: compile with -fvisibility=hidden and link with a "
                            "version script",
                            name));
        }
    }
}

void no_unique_symbols(Subject& subject) {
    const ElfFacts facts = facts_of(subject);
    if (!facts.unique.empty()) {
        fail(
            fmt::format("{} is STB_GNU_UNIQUE, so that the library cannot be unloaded: compile "
                        "with -fno-gnu-unique",
                        facts.unique.front()));
    }
}

void no_executable_stack(Subject& subject) {
    expect(!facts_of(subject).executable_stack,
           "its stack is executable: link with -z noexecstack");
}

void no_text_relocations(Subject& subject) {
    expect(!facts_of(subject).text_relocations,
           "its code is relocated when it is loaded: compile with -fPIC");
}

void may_be_deleted(Subject& subject) {
    expect(!facts_of(subject).never_deleted,
           "it is linked with -z nodelete; where it must stay, its entry says so by "
           "BERTH_ENTRY_NEVER_UNLOAD");
}

void no_run_path(Subject& subject) {
    const std::string path = facts_of(subject).run_path;
    expect(path.empty() || path.find("$ORIGIN") != std::string::npos || path.front() == '/',
           fmt::format("its RUNPATH \"{}\" depends on the folder that berth runs in", path));
}

void opens_at_once(Subject& subject) {
    step("dlopen with RTLD_NOW");
    void* const handle = dlopen(subject.settings.file.c_str(), RTLD_NOW | RTLD_LOCAL);
    expect(handle != nullptr,
           fmt::format("the dynamic linker says: {}", handle == nullptr ? dlerror() : ""));
}

constexpr Test kTests[] = {
    {"file/fits-here", "an ELF shared object for this machine, and whole", fits_here},
    {"file/not-writable-by-all", "nobody but its owner and group may change it",
     others_may_not_write},
    {"file/has-entry", "exports berth_plugin_entry_v1", has_entry},
    {"file/exports-entry-only", "exports nothing else, so that two plugins never meet", only_entry},
    {"file/no-unique-symbols", "has no symbols that keep it from being unloaded",
     no_unique_symbols},
    {"file/no-executable-stack", "does not make stacks executable", no_executable_stack},
    {"file/no-text-relocations", "is position independent", no_text_relocations},
    {"file/can-be-unloaded", "is not linked to stay for ever", may_be_deleted},
    {"file/run-path", "finds its libraries wherever berth runs", no_run_path},
    {"file/opens-at-once", "every symbol that it needs is there", opens_at_once},
};

}  // namespace

std::span<const Test> file() {
    return kTests;
}

}  // namespace berth::check::tests
