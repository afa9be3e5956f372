#include "core/host/documents.hpp"

#include <algorithm>
#include <utility>

#include "core/base/log.hpp"
#include "core/base/text_file.hpp"
#include "core/host/text.hpp"
#include "core/settings/args/decode_document.hpp"
#include "core/settings/load.hpp"

namespace berth::host {

namespace {

// What a handler's decode complains of, as errors of the file.
struct Complaints {
    settings::Report& report;
    berth_errors errors{sizeof(berth_errors), 0, this, add};

    static void add(const berth_errors* self, berth_str field, berth_str text) {
        static_cast<Complaints*>(self->sink)
            ->report.error(view_of(field), std::string(view_of(text)));
    }
};

}  // namespace

struct Documents::Followed {
    Followed(const HostRecord& its_owner, DocumentWanted its_wish)
        : owner(&its_owner), wanted(std::move(its_wish)) {}

    [[nodiscard]] void* decode(const std::string& text, base::SymbolTable& symbols,
                               settings::Report& report) const;
    void read(base::SymbolTable& symbols, const Post& post, const std::shared_ptr<Followed>& self);
    void refuse(const base::Errors& errors);
    void apply_pending();

    const HostRecord* owner;
    DocumentWanted wanted;

    std::mutex reading;   // held while the file is read and decoded
    bool closed = false;  // guarded by reading and pending_mutex, written under both
    std::string seen;     // the text that was looked at last
    bool seen_is_good = true;
    std::string complaint;  // what was logged last; empty: all is well

    std::mutex pending_mutex;  // held while the plugin takes over
    void* pending = nullptr;
};

void* Documents::Followed::decode(const std::string& text, base::SymbolTable& symbols,
                                  settings::Report& report) const {
    const auto document = settings::decode_document(
        text, wanted.path,
        {.api_version = wanted.api_version, .kind = wanted.kind, .schema = *wanted.schema},
        &symbols, report);
    if (document == nullptr) {
        return nullptr;
    }
    Complaints complaints{report};
    void* const made = wanted.handler->decode(wanted.context, document->view(), &complaints.errors);
    if (made == nullptr && report.errors.empty()) {
        report.error("", "the plugin refuses it without saying why");
    }
    return made;
}

void Documents::Followed::refuse(const base::Errors& errors) {
    std::string text;
    for (const base::Error& error : errors) {
        text += (text.empty() ? "" : "; ") + error.message();
    }
    if (text != complaint) {
        BERTH_LOG(base::Severity::kError, "[{}] {}: the last good state stays in force", wanted.who,
                  text);
        complaint = text;
    }
}

void Documents::Followed::read(base::SymbolTable& symbols, const Post& post,
                               const std::shared_ptr<Followed>& self) {
    const std::lock_guard lock(reading);
    if (closed) {
        return;
    }
    auto text = base::read_text_file(wanted.path);
    if (!text) {
        refuse({text.error()});
        return;
    }
    if (*text == seen) {
        if (seen_is_good) {
            complaint.clear();
        }
        return;
    }
    settings::Report report(wanted.path);
    void* const decoded = decode(*text, symbols, report);
    seen = std::move(*text);
    seen_is_good = decoded != nullptr;
    if (decoded == nullptr) {
        refuse(report.errors);
        return;
    }
    complaint.clear();
    {
        const std::lock_guard pending_lock(pending_mutex);
        if (void* const old = std::exchange(pending, decoded)) {
            wanted.handler->drop(wanted.context, old);
        }
    }
    BERTH_LOG(base::Severity::kInfo, "[{}] {} changed: read again", wanted.who, wanted.path);
    post([self] { self->apply_pending(); });
}

void Documents::Followed::apply_pending() {
    const std::lock_guard lock(pending_mutex);
    void* const decoded = std::exchange(pending, nullptr);
    if (decoded != nullptr) {
        wanted.handler->apply(wanted.context, decoded);
    }
}

Documents::Documents(base::SymbolTable& symbols) : symbols_(symbols) {}
Documents::~Documents() = default;

base::Errors Documents::open(const HostRecord& owner, const DocumentWanted& wanted) {
    auto text = base::read_text_file(wanted.path);
    if (!text) {
        return {text.error()};
    }
    auto made = std::make_shared<Followed>(owner, wanted);
    settings::Report report(wanted.path);
    void* const decoded = made->decode(*text, symbols_, report);
    if (decoded == nullptr) {
        return std::move(report.errors);
    }
    made->seen = std::move(*text);
    wanted.handler->apply(wanted.context, decoded);
    const std::lock_guard lock(mutex_);
    followed_.push_back(std::move(made));
    return {};
}

void Documents::close(const HostRecord& owner) {
    std::vector<std::shared_ptr<Followed>> ended;
    {
        const std::lock_guard lock(mutex_);
        const auto rest =
            std::partition(followed_.begin(), followed_.end(),
                           [&](const auto& document) { return document->owner != &owner; });
        ended.assign(rest, followed_.end());
        followed_.erase(rest, followed_.end());
    }
    for (const auto& document : ended) {
        const std::scoped_lock lock(document->reading, document->pending_mutex);
        document->closed = true;
        if (void* const decoded = std::exchange(document->pending, nullptr)) {
            document->wanted.handler->drop(document->wanted.context, decoded);
        }
    }
}

std::vector<std::shared_ptr<Documents::Followed>> Documents::followed() const {
    const std::lock_guard lock(mutex_);
    return followed_;
}

void Documents::check(const Post& post) {
    for (const auto& document : followed()) {
        document->read(symbols_, post, document);
    }
}

}  // namespace berth::host
