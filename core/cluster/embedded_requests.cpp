// What plugins ask the embedded cluster for, answered as kube-apiserver answers: its codes, reasons
// and texts (apimachinery pkg/api/errors, v1.37.2).
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/cluster/embedded_cluster.hpp"
#include "core/cluster/patches.hpp"
#include "core/model/encode.hpp"
#include "core/model/plurals.hpp"
#include "core/model/text/json_text.hpp"

namespace berth::cluster {
namespace {

using access::ObjectReply;
using access::ObjectRequest;
using access::ObjectVerb;
using base::ErrorCode;
using model::Object;
using model::ObjectKind;

constexpr std::array<std::string_view, 4> kWorkloads = {"ReplicationController", "ReplicaSet",
                                                        "StatefulSet", "Deployment"};

std::string api_version_of(const ObjectRequest& request) {
    return request.group.empty() ? request.version
                                 : fmt::format("{}/{}", request.group, request.version);
}

// pods "web-0", nodes.metrics.k8s.io "n1"
std::string subject_of(const ObjectRequest& request, std::string_view name) {
    return request.group.empty() ? fmt::format("{} \"{}\"", request.plural, name)
                                 : fmt::format("{}.{} \"{}\"", request.plural, request.group, name);
}

ObjectReply refusal(std::uint32_t status, std::string_view reason, std::string text) {
    return {status, std::string(reason), std::move(text), ""};
}

ObjectReply not_found(const ObjectRequest& request) {
    return refusal(404, "NotFound", fmt::format("{} not found", subject_of(request, request.name)));
}

ObjectReply conflict(const ObjectRequest& request, std::string_view why) {
    return refusal(409, "Conflict",
                   fmt::format("Operation cannot be fulfilled on {}: {}",
                               subject_of(request, request.name), why));
}

ObjectReply bad_request(const base::Error& error) {
    return refusal(400, "BadRequest", error.message());
}

ObjectReply invalid(const ObjectRequest& request, std::string_view why) {
    return refusal(422, "Invalid",
                   fmt::format("{} is invalid: {}", subject_of(request, request.name), why));
}

ObjectReply found(const Object& object, const base::SymbolTable& symbols) {
    return {200, "", "", model::encode_json(object, symbols)};
}

base::Result<std::string> patched(const ObjectRequest& request, const std::string& object) {
    switch (request.patch_type) {
        case access::PatchType::kJson: return json_patch(object, request.body);
        case access::PatchType::kStrategic: return strategic_patch(object, request.body);
        case access::PatchType::kMerge: break;
    }
    return merge_patch(object, request.body);
}

// The one object that the text is.
base::Result<model::Draft> read_one(const std::string& json, model::Pools& pools) {
    model::Decoded decoded = model::decode_text(json, "", pools);
    if (!decoded.errors.empty()) {
        return base::fail(std::move(decoded.errors.front()));
    }
    if (decoded.objects.size() != 1) {
        return base::fail(ErrorCode::kInvalid, "the text is not one object");
    }
    return std::move(decoded.objects.front());
}

std::string_view text_at(const model::Value* object, std::string_view key) {
    const model::Value* const value = object == nullptr ? nullptr : object->find(key);
    return value == nullptr ? std::string_view() : value->text();
}

// The body of a create with a name in it: its own, one made of generateName and the number, or the
// target's; "" if there is none.
base::Result<std::string> with_name(const ObjectRequest& request, std::uint64_t number) {
    const model::Parsed parsed = model::parse_json(request.body, "");
    const model::Value* const metadata =
        parsed.documents.empty() ? nullptr : parsed.documents.front().root.find("metadata");
    if (!text_at(metadata, "name").empty()) {
        return request.body;
    }
    const std::string_view prefix = text_at(metadata, "generateName");
    const std::string name = prefix.empty() ? request.name : fmt::format("{}{:05}", prefix, number);
    if (name.empty()) {
        return name;
    }
    std::string quoted;
    model::append_json_string(name, quoted);
    return merge_patch(request.body, fmt::format(R"({{"metadata":{{"name":{}}}}})", quoted));
}

bool same_identity(const Object& a, const Object& b) {
    const model::ObjectMeta& before = model::meta_of(a);
    const model::ObjectMeta& after = model::meta_of(b);
    return after.name == before.name && after.namespace_name == before.namespace_name &&
           model::kind_name(a) == model::kind_name(b);
}

// Its status is written through a resource of its own, whatever a definition says.
bool has_own_status(const Object& object) {
    const ObjectKind kind = model::kind_of(object);
    return kind != ObjectKind::kUnknown && kind != ObjectKind::kLease;
}

}  // namespace

// "" for a resource that nothing here is served as.
std::string EmbeddedCluster::kind_served_as(const ObjectRequest& request) const {
    const std::string api_version = api_version_of(request);
    const auto serves = [&](std::string_view kind) {
        return model::api_version_of(kind) == api_version &&
               model::guessed_plural(kind) == request.plural;
    };
    for (const ObjectKind known : model::struct_kinds()) {
        if (serves(model::kind_name(known))) {
            return std::string(model::kind_name(known));
        }
    }
    for (const std::string_view workload : kWorkloads) {
        if (serves(workload)) {
            return std::string(workload);
        }
    }
    model::Plurals plurals;
    const std::vector<Object> others = store_.list(ObjectKind::kUnknown);
    for (const Object& object : others) {
        plurals.learn(*model::as<model::Unknown>(object));
    }
    for (const Object& object : others) {
        if (model::api_version(object) == api_version &&
            plurals.is_plural(request.group, request.plural, model::kind_name(object))) {
            return std::string(model::kind_name(object));
        }
    }
    return "";
}

void EmbeddedCluster::request(ObjectRequest request, access::ReplyDone done) {
    ObjectReply reply = [&] {
        const std::lock_guard lock(mutex_);
        return answer_locked(request);
    }();
    if (done) {
        done(std::move(reply));
    }
}

ObjectReply EmbeddedCluster::answer_locked(const ObjectRequest& request) {
    const std::string kind = kind_served_as(request);
    if (request.verb == ObjectVerb::kCreate) {
        return create_locked(request, kind);
    }
    const Object* const current =
        store_.find({api_version_of(request), kind, request.namespace_name, request.name});
    if (kind.empty() || current == nullptr) {
        return not_found(request);
    }
    const std::string& uid = model::meta_of(*current).uid;
    if (!request.uid.empty() && request.uid != uid) {
        return conflict(request, fmt::format("Precondition failed: UID in precondition: {}, UID in "
                                             "object meta: {}",
                                             request.uid, uid));
    }
    switch (request.verb) {
        case ObjectVerb::kGet: return found(*current, pools_.symbols);
        case ObjectVerb::kDelete: {
            const Object gone = *current;
            remove_locked(gone);
            return found(gone, pools_.symbols);
        }
        default: return change_locked(request, Object(*current));
    }
}

ObjectReply EmbeddedCluster::create_locked(const ObjectRequest& request, const std::string& kind) {
    auto named = with_name(request, position_);
    if (!named) {
        return bad_request(named.error());
    }
    if (named->empty()) {
        return invalid(request, "metadata.name: Required value: name or generateName is required");
    }
    auto draft = read_one(*named, pools_);
    if (!draft) {
        return bad_request(draft.error());
    }
    model::ObjectMeta& meta = model::meta_of(*draft);
    if (!request.namespace_name.empty()) {
        meta.namespace_name = pools_.symbols.intern(request.namespace_name);
    }
    const std::string served = kind.empty() ? std::string(model::kind_name(*draft)) : kind;
    if (store_.find({api_version_of(request), served, request.namespace_name, meta.name}) !=
        nullptr) {
        return refusal(409, "AlreadyExists",
                       fmt::format("{} already exists", subject_of(request, meta.name)));
    }
    auto made = apply_locked(std::move(*draft));
    if (!made) {
        return invalid(request, made.error().message());
    }
    ObjectReply reply = found(*made, pools_.symbols);
    reply.http_status = 201;
    return reply;
}

// A patch or an update.
ObjectReply EmbeddedCluster::change_locked(const ObjectRequest& request, const Object& current) {
    const std::string before = model::encode_json(current, pools_.symbols);
    base::Result<std::string> after = request.verb == ObjectVerb::kPatch
                                          ? patched(request, before)
                                          : base::Result<std::string>(request.body);
    if (after && request.subresource == "status") {
        after = with_member_of(before, *after, "status");
    } else if (after && has_own_status(current)) {
        after = with_member_of(*after, before, "status");
    }
    if (!after) {
        return after.error().code == ErrorCode::kConflict ? invalid(request, after.error().text)
                                                          : bad_request(after.error());
    }
    return store_locked(request, current, *after);
}

ObjectReply EmbeddedCluster::store_locked(const ObjectRequest& request, const Object& current,
                                          const std::string& json) {
    auto draft = read_one(json, pools_);
    if (!draft) {
        return bad_request(draft.error());
    }
    model::ObjectMeta& meta = model::meta_of(*draft);
    const model::ObjectMeta& before = model::meta_of(current);
    if (!meta.resource_version.empty() && meta.resource_version != before.resource_version) {
        return conflict(request,
                        "the object has been modified; please apply your changes to the latest "
                        "version and try again");
    }
    if (!meta.uid.empty() && meta.uid != before.uid) {
        return conflict(request, fmt::format("Precondition failed: UID in precondition: {}, UID in "
                                             "object meta: {}",
                                             meta.uid, before.uid));
    }
    meta.uid = before.uid;
    meta.creation = before.creation;
    meta.resource_version = before.resource_version;
    const Object object = model::finish(std::move(*draft), pools_);
    if (!same_identity(current, object)) {
        return invalid(request, "kind, namespace and name: field is immutable");
    }
    // A change that changes nothing is answered, and nobody hears of it.
    if (model::encode_json(object, pools_.symbols) != model::encode_json(current, pools_.symbols)) {
        put(object);
    }
    return found(*store_.find({api_version_of(request), std::string(model::kind_name(object)),
                               request.namespace_name, request.name}),
                 pools_.symbols);
}

base::Result<Object> EmbeddedCluster::merge_locked(const access::ObjectName& name,
                                                   const std::string& merge_patch_json) {
    const Object* const current = store_.find(name);
    if (current == nullptr) {
        return base::fail(ErrorCode::kNotFound,
                          fmt::format("{} \"{}\" not found", name.kind, name.name));
    }
    auto merged = merge_patch(model::encode_json(*current, pools_.symbols), merge_patch_json);
    auto draft = merged ? read_one(*merged, pools_)
                        : base::Result<model::Draft>(base::fail(std::move(merged.error())));
    if (!draft) {
        return tl::unexpected(std::move(draft.error()));
    }
    const Object object = model::finish(std::move(*draft), pools_);
    if (!same_identity(*current, object)) {
        return base::fail(ErrorCode::kInvalid, "a patch may not change kind, namespace or name");
    }
    put(object);
    return *store_.find(name);
}

}  // namespace berth::cluster
