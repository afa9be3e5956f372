// ObjectKinds: the kinds of object that plugins have opened, and which of them an object is.
//
// A kind is a number of berth/objects.h, or one that open_resource gave to a group, version and
// plural. Not locked: ObjectCache guards it.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/model/object.hpp"
#include "core/model/plurals.hpp"

namespace berth::host {

class ObjectKinds {
public:
    // False: no such kind.
    [[nodiscard]] bool open(std::uint32_t kind);
    // The number of the resource, the same for the same one; 0: a text is malformed.
    [[nodiscard]] std::uint32_t open_resource(std::string_view group, std::string_view version,
                                              std::string_view plural);
    [[nodiscard]] bool is_open(std::uint32_t kind) const { return open_.count(kind) != 0; }
    // Until somebody opens it again.
    void close(std::uint32_t kind) { open_.erase(kind); }

    // A CustomResourceDefinition says the plural of its kind.
    void learn(const model::Unknown& definition) { plurals_.learn(definition); }
    // So does an object that came from where the plural is served.
    void learn(std::string_view group, std::string_view kind, std::string_view plural) {
        plurals_.learn(group, kind, plural);
    }
    // The opened kinds that the object is of.
    [[nodiscard]] std::vector<std::uint32_t> of(const model::Object& object) const;
    // What a cluster must be watched for.
    [[nodiscard]] std::vector<model::ObjectKind> watched() const;
    // The part of it that stands for one opened kind.
    [[nodiscard]] model::ObjectKind watched_as(std::uint32_t kind) const;
    // Of what is watched as kUnknown: where an API server has it.
    [[nodiscard]] std::vector<access::ResourceName> resources() const;

    // "noderesourcetopologies" of an object of that kind, as far as it is known.
    [[nodiscard]] std::string plural_of(std::string_view group, std::string_view kind) const {
        return plurals_.plural_of(group, kind);
    }

private:
    struct Resource {
        std::string group;
        std::string version;
        std::string plural;
        std::uint32_t number;
    };

    std::set<std::uint32_t> open_;
    std::vector<Resource> resources_;
    model::Plurals plurals_;
};

// BERTH_OBJECT_… of any object that has a number of its own, views or not; 0: it has none.
[[nodiscard]] std::uint32_t kind_number(const model::Object& object);

}  // namespace berth::host
