// Probe: tries libraries in a child process before this one opens them.
//
// scan() learns which plugins libraries offer, since only their code can say; probe() makes the
// whole generation with its real args and runs it on a captured snapshot. What crashes, hangs, eats
// memory or misbehaves does so there. The child is this program with a hidden command, which
// core/cmd serves: "plugin scan FILE…" and "plugin probe SPEC". Loader thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace berth::host {

struct ProbeOptions {
    std::string program = "/proc/self/exe";
    base::Duration time = std::chrono::seconds(10);
    std::uint64_t memory = std::uint64_t{2} << 30;  // address space of the child beyond its own
};

struct ScannedFile {
    std::string opened;
    std::vector<std::string> plugins;
    std::string refusal;  // empty: it is a usable library
};
// In the order of `files`.
[[nodiscard]] std::vector<ScannedFile> scan(const std::vector<std::string>& files,
                                            const ProbeOptions& options);

// What a child is to try. Written as JSON into a file whose name it gets.
struct ProbeSpec {
    struct Library {
        std::string path, opened, sha256;
    };
    std::string config_name;  // as errors name it
    std::string config;       // the text; empty: the defaults
    std::string objects;      // of the snapshot, as a stream of JSON documents
    std::uint64_t memory = 0;
    std::uint32_t seconds = 0;
    std::vector<std::string> directories;  // of plugins
    std::vector<Library> libraries;
};
[[nodiscard]] std::string to_json(const ProbeSpec& spec);
[[nodiscard]] base::Result<ProbeSpec> parse_spec(const std::string& json);

// Nothing is wrong: empty. Else what: "crashed: SIGSEGV in Filter of Faulty@1 (faulty.so)".
[[nodiscard]] base::Errors probe(const ProbeSpec& spec, const std::string& folder,
                                 const ProbeOptions& options);

// Lines of a child's output.
inline constexpr const char* kProbeAt = "at ";          // scan: begins with file N
inline constexpr const char* kProbePlugin = "plugin ";  // scan: it offers that one
inline constexpr const char* kProbeError = "error ";
inline constexpr const char* kProbeDone = "done";  // the last line of a child that ends well

}  // namespace berth::host
