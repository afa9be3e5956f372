#include <algorithm>
#include <iterator>

#include "core/host/host_record.hpp"
#include "core/host/services/draft/ask.hpp"
#include "core/host/services/services.hpp"
#include "core/host/text.hpp"

namespace berth::host::services {

namespace {

using access::ObjectVerb;

std::string text_of(berth_str text) {
    return std::string(view_of(text));
}

// Of structures that have not grown yet.
template <typename View>
bool readable(const View* view) {
    return view != nullptr && view->struct_size >= sizeof(View);
}

access::ObjectRequest request_of(ObjectVerb verb, berth_str body = {nullptr, 0}) {
    access::ObjectRequest request;
    request.verb = verb;
    request.body = text_of(body);
    return request;
}

std::uint64_t ask_about(const berth_host* host, const berth_target* target, const berth_done* done,
                        access::ObjectRequest request) {
    if (!readable(target) || target->version.len == 0 || target->plural.len == 0) {
        return 0;
    }
    request.group = text_of(target->group);
    request.version = text_of(target->version);
    request.plural = text_of(target->plural);
    request.namespace_name = text_of(target->namespace_name);
    request.name = text_of(target->name);
    request.subresource = text_of(target->subresource);
    request.uid = text_of(target->uid);
    return ask(host, done, [&](const Context& context, access::ReplyDone arrival) {
        context.engine()->request(std::move(request), std::move(arrival));
    });
}

void declare(const berth_host* host, const berth_target* target, std::uint32_t verbs) noexcept {
    static_cast<void>(answer(false, [&] {
        struct Word {
            std::uint32_t bit;
            const char* word;
        };
        static constexpr Word kWords[] = {{BERTH_VERB_GET, "get"},
                                          {BERTH_VERB_CREATE, "create"},
                                          {BERTH_VERB_UPDATE, "update"},
                                          {BERTH_VERB_PATCH, "patch"},
                                          {BERTH_VERB_DELETE, "delete"}};
        const HostRecord* const record = HostRecord::of(host);
        framework::PluginInstance* const instance =
            record == nullptr ? nullptr : record->instance();
        if (instance == nullptr || !readable(target)) {
            return false;
        }
        framework::Need need{
            text_of(target->group), text_of(target->plural), {}, text_of(target->namespace_name)};
        if (target->subresource.len != 0) {
            need.resource += "/" + text_of(target->subresource);
        }
        for (const Word& word : kWords) {
            if ((verbs & word.bit) != 0) {
                need.verbs.emplace_back(word.word);
            }
        }
        instance->needs.push_back(std::move(need));
        return true;
    }));
}

std::uint64_t get(const berth_host* host, const berth_target* target,
                  const berth_done* done) noexcept {
    return answer(std::uint64_t{0}, [&]() -> std::uint64_t {
        return done == nullptr ? 0 : ask_about(host, target, done, request_of(ObjectVerb::kGet));
    });
}

std::uint64_t patch(const berth_host* host, const berth_target* target, std::uint32_t kind,
                    berth_str body, const berth_done* done) noexcept {
    return answer(std::uint64_t{0}, [&]() -> std::uint64_t {
        access::ObjectRequest request = request_of(ObjectVerb::kPatch, body);
        switch (kind) {
            case BERTH_PATCH_MERGE: break;
            case BERTH_PATCH_STRATEGIC: request.patch_type = access::PatchType::kStrategic; break;
            case BERTH_PATCH_JSON: request.patch_type = access::PatchType::kJson; break;
            default: return 0;
        }
        return ask_about(host, target, done, std::move(request));
    });
}

std::uint64_t update(const berth_host* host, const berth_target* target, berth_str json,
                     const berth_done* done) noexcept {
    return answer(std::uint64_t{0}, [&] {
        return ask_about(host, target, done, request_of(ObjectVerb::kUpdate, json));
    });
}

std::uint64_t create(const berth_host* host, const berth_target* target, berth_str json,
                     const berth_done* done) noexcept {
    return answer(std::uint64_t{0}, [&] {
        return ask_about(host, target, done, request_of(ObjectVerb::kCreate, json));
    });
}

std::uint64_t erase(const berth_host* host, const berth_target* target, std::int64_t grace_seconds,
                    const berth_done* done) noexcept {
    return answer(std::uint64_t{0}, [&] {
        access::ObjectRequest request = request_of(ObjectVerb::kDelete);
        if (grace_seconds >= 0) {
            request.grace_seconds = grace_seconds;
        }
        return ask_about(host, target, done, std::move(request));
    });
}

model::ConditionStatus status_of(std::uint32_t status) {
    switch (status) {
        case 0: return model::ConditionStatus::kFalse;
        case 1: return model::ConditionStatus::kTrue;
        default: return model::ConditionStatus::kUnknown;
    }
}

std::uint64_t set_condition(const berth_host* host, const berth_subject* pod,
                            const berth_pod_condition* condition, const berth_done* done) noexcept {
    return answer(std::uint64_t{0}, [&]() -> std::uint64_t {
        if (!readable(pod) || !readable(condition)) {
            return 0;
        }
        return ask(host, done, [&](const Context& context, access::ReplyDone arrival) {
            base::SymbolTable& symbols = HostRecord::of(host)->context().symbols();
            model::PodCondition wanted;
            wanted.type = symbols.intern(view_of(condition->type));
            wanted.status = status_of(condition->status);
            wanted.reason = symbols.intern(view_of(condition->reason));
            wanted.message = text_of(condition->message);
            context.engine()->set_condition(
                {text_of(pod->namespace_name), text_of(pod->name), text_of(pod->uid)},
                std::move(wanted), std::move(arrival));
        });
    });
}

void cancel(const berth_host* host, std::uint64_t token) noexcept {
    static_cast<void>(answer(false, [&] {
        if (const HostRecord* const record = HostRecord::of(host)) {
            record->context().requests().cancel(*record, token);
        }
        return true;
    }));
}

access::ObjectName name_of(const berth_subject& subject) {
    const bool pod = subject.kind.len == 0;
    return {pod ? "v1" : text_of(subject.api_version), pod ? "Pod" : text_of(subject.kind),
            text_of(subject.namespace_name), text_of(subject.name)};
}

void event(const berth_host* host, const berth_event_note* note) noexcept {
    static_cast<void>(answer(false, [&] {
        const HostRecord* const record = asking(host);
        if (record == nullptr || !readable(note) || !readable(note->about)) {
            return false;
        }
        access::EventRecord told;
        told.regarding = name_of(*note->about);
        told.regarding_uid = text_of(note->about->uid);
        if (readable(note->related)) {
            told.related = name_of(*note->related);
            told.related_uid = text_of(note->related->uid);
        }
        told.warning = note->type == BERTH_EVENT_WARNING;
        told.reason = text_of(note->reason);
        told.action = text_of(note->action);
        told.note = access::truncated_note(text_of(note->text));
        told.reporting_controller = record->scheduler_name();
        told.time = record->context().clock().now();
        record->context().engine()->record(std::move(told));
        return true;
    }));
}

}  // namespace

const berth_client_v1* client() {
    static constexpr berth_client_v1 kTable{
        sizeof(berth_client_v1), 0,      declare, get, patch, update, create, erase,
        set_condition,           cancel, event};
    return &kTable;
}

}  // namespace berth::host::services
