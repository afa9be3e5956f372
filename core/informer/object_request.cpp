#include "core/informer/object_request.hpp"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/client/resource_path.hpp"
#include "core/informer/write_bodies.hpp"
#include "core/model/text/json_text.hpp"
#include "core/model/tree.hpp"

namespace berth::informer {
namespace {

using access::ObjectRequest;
using access::ObjectVerb;
using access::PatchType;

std::string_view method_of(ObjectVerb verb) {
    switch (verb) {
        case ObjectVerb::kPatch: return "PATCH";
        case ObjectVerb::kUpdate: return "PUT";
        case ObjectVerb::kCreate: return "POST";
        case ObjectVerb::kDelete: return "DELETE";
        case ObjectVerb::kGet: break;
    }
    return "GET";
}

std::string_view content_type(const ObjectRequest& request) {
    if (request.verb != ObjectVerb::kPatch) {
        return "application/json";
    }
    switch (request.patch_type) {
        case PatchType::kJson: return "application/json-patch+json";
        case PatchType::kStrategic: return "application/strategic-merge-patch+json";
        case PatchType::kMerge: break;
    }
    return "application/merge-patch+json";
}

std::string quoted(std::string_view text) {
    std::string out;
    model::append_json_string(text, out);
    return out;
}

std::size_t after_bracket(const std::string& body, char bracket) {
    const std::size_t at = body.find_first_not_of(" \t\r\n");
    return at == std::string::npos || body[at] != bracket ? std::string::npos : at + 1;
}

// What stands behind the bracket that `front` is put after needs a comma, unless it closes it.
std::string with_front(const std::string& body, char bracket, const std::string& front) {
    const std::size_t at = after_bracket(body, bracket);
    if (at == std::string::npos) {
        return body;  // the server says what is wrong with it
    }
    const std::size_t next = body.find_first_not_of(" \t\r\n", at);
    const bool empty = next == std::string::npos || body[next] == ']' || body[next] == '}';
    return body.substr(0, at) + front + (empty ? "" : ",") + body.substr(at);
}

// The members of an object, those of metadata with the uid among them.
std::string with_uid(const std::string& body, const std::string& uid) {
    const model::Parsed parsed = model::parse_json(body, "");
    if (parsed.documents.size() != 1 || !parsed.documents.front().root.is_object()) {
        return body;
    }
    std::string metadata = "{}";
    std::string members;
    for (const model::Member& member : parsed.documents.front().root.members()) {
        if (member.key == "metadata" && member.value.is_object()) {
            metadata = model::to_json(member.value);
        } else {
            members += fmt::format(",{}:{}", quoted(member.key), model::to_json(member.value));
        }
    }
    return fmt::format("{{\"metadata\":{}{}}}",
                       with_front(metadata, '{', fmt::format("\"uid\":{}", quoted(uid))), members);
}

std::string body_of(const ObjectRequest& request) {
    if (request.verb == ObjectVerb::kDelete) {
        return delete_body(request.uid, request.grace_seconds);
    }
    if (request.uid.empty() || request.verb == ObjectVerb::kCreate) {
        return request.body;
    }
    if (request.verb == ObjectVerb::kPatch && request.patch_type == PatchType::kJson) {
        return with_front(request.body, '[',
                          fmt::format(R"({{"op":"test","path":"/metadata/uid","value":{}}})",
                                      quoted(request.uid)));
    }
    return with_uid(request.body, request.uid);
}

std::string_view text_at(const model::Value& root, std::string_view key) {
    const model::Value* const value = root.find(key);
    return value == nullptr ? std::string_view() : value->text();
}

}  // namespace

client::ApiRequest http_request(const ObjectRequest& request) {
    const client::Resource resource{request.group, request.version, request.plural, "",
                                    !request.namespace_name.empty()};
    const bool creates = request.verb == ObjectVerb::kCreate;
    client::ApiRequest out;
    out.method = method_of(request.verb);
    out.path = client::path_of(resource, request.namespace_name,
                               creates && request.subresource.empty() ? "" : request.name,
                               request.subresource);
    out.content_type = content_type(request);
    out.body = request.verb == ObjectVerb::kGet ? "" : body_of(request);
    out.repeatable = !creates && request.verb != ObjectVerb::kUpdate;
    return out;
}

access::ObjectReply reply_of(base::Result<client::Response> response) {
    access::ObjectReply reply;
    if (!response) {
        reply.text = response.error().message();
        return reply;
    }
    reply.http_status = static_cast<std::uint32_t>(response->head.status);
    if (reply.good()) {
        reply.json = std::move(response->body);
        return reply;
    }
    const model::Parsed parsed = model::parse_json(response->body, "");
    if (!parsed.documents.empty()) {
        reply.reason = text_at(parsed.documents.front().root, "reason");
        reply.text = text_at(parsed.documents.front().root, "message");
    }
    if (reply.text.empty()) {
        reply.text = fmt::format("the server answered {}", reply.http_status);
    }
    return reply;
}

}  // namespace berth::informer
