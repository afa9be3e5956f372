#include "core/host/crash/quarantine.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <rapidjson/document.h>

#include "core/base/time.hpp"
#include "core/host/files/state_file.hpp"
#include "core/model/text/json_writer.hpp"

namespace berth::host {
namespace {

std::string to_json(const std::vector<QuarantineEntry>& entries) {
    model::JsonWriter json(model::JsonWriter::Style::kIndented);
    json.begin_array();
    for (const QuarantineEntry& entry : entries) {
        json.begin_object()
            .field("sha256", entry.sha256)
            .field("file", entry.file)
            .field("plugin", entry.plugin)
            .field("reason", entry.reason)
            .field("time", base::format_time(entry.time))
            .end_object();
    }
    return std::move(json.end_array()).take() + "\n";
}

std::string text_of(const rapidjson::Value& object, const char* name) {
    const auto found = object.FindMember(name);
    return found != object.MemberEnd() && found->value.IsString()
               ? std::string(found->value.GetString(), found->value.GetStringLength())
               : std::string();
}

bool is_called(const QuarantineEntry& entry, std::string_view which) {
    return which.empty() || entry.sha256.compare(0, which.size(), which) == 0 ||
           entry.plugin == which || entry.file == which ||
           std::filesystem::path(entry.file).filename().string() == which;
}

}  // namespace

Quarantine::Quarantine(std::string path) : path_(std::move(path)) {
    refresh();
}

void Quarantine::refresh() {
    problem_.reset();
    const auto text = read_state_file(path_);
    if (!text) {
        entries_.clear();
        if (text.error().code != base::ErrorCode::kNotFound) {
            problem_ = text.error();
        }
        return;
    }
    rapidjson::Document document;
    document.Parse(text->data(), text->size());
    if (document.HasParseError() || !document.IsArray()) {
        base::Error error;
        error.file = path_;
        error.text =
            "is no list of quarantined builds: clear it with berth plugin quarantine clear";
        problem_ = std::move(error);
        entries_.clear();
        return;
    }
    entries_.clear();
    for (const rapidjson::Value& item : document.GetArray()) {
        if (!item.IsObject() || text_of(item, "sha256").empty()) {
            continue;
        }
        QuarantineEntry entry{.sha256 = text_of(item, "sha256"),
                              .file = text_of(item, "file"),
                              .plugin = text_of(item, "plugin"),
                              .reason = text_of(item, "reason"),
                              .time = {}};
        if (const auto time = base::parse_time(text_of(item, "time"))) {
            entry.time = *time;
        }
        entries_.push_back(std::move(entry));
    }
}

const QuarantineEntry* Quarantine::find(std::string_view sha256) const {
    const auto at = std::ranges::find(entries_, sha256, &QuarantineEntry::sha256);
    return at == entries_.end() ? nullptr : &*at;
}

base::Status Quarantine::add(QuarantineEntry entry) {
    refresh();
    std::erase_if(entries_, [&](const auto& one) { return one.sha256 == entry.sha256; });
    entries_.push_back(std::move(entry));
    return write();
}

base::Result<std::size_t> Quarantine::clear(std::string_view which) {
    refresh();
    const std::size_t gone =
        std::erase_if(entries_, [&](const auto& entry) { return is_called(entry, which); });
    if (gone != 0 || problem_) {
        if (base::Status done = write(); !done) {
            return base::fail(done.error());
        }
    }
    problem_.reset();
    return gone;
}

base::Status Quarantine::write() const {
    return write_state_file(path_, to_json(entries_));
}

std::string print_quarantine(const std::vector<QuarantineEntry>& entries, bool json) {
    if (json) {
        return to_json(entries);
    }
    std::string out;
    for (const QuarantineEntry& entry : entries) {
        out += fmt::format("{}  {}  {}\n  {}: {}\n", entry.sha256.substr(0, 12),
                           base::format_time(entry.time), entry.file, entry.plugin, entry.reason);
    }
    return out.empty() ? "no build is in quarantine\n" : out;
}

}  // namespace berth::host
