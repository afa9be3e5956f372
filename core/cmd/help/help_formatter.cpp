#include "core/cmd/help/help_formatter.hpp"

#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace berth::cmd {
namespace {

constexpr std::size_t kWidth = 100;

// "-o, --output FORMAT"
std::string names_of(const CLI::Option& option) {
    std::string out;
    for (const std::string& name : option.get_snames()) {
        out += (out.empty() ? "-" : ", -") + name;
    }
    for (const std::string& name : option.get_lnames()) {
        out += out.empty() ? "    --" + name : ", --" + name;
    }
    if (!option.get_option_text().empty()) {
        out += " " + option.get_option_text();
    }
    return out;
}

// The text in lines of at most kWidth, the following ones indented.
std::string wrapped(std::string_view text, std::size_t indent) {
    std::string out;
    std::size_t column = indent;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        if (column > indent && column + 1 + word.size() > kWidth) {
            out += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
        begin = end + 1;
    }
    return out;
}

void add_rows(const std::vector<std::pair<std::string, std::string>>& rows, std::string& out) {
    std::size_t widest = 0;
    for (const auto& [left, right] : rows) {
        widest = std::max(widest, left.size());
    }
    for (const auto& [left, right] : rows) {
        out += fmt::format("  {:<{}}   {}\n", left, widest, wrapped(right, widest + 5));
    }
}

// `config check` and `config print`, not `config`.
void add_commands(const CLI::App* app, const std::string& path,
                  std::vector<std::pair<std::string, std::string>>& rows) {
    for (const CLI::App* command : app->get_subcommands(nullptr)) {
        const std::string name = path + command->get_name();
        if (command->get_subcommands(nullptr).empty()) {
            const std::string& text = command->get_description();
            rows.emplace_back(name, text.substr(0, text.find(".\n")));
        } else {
            add_commands(command, name + " ", rows);
        }
    }
}

class HelpFormatter final : public CLI::Formatter {
public:
    explicit HelpFormatter(const Usages& usages) : usages_(usages) {}

    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override;

private:
    const Usages& usages_;
};

std::string HelpFormatter::make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const {
    std::string out = app->get_description() + "\n\nUsage:\n  ";
    const auto usage = usages_.find(app);
    out += usage == usages_.end() ? app->get_name() : usage->second;
    out += '\n';
    std::vector<std::pair<std::string, std::string>> commands;
    add_commands(app, "", commands);
    if (!commands.empty()) {
        out += "\nCommands:\n";
        add_rows(commands, out);
    }
    if (!app->get_footer().empty()) {
        out += "\nExamples:\n" + app->get_footer() + '\n';
    }
    for (const std::string& group : app->get_groups()) {
        std::vector<std::pair<std::string, std::string>> rows;
        for (const CLI::Option* option : app->get_options()) {
            if (option->get_group() == group && !option->get_positional()) {
                rows.emplace_back(names_of(*option), option->get_description());
            }
        }
        if (!group.empty() && !rows.empty()) {
            out += '\n' + group + ":\n";
            add_rows(rows, out);
        }
    }
    return out;
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> make_help_formatter(const Usages& usages) {
    return std::make_shared<HelpFormatter>(usages);
}

}  // namespace berth::cmd
