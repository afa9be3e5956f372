// A hundred times opened, used and closed: what stays behind?
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "core/check/allocated.hpp"
#include "core/check/cycle.hpp"
#include "core/check/exercise.hpp"

namespace berth::check::tests {
namespace {

constexpr int kReloads = 100;
constexpr std::size_t kLeakOfOne = 512;  // bytes for each reload that are not yet a leak

// A whole life with one pod.
void live(Subject& subject) {
    Instance instance(subject, subject.small);
    const berth_nodes nodes = subject.small.snapshot().all();
    const auto& pod = subject.small.pods().front();
    if (instance.table<berth_filter_v1>(BERTH_FILTER_V1) != nullptr) {
        static_cast<void>(judge(instance, pod, nodes));
    }
    if (instance.table<berth_score_v1>(BERTH_SCORE_V1) != nullptr) {
        static_cast<void>(rate(instance, pod, nodes));
    }
}

std::size_t entries_of(const char* folder) {
    const std::filesystem::directory_iterator all(folder);
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

std::size_t mappings() {
    std::ifstream maps("/proc/self/maps");
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(maps), {}, '\n'));
}

// `count` grows by less than `allowed` over a hundred reloads after the first ten.
template <class Count>
void no_growth(Subject& subject, std::string_view what, std::size_t allowed, Count&& count) {
    for (int i = 0; i < 10; ++i) {
        live(subject);
    }
    const std::size_t before = count();
    for (int i = 0; i < kReloads; ++i) {
        live(subject);
    }
    const std::size_t after = count();
    expect(after < before + allowed,
           fmt::format("{} reloads leave {} {} behind", kReloads, after - before, what));
}

void threads(Subject& subject) {
    no_growth(subject, "threads", 1, [] { return entries_of("/proc/self/task"); });
}

void descriptors(Subject& subject) {
    no_growth(subject, "descriptors", 1, [] { return entries_of("/proc/self/fd"); });
}

void memory(Subject& subject) {
    no_growth(subject, "bytes", kLeakOfOne * kReloads, allocated_bytes);
}

void mapped_memory(Subject& subject) {
    no_growth(subject, "mappings", kReloads / 2, mappings);
}

void unmapped(Subject& subject) {
    bool stays = false;
    {
        const Instance instance(subject, subject.small);
        stays = (instance.opened().library.entry->flags & BERTH_ENTRY_NEVER_UNLOAD) != 0;
    }
    if (stays) {
        not_applicable("its entry says BERTH_ENTRY_NEVER_UNLOAD");
    }
    const std::string file = std::filesystem::canonical(subject.settings.file).string();
    std::ifstream maps("/proc/self/maps");
    std::string line;
    while (std::getline(maps, line)) {
        expect(line.find(file) == std::string::npos,
               "it is still mapped after its last instance is gone: a thread-local destructor, a "
               "unique symbol or -z nodelete keeps it; if it must stay, its entry says "
               "BERTH_ENTRY_NEVER_UNLOAD");
    }
}

void same_answers(Subject& subject) {
    const auto all = [&] {
        Instance instance(subject, subject.small);
        const berth_nodes nodes = subject.small.snapshot().all();
        std::string out;
        for (const auto& pod : subject.small.pods()) {
            if (instance.table<berth_filter_v1>(BERTH_FILTER_V1) != nullptr) {
                out += fmt::format("{}\n", fmt::join(judge(instance, pod, nodes).nodes, ","));
            }
            if (instance.table<berth_score_v1>(BERTH_SCORE_V1) != nullptr) {
                out += fmt::format("{}\n", fmt::join(rate(instance, pod, nodes).scores, ","));
            }
        }
        return out;
    };
    const std::string first = all();
    for (int i = 0; i < 3; ++i) {
        expect(all() == first, "opened again it answers otherwise");
    }
}

void instances(Subject& subject) {
    Opened opened(subject, subject.small);
    const auto many = [&](int count) {
        for (int i = 0; i < count; ++i) {
            Instance instance(subject, opened);
        }
        return allocated_bytes();
    };
    const std::size_t before = many(20);
    const std::size_t after = many(kReloads);
    expect(after < before + kLeakOfOne * kReloads,
           fmt::format("{} instances leave {} bytes behind", kReloads, after - before));
}

constexpr Test kTests[] = {
    {"reload/threads", "a hundred reloads leave no thread", threads},
    {"reload/descriptors", "and no descriptor", descriptors},
    {"reload/memory", "and no memory", memory},
    {"reload/mappings", "and no mapping", mapped_memory},
    {"reload/unmapped", "it is unmapped when it is closed", unmapped},
    {"reload/same-answers", "opened again it answers the same", same_answers},
    {"reload/instances", "a hundred instances of one image leave no memory", instances},
};

}  // namespace

std::span<const Test> reload() {
    return kTests;
}

}  // namespace berth::check::tests
