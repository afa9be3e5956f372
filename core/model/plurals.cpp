#include "core/model/plurals.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>

#include "core/model/tree.hpp"

namespace berth::model {
namespace {

// Served under a plural that its kind does not tell, without a definition.
struct Irregular {
    std::string_view group;
    std::string_view kind;
    std::string_view plural;
};

constexpr std::array kIrregular{
    Irregular{"metrics.k8s.io", "NodeMetrics", "nodes"},
    Irregular{"metrics.k8s.io", "PodMetrics", "pods"},
    Irregular{"", "Endpoints", "endpoints"},
};

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

std::string_view text_at(const Value& root, std::initializer_list<std::string_view> path) {
    const Value* at = &root;
    for (const std::string_view name : path) {
        at = at == nullptr ? nullptr : at->find(name);
    }
    return at == nullptr ? std::string_view() : at->text();
}

}  // namespace

std::string guessed_plural(std::string_view kind) {
    std::string word = lower(kind);
    if (word.ends_with('s')) {
        return word + "es";
    }
    if (word.ends_with('y')) {
        word.pop_back();
        return word + "ies";
    }
    return word + "s";
}

std::string_view group_of(std::string_view api_version) {
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

std::string_view version_of(std::string_view api_version) {
    return api_version.substr(api_version.find('/') + 1);  // npos + 1 is 0
}

void Plurals::learn(const Unknown& definition) {
    if (definition.kind != "CustomResourceDefinition") {
        return;
    }
    const Parsed parsed = parse_json(definition.json, "");
    if (parsed.documents.empty()) {
        return;
    }
    const Value& root = parsed.documents.front().root;
    const std::string_view kind = text_at(root, {"spec", "names", "kind"});
    const std::string_view plural = text_at(root, {"spec", "names", "plural"});
    if (!kind.empty() && !plural.empty()) {
        learn(text_at(root, {"spec", "group"}), kind, plural);
    }
}

std::string Plurals::plural_of(std::string_view group, std::string_view kind) const {
    const auto known = defined_.find({std::string(group), std::string(kind)});
    if (known != defined_.end()) {
        return known->second;
    }
    for (const Irregular& one : kIrregular) {
        if (one.group == group && one.kind == kind) {
            return std::string(one.plural);
        }
    }
    return guessed_plural(kind);
}

bool Plurals::is_plural(std::string_view group, std::string_view plural,
                        std::string_view kind) const {
    if (plural_of(group, kind) == plural) {
        return true;
    }
    if (defined_.count({std::string(group), std::string(kind)}) != 0) {
        return false;
    }
    const std::string word = lower(kind);
    return plural == word || plural == word + "s" || plural == word + "es";
}

}  // namespace berth::model
