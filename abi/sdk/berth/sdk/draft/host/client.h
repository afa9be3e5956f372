// Requests to the API server, answered later (draft/host/client.h).
//
//   client_.patch(Target::of(pod), Patch::merge, body, [this, token](const Reply& reply) { … });
//
// A member of the plugin, made in its constructor. Not every host serves it: ask served(). What is
// called with the answer is called once, between two cycles, also where no answer comes; requests
// that are open when the plugin ends are answered before its destructor. A request that answers
// false was not sent, and nothing is called. Scheduling thread and binding work.
#pragma once

#include <memory>
#include <utility>

#include <berth/draft/host/client.h>
#include <berth/sdk/host/host.h>

namespace berth {

// An answer; valid while it is told.
class Reply {
public:
    explicit Reply(const berth_reply* raw) noexcept : raw_(raw) {}
    // Of HTTP; 0: no answer came, or the request was given up.
    std::uint32_t status() const noexcept { return raw_->http_status; }
    bool good() const noexcept { return status() >= 200 && status() < 300; }
    // "NotFound", "Conflict"
    std::string_view reason() const noexcept { return text(raw_->reason); }
    // Of an error, as kube-scheduler would print it.
    std::string_view why() const noexcept { return text(raw_->text); }
    // The object that came back.
    std::string_view json() const noexcept { return text(raw_->json); }

private:
    const berth_reply* raw_;
};

// What a request is about.
struct Target {
    std::string_view group = {};  // empty: core
    std::string_view version = "v1";
    std::string_view plural = {};
    std::string_view namespace_name = {};  // empty: not in a namespace
    std::string_view name = {};
    std::string_view subresource = {};
    std::string_view uid = {};  // not empty: only that object

    static Target of(const Pod& pod) noexcept {
        return {"", "v1", "pods", pod.namespace_name(), pod.name(), "", pod.uid()};
    }
    berth_target raw() const noexcept {
        return {sizeof(berth_target), 0,         str(group),       str(version), str(plural),
                str(namespace_name),  str(name), str(subresource), str(uid)};
    }
};

enum class Patch : std::uint32_t {
    merge = BERTH_PATCH_MERGE,
    strategic = BERTH_PATCH_STRATEGIC,
    json = BERTH_PATCH_JSON,
};

class Client {
public:
    explicit Client(const Host& host)
        : host_(host.raw()), table_(host.find<berth_client_v1>(BERTH_HOST_CLIENT_V1)) {}

    bool served() const noexcept { return table_ != nullptr; }
    // In the constructor: what will be asked for, for `berth rbac`. verbs: BERTH_VERB_…
    void declare(const Target& target, std::uint32_t verbs) const noexcept {
        if (table_ != nullptr) {
            const berth_target raw = target.raw();
            table_->declare(host_, &raw, verbs);
        }
    }

    // done(const Reply&) may be anything that can be moved and called.
    template <class Done>
    bool get(const Target& target, Done done) const {
        return ask(std::move(done), [&](const berth_done* raw) {
            const berth_target about = target.raw();
            return table_->get(host_, &about, raw);
        });
    }
    template <class Done>
    bool patch(const Target& target, Patch kind, std::string_view body, Done done) const {
        return ask(std::move(done), [&](const berth_done* raw) {
            const berth_target about = target.raw();
            return table_->patch(host_, &about, static_cast<std::uint32_t>(kind), str(body), raw);
        });
    }
    template <class Done>
    bool update(const Target& target, std::string_view json, Done done) const {
        return ask(std::move(done), [&](const berth_done* raw) {
            const berth_target about = target.raw();
            return table_->update(host_, &about, str(json), raw);
        });
    }
    template <class Done>
    bool create(const Target& target, std::string_view json, Done done) const {
        return ask(std::move(done), [&](const berth_done* raw) {
            const berth_target about = target.raw();
            return table_->create(host_, &about, str(json), raw);
        });
    }
    // grace_seconds -1: the object's own.
    template <class Done>
    bool erase(const Target& target, std::int64_t grace_seconds, Done done) const {
        return ask(std::move(done), [&](const berth_done* raw) {
            const berth_target about = target.raw();
            return table_->erase(host_, &about, grace_seconds, raw);
        });
    }

    const berth_client_v1* table() const noexcept { return table_; }

private:
    template <class Done, class Send>
    bool ask(Done done, Send&& send) const {
        if (table_ == nullptr) {
            return false;
        }
        auto kept = std::make_unique<Done>(std::move(done));
        const berth_done raw{sizeof(berth_done), BERTH_DONE_ON_SCHED, kept.get(), &answered<Done>};
        if (send(&raw) == 0) {
            return false;
        }
        static_cast<void>(kept.release());  // answered() ends it
        return true;
    }

    template <class Done>
    static void answered(void* context, const berth_reply* reply) noexcept {
        const std::unique_ptr<Done> done(static_cast<Done*>(context));
        try {
            (*done)(Reply(reply));
        } catch (...) {  // the answer is lost, as one that never came
        }
    }

    const berth_host* host_;
    const berth_client_v1* table_;  // null: not served
};

}  // namespace berth
