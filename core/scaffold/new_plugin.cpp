#include "core/scaffold/new_plugin.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/scaffold/points.hpp"
#include "core/scaffold/render.hpp"
#include "core/scaffold/templates.hpp"

namespace berth::scaffold {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kLongestName = 63;

bool is_upper(char c) {
    return std::isupper(static_cast<unsigned char>(c)) != 0;
}

base::Status check_name(const std::string& name) {
    const bool good = !name.empty() && name.size() <= kLongestName && is_upper(name.front()) &&
                      std::all_of(name.begin(), name.end(), [](char c) {
                          return std::isalnum(static_cast<unsigned char>(c)) != 0;
                      });
    if (good) {
        return {};
    }
    return base::fail(base::ErrorCode::kInvalid,
                      fmt::format("a plugin's name begins with a capital letter and has letters "
                                  "and digits only, at most {}, such as QuietNodes: found \"{}\"",
                                  kLongestName, name));
}

// A new or empty folder.
base::Status check_folder(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error) || (fs::is_directory(folder, error) && fs::is_empty(folder))) {
        return {};
    }
    return base::fail(base::ErrorCode::kAlreadyExists,
                      fmt::format("{}: is there already; nothing was written", folder.string()));
}

Words words_of(const NewPlugin& wanted, const std::vector<Point>& points) {
    Words words;
    std::string named;
    std::string ids;
    bool draft = false;
    for (const Point& point : points) {
        words.true_words.emplace(point.word);
        named += fmt::format("{}{}", named.empty() ? "" : ", ", point.config);
        if (!point.id.empty()) {
            ids += fmt::format("{}    BERTH_STR({}),", ids.empty() ? "" : "\n", point.macro);
        }
        draft = draft || is_draft(point);
    }
    if (draft) {
        words.true_words.emplace("draft");
    }
    const bool cpp = wanted.language == Language::kCpp;
    words.replace = {{"NAME", wanted.name},
                     {"FILE", snake_case(wanted.name)},
                     {"SUFFIX", cpp ? "cpp" : "c"},
                     {"SDK", wanted.sdk},
                     {"SDK_HEADER", draft ? "sdk/draft.h" : "sdk.h"},
                     {"DOMAIN", "example.com"},
                     {"POINTS", named},
                     {"ID_LINES", ids}};
    return words;
}

std::string_view text_of(std::string_view name) {
    const auto* found = std::find_if(kTemplates.begin(), kTemplates.end(),
                                     [&](const Template& one) { return one.name == name; });
    return found->text;
}

base::Status write(const fs::path& file, const std::string& text) {
    std::ofstream stream(file, std::ios::binary);
    stream << text;
    stream.close();
    if (stream) {
        return {};
    }
    return base::fail(base::ErrorCode::kIo, fmt::format("{}: cannot be written", file.string()));
}

}  // namespace

std::string snake_case(std::string_view name) {
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool begins = is_upper(name[i]) && i != 0 &&
                            (!is_upper(name[i - 1]) ||
                             (i + 1 < name.size() && !is_upper(name[i + 1]) &&
                              std::isalpha(static_cast<unsigned char>(name[i + 1])) != 0));
        if (begins) {
            out.push_back('_');
        }
        out.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(name[i]))));
    }
    return out;
}

base::Result<WrittenPlugin> write_plugin(const NewPlugin& wanted) {
    const auto points = parse_points(wanted.points);
    if (!points) {
        return base::fail(points.error());
    }
    const std::string file = snake_case(wanted.name);
    const fs::path folder = wanted.folder.empty() ? fs::path(file) : fs::path(wanted.folder);
    for (const base::Status& status : {check_name(wanted.name), check_folder(folder)}) {
        if (!status) {
            return base::fail(status.error());
        }
    }
    std::error_code error;
    fs::create_directories(folder, error);
    const bool cpp = wanted.language == Language::kCpp;
    const std::array<std::pair<std::string_view, std::string>, 9> files{{
        {cpp ? "plugin.cpp" : "plugin.c", file + (cpp ? ".cpp" : ".c")},
        {"test.cpp", file + "_test.cpp"},
        {"meson.build", "meson.build"},
        {"meson_options.txt", "meson_options.txt"},
        {"plugin.map", "plugin.map"},
        {"config.yaml", "config.yaml"},
        {"objects.yaml", "objects.yaml"},
        {"README.md", "README.md"},
        {"gitignore", ".gitignore"},
    }};
    const Words words = words_of(wanted, *points);
    WrittenPlugin out{.folder = folder.string(), .files = {}};
    for (const auto& [name, target] : files) {
        if (base::Status done = write(folder / target, render(text_of(name), words)); !done) {
            return base::fail(done.error());
        }
        out.files.push_back(target);
    }
    return out;
}

}  // namespace berth::scaffold
