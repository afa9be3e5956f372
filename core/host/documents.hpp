// Documents: the files that plugins follow (berth/host/documents.h).
//
// open() reads and decodes a file and puts it in force before it returns. check() looks at all of
// them again: what changed is decoded there, and its apply is posted to the scheduling thread. What
// is refused is logged once and the last good state stays. Nobody calls check() in a simulation;
// DocumentFollower does where the scheduler runs.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <berth/host/documents.h>

#include "core/base/inbox.hpp"
#include "core/base/result.hpp"
#include "core/base/symbol.hpp"

namespace berth::host {

class HostRecord;

struct DocumentWanted {
    std::string path;
    std::string api_version, kind;  // empty: not looked at
    const berth_args_schema* schema = nullptr;
    const berth_document_handler* handler = nullptr;
    void* context = nullptr;
    std::string who;  // for log lines: "Dynamic@3"
};

class Documents {
public:
    explicit Documents(base::SymbolTable& symbols);
    ~Documents();
    Documents(const Documents&) = delete;
    Documents& operator=(const Documents&) = delete;

    // Empty: the document is in force and followed. Loader thread.
    [[nodiscard]] base::Errors open(const HostRecord& owner, const DocumentWanted& wanted);
    // Gives up what the owner opened; waits for a call of it that is under way. Loader thread.
    void close(const HostRecord& owner);

    // Runs a task on the scheduling thread, between cycles.
    using Post = std::function<void(base::Task)>;
    // Any thread, one at a time.
    void check(const Post& post);

private:
    struct Followed;

    [[nodiscard]] std::vector<std::shared_ptr<Followed>> followed() const;

    base::SymbolTable& symbols_;
    mutable std::mutex mutex_;  // guards the list
    std::vector<std::shared_ptr<Followed>> followed_;
};

}  // namespace berth::host
