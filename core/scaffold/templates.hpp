// The texts of the templates, made by embed.py from templates/*.in. Constants: any thread.
#pragma once

#include <array>
#include <string_view>

namespace berth::scaffold {

struct Template {
    std::string_view name;  // "plugin.cpp": the file's without .in
    std::string_view text;
};

inline constexpr std::size_t kTemplateCount = 10;
extern const std::array<Template, kTemplateCount> kTemplates;

}  // namespace berth::scaffold
