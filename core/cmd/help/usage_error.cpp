#include "core/cmd/help/usage_error.hpp"

#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "core/settings/decode/object_reader.hpp"

namespace berth::cmd {
namespace {

// "berth config check"
std::string full_name(const CLI::App& command) {
    const CLI::App* parent = command.get_parent();
    return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

std::vector<std::string> known_words(const CLI::App& command, bool flags) {
    std::vector<std::string> out;
    if (!flags) {
        for (const CLI::App* one : command.get_subcommands(nullptr)) {
            out.push_back(one->get_name());
        }
        return out;
    }
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_group().empty()) {
            for (const std::string& name : option->get_lnames()) {
                out.push_back("--" + name);
            }
        }
    }
    return out;
}

}  // namespace

const CLI::App& innermost_command(const CLI::App& app) {
    const CLI::App* at = &app;
    for (;;) {
        const CLI::App* next = nullptr;
        for (const CLI::App* command : at->get_subcommands(nullptr)) {
            next = command->parsed() ? command : next;
        }
        if (next == nullptr) {
            return *at;
        }
        at = next;
    }
}

std::string unexpected_word(const CLI::App& app) {
    const std::vector<std::string> words = app.remaining(true);
    return words.empty() ? std::string() : words.front();
}

std::string unexpected_word_text(const CLI::App& command, std::string_view word) {
    const bool flag = word.starts_with('-');
    word = flag ? word.substr(0, word.find('=')) : word;
    const bool has_commands = !command.get_subcommands(nullptr).empty();
    std::string problem = fmt::format("unknown {} {}",
                                      flag           ? "flag"
                                      : has_commands ? "command"
                                                     : "argument",
                                      word);
    const std::vector<std::string> known = known_words(command, flag);
    const std::string_view near =
        settings::nearest(word, std::vector<std::string_view>(known.begin(), known.end()));
    if (!near.empty()) {
        problem += fmt::format("; did you mean {}?", near);
    }
    return usage_error_text(command, problem);
}

std::string usage_error_text(const CLI::App& command, std::string_view problem) {
    const std::string name = full_name(command);
    return fmt::format("{}: {}\nSee `{} --help`.\n", name, problem, name);
}

}  // namespace berth::cmd
