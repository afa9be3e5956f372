#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include "core/host/describe.hpp"

namespace berth::host {

namespace {

using Writer = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void member(Writer& writer, std::string_view name, std::string_view text) {
    writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size()));
    writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void optional_member(Writer& writer, std::string_view name, std::string_view text) {
    if (!text.empty()) {
        member(writer, name, text);
    }
}

void write_arg(Writer& writer, const ArgDescription& arg) {
    writer.StartObject();
    member(writer, "name", arg.name);
    member(writer, "type", arg.type);
    if (!arg.default_value.empty()) {
        writer.Key("default");
        writer.RawValue(arg.default_value.data(), arg.default_value.size(), rapidjson::kObjectType);
    }
    writer.Key("required");
    writer.Bool(arg.required);
    optional_member(writer, "range", arg.range);
    optional_member(writer, "versions", arg.versions);
    optional_member(writer, "summary", arg.summary);
    writer.EndObject();
}

std::string print_json(const std::vector<PluginDescription>& plugins) {
    rapidjson::StringBuffer buffer;
    Writer writer(buffer);
    writer.SetIndent(' ', 2);
    writer.StartArray();
    for (const PluginDescription& plugin : plugins) {
        writer.StartObject();
        member(writer, "name", plugin.name);
        member(writer, "version", plugin.version);
        optional_member(writer, "vendor", plugin.vendor);
        member(writer, "file", plugin.file);
        optional_member(writer, "summary", plugin.summary);
        writer.Key("ready");
        writer.Bool(plugin.ready);
        writer.Key("extensionPoints");
        writer.StartArray();
        for (const std::string& point : plugin.points) {
            writer.String(point.data(), static_cast<rapidjson::SizeType>(point.size()));
        }
        writer.EndArray();
        writer.Key("args");
        writer.StartArray();
        for (const ArgDescription& arg : plugin.args) {
            write_arg(writer, arg);
        }
        writer.EndArray();
        writer.EndObject();
    }
    writer.EndArray();
    return std::string(buffer.GetString(), buffer.GetSize()) + "\n";
}

std::string print_arg(const ArgDescription& arg, std::size_t width) {
    std::string line = fmt::format("    {:<{}}  {}", arg.name, width, arg.type);
    if (!arg.default_value.empty()) {
        line += " = " + arg.default_value;
    }
    for (const std::string& note :
         {arg.required ? std::string("required") : std::string(), arg.range, arg.versions}) {
        if (!note.empty()) {
            line += fmt::format(" ({})", note);
        }
    }
    if (!arg.summary.empty()) {
        line += "  " + arg.summary;
    }
    return line + "\n";
}

std::string print_text(const std::vector<PluginDescription>& plugins) {
    std::string out;
    for (const PluginDescription& plugin : plugins) {
        out += plugin.name;
        if (!plugin.version.empty()) {
            out += " " + plugin.version;
        }
        out += fmt::format("  [{}]\n", plugin.ready ? plugin.file : "not built in yet");
        if (!plugin.summary.empty()) {
            out += fmt::format("  {}\n", plugin.summary);
        }
        if (!plugin.points.empty()) {
            out += fmt::format("  extension points: {}\n", fmt::join(plugin.points, ", "));
        }
        std::size_t width = 0;
        for (const ArgDescription& arg : plugin.args) {
            width = std::max(width, arg.name.size());
        }
        if (!plugin.args.empty()) {
            out += "  args:\n";
        }
        for (const ArgDescription& arg : plugin.args) {
            out += print_arg(arg, width);
        }
    }
    return out;
}

}  // namespace

std::string print(const std::vector<PluginDescription>& plugins, ListFormat format) {
    return format == ListFormat::kJson ? print_json(plugins) : print_text(plugins);
}

}  // namespace berth::host
