// ObjectRequest: one request to any object by group, version and plural, and its answer: what
// plugins ask an API server for. Plain values.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace berth::access {

enum class ObjectVerb : std::uint8_t { kGet, kPatch, kUpdate, kCreate, kDelete };
enum class PatchType : std::uint8_t { kMerge, kStrategic, kJson };

struct ObjectRequest {
    ObjectVerb verb = ObjectVerb::kGet;
    PatchType patch_type = PatchType::kMerge;
    std::string group;  // empty: core
    std::string version;
    std::string plural;
    std::string namespace_name;  // empty: cluster-scoped
    std::string name;            // empty: of a create, from the body or its generateName
    std::string subresource;
    std::string uid;                            // not empty: only that object
    std::string body;                           // JSON of a patch, an update, a create
    std::optional<std::int64_t> grace_seconds;  // of a delete; nothing: the object's own
};

struct ObjectReply {
    std::uint32_t http_status = 0;  // 0: no answer came
    std::string reason;             // of a Status object: "NotFound"
    std::string text;               // of an error
    std::string json;               // of a success: the object

    [[nodiscard]] bool good() const { return http_status >= 200 && http_status < 300; }
};

using ReplyDone = std::function<void(ObjectReply)>;

}  // namespace berth::access
