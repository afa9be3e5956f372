// Quarantine: builds that are not loaded again, by the hash of their file, kept in a JSON file.
//
// Read when it is made, written whole and renamed into place at each change, so a reader never sees
// half a list. Several processes may use one: each change begins with what is there. Loader thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace berth::host {

struct QuarantineEntry {
    std::string sha256;
    std::string file;    // where it was last
    std::string plugin;  // that did it
    std::string reason;
    base::Time time;
};

class Quarantine {
public:
    // A file that does not exist is an empty list; one that cannot be read is an error, and the
    // list is empty until it is cleared.
    explicit Quarantine(std::string path);

    [[nodiscard]] const std::optional<base::Error>& problem() const { return problem_; }
    [[nodiscard]] const std::vector<QuarantineEntry>& entries() const { return entries_; }
    // Null: not in it.
    [[nodiscard]] const QuarantineEntry* find(std::string_view sha256) const;
    // Reads the file again.
    void refresh();
    [[nodiscard]] base::Status add(QuarantineEntry entry);
    // All, or those whose hash begins with `sha256` or whose plugin or file is called so. How many.
    [[nodiscard]] base::Result<std::size_t> clear(std::string_view which = {});

private:
    [[nodiscard]] base::Status write() const;

    std::string path_;
    std::vector<QuarantineEntry> entries_;
    std::optional<base::Error> problem_;
};

// "text" or JSON, as `berth plugin quarantine list` prints.
[[nodiscard]] std::string print_quarantine(const std::vector<QuarantineEntry>& entries, bool json);

}  // namespace berth::host
