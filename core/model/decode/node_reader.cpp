#include "core/model/decode/objects.hpp"
#include "core/model/decode/parts.hpp"

namespace berth::model {
namespace {

void read_images(const Cursor& at, std::vector<ContainerImage>& out) {
    at.each_item([&](const Cursor& item) {
        ContainerImage& image = out.emplace_back();
        if (item.value().is_null()) {
            return;
        }
        item.each_field([&](std::string_view key, const Cursor& field) {
            if (key == "names") {
                return take(field, image.names);
            }
            return key == "sizeBytes" && take(field, image.size_bytes);
        });
    });
}

void read_conditions(const Cursor& at, std::vector<NodeCondition>& out) {
    at.each_item([&](const Cursor& item) {
        NodeCondition& condition = out.emplace_back();
        if (item.value().is_null()) {
            return;
        }
        item.each_field([&](std::string_view key, const Cursor& field) {
            if (key == "type") {
                return take(field, condition.type);
            }
            return key == "status" && take(field, condition.status);
        });
    });
}

void read_spec(const Cursor& at, Node& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "unschedulable") {
            return take(field, out.unschedulable);
        }
        return key == "taints" && take(field, out.taints);
    });
}

void read_status(const Cursor& at, Node& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "capacity" || key == "allocatable") {
            read_resources(field, key == "capacity" ? out.capacity : out.allocatable);
            out.allocatable_given = out.allocatable_given || key == "allocatable";
        } else if (key == "images") {
            read_images(field, out.images);
        } else if (key == "conditions") {
            read_conditions(field, out.conditions);
        } else {
            return key == "declaredFeatures" && take(field, out.declared_features);
        }
        return true;
    });
}

}  // namespace

void read(const Cursor& at, Node& out) {
    at.each_field([&](std::string_view key, const Cursor& field) {
        if (key == "metadata") {
            return take(field, out.meta);
        }
        if (key == "spec") {
            read_spec(field, out);
            return true;
        }
        if (key == "status") {
            read_status(field, out);
            return true;
        }
        return is_type_field(key);
    });
}

}  // namespace berth::model
