// API objects other than the pod at hand: by name, by list and by index.
//
//   Mine(Host& host) : objects_(host) { objects_.open<berth_persistent_volume>(); }
//   const auto* volume = objects_.get<berth_persistent_volume>("", "pv-1");
//   objects_.each<berth_namespace>({.selector = wanted}, [&](const berth_namespace& one) { … });
//
// Views belong to the host and are valid until the plugin's call returns. Kinds are opened in the
// constructor; any further kind, custom resources included, by open_resource.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <berth/host/objects.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/view/node.h>
#include <berth/sdk/view/objects.h>

namespace berth {

class Objects {
public:
    explicit Objects(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_objects_v1>(BERTH_HOST_OBJECTS_V1)) {}

    // In the constructor of the plugin only.
    template <class View>
    void open() const {
        static_assert(object_kind<View> != 0, "berth: open this view by the number of its kind");
        open(object_kind<View>);
    }
    void open(std::uint32_t kind) const {
        if (table_->open(host_, kind) != BERTH_SUCCESS) {
            throw std::runtime_error("this host knows no kind of object with the number " +
                                     std::to_string(kind));
        }
    }
    // The number of the kind, for the calls below; views are berth_json_object.
    std::uint32_t open_resource(std::string_view group, std::string_view version,
                                std::string_view plural) const {
        const std::uint32_t kind =
            table_->open_resource(host_, str(group), str(version), str(plural));
        if (kind == 0) {
            throw std::invalid_argument("no resource can be called " + std::string(plural) +
                                        " of " + std::string(group) + "/" + std::string(version));
        }
        return kind;
    }

    template <class View>
    const View* get(std::string_view namespace_name, std::string_view name) const noexcept {
        return get<View>(object_kind<View>, namespace_name, name);
    }
    template <class View>
    const View* get(std::uint32_t kind, std::string_view namespace_name,
                    std::string_view name) const noexcept {
        return as_view<View>(table_->get(host_, kind, str(namespace_name), str(name)));
    }

    // Calls visit(const View&) for each, by namespace and name. A visit that returns false ends it.
    template <class View, class Visit>
    void each(const ObjectQuery& query, Visit&& visit) const {
        each<View>(object_kind<View>, query, visit);
    }
    template <class View, class Visit>
    void each(std::uint32_t kind, const ObjectQuery& query, Visit&& visit) const {
        const berth_object_query wire{
            sizeof(berth_object_query), kind,          str(query.namespace_name), query.index, 0,
            str(query.value),           query.selector};
        std::array<const berth_object*, 64> page;
        std::uint64_t cursor = 0;
        while (const std::uint32_t count =
                   table_->list(host_, &wire, &cursor, page.data(), std::uint32_t{page.size()})) {
            for (std::uint32_t i = 0; i < count; ++i) {
                if (!go_on(visit, *as_view<View>(page[i]))) {
                    return;
                }
            }
        }
    }
    // The same for pods: visit(Pod).
    template <class Visit>
    void each_pod(const PodQuery& query, Visit&& visit) const {
        const berth_pod_query wire{sizeof(berth_pod_query), query.flags, str(query.namespace_name),
                                   query.selector, str(query.claim)};
        std::array<const berth_pod*, 64> page;
        std::uint64_t cursor = 0;
        while (const std::uint32_t count =
                   table_->pods(host_, &wire, &cursor, page.data(), std::uint32_t{page.size()})) {
            for (std::uint32_t i = 0; i < count; ++i) {
                if (!go_on(visit, Pod(page[i]))) {
                    return;
                }
            }
        }
    }

    // Null: none.
    const berth_pod* pod(std::string_view namespace_name, std::string_view name) const noexcept {
        return table_->pod(host_, str(namespace_name), str(name));
    }
    const berth_node* node(std::string_view name) const noexcept {
        return table_->node(host_, str(name));
    }
    std::string_view json(std::uint32_t kind, std::string_view namespace_name,
                          std::string_view name) const noexcept {
        return text(table_->json(host_, kind, str(namespace_name), str(name)));
    }
    // Grows with each change of the kind.
    template <class View>
    std::uint64_t generation() const noexcept {
        return generation(object_kind<View>);
    }
    std::uint64_t generation(std::uint32_t kind) const noexcept {
        return table_->generation(host_, kind);
    }

private:
    template <class Visit, class Item>
    static bool go_on(Visit& visit, const Item& item) {
        if constexpr (std::is_void_v<decltype(visit(item))>) {
            visit(item);
            return true;
        } else {
            return visit(item);
        }
    }

    const berth_host* host_;
    const berth_objects_v1* table_;
};

inline Objects Host::objects() const {
    return Objects(*this);
}

}  // namespace berth
