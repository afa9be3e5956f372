#include "core/cluster/repeated_names.hpp"

#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace berth::cluster {
namespace {

constexpr std::size_t kMostWarnings = 10;

std::string name_of(model::Draft& draft, const base::SymbolTable& symbols) {
    const model::ObjectMeta& meta = model::meta_of(draft);
    const std::string_view kind = model::kind_name(draft);
    const bool without = meta.namespace_name == base::Symbol::kNone && model::is_namespaced(kind);
    return fmt::format("{} {}{}", kind, without ? "default/" : "", full_name(meta, symbols));
}

std::string place_of(const model::Origin& origin) {
    return fmt::format("{}:{}", *origin.file, origin.line);
}

}  // namespace

base::Errors repeated_names(model::Decoded& decoded, const base::SymbolTable& symbols) {
    std::unordered_map<std::string, std::size_t> last;  // where the name stood last
    std::map<std::size_t, base::Error> found;           // by the place that counts
    for (std::size_t i = 0; i < decoded.objects.size(); ++i) {
        std::string name = name_of(decoded.objects[i], symbols);
        const auto [at, fresh] = last.emplace(std::move(name), i);
        if (fresh) {
            continue;
        }
        const std::size_t before = std::exchange(at->second, i);
        found.erase(before);
        const model::Origin& origin = decoded.origins[i];
        base::Error& warning = found[i];
        warning.file = *origin.file;
        warning.line = origin.line;
        warning.object = at->first;
        warning.text = fmt::format("takes the place of the one in {}; only the last one counts",
                                   place_of(decoded.origins[before]));
    }
    base::Errors out;
    for (auto& [index, warning] : found) {
        if (out.size() == kMostWarnings) {
            base::Error more;
            more.text =
                fmt::format("{} more names are there more than once", found.size() - kMostWarnings);
            out.push_back(std::move(more));
            break;
        }
        out.push_back(std::move(warning));
    }
    return out;
}

}  // namespace berth::cluster
