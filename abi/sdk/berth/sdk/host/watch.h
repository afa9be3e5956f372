// Changes of objects, pods and nodes, told on the scheduling thread between cycles.
//
//   Mine(Host& host) : objects_(host), watch_(host) {
//       objects_.open<berth_csi_node>();
//       watch_.objects<&Mine::on_csi_node>(object_kind<berth_csi_node>, *this);
//   }
//   void on_csi_node(const berth_csi_node* old_object, const berth_csi_node* new_object);
//
// Objects that are there already come as new ones. The plugin object must stay where it is: a class
// that watches is neither copied nor moved (berth::Plugin is not). What throws is dropped.
#pragma once

#include <stdexcept>

#include <berth/host/watch.h>
#include <berth/sdk/host/host.h>
#include <berth/sdk/host/objects.h>

namespace berth {

namespace detail {

template <class Member>
struct ChangeMember;
template <class T, class View>
struct ChangeMember<void (T::*)(const View*, const View*)> {
    using Class = T;
    using Viewed = View;
};

template <auto Member, class Raw>
void tell_change(void* context, const Raw* old_object, const Raw* new_object) noexcept {
    using Class = typename ChangeMember<decltype(Member)>::Class;
    using Viewed = typename ChangeMember<decltype(Member)>::Viewed;
    try {
        (static_cast<Class*>(context)->*Member)(as_view<Viewed>(old_object),
                                                as_view<Viewed>(new_object));
    } catch (...) {  // one change less is seen; the next one comes all the same
    }
}

template <auto Member>
void tell_object(void* context, const berth_object* old_object, const berth_object* new_object,
                 void*) noexcept {
    tell_change<Member, berth_object>(context, old_object, new_object);
}

template <auto Member>
inline constexpr berth_object_handler kObjectHandler = {sizeof(berth_object_handler), 0, nullptr,
                                                        &tell_object<Member>, nullptr};
template <auto Member>
inline constexpr berth_pod_handler kPodHandler = {sizeof(berth_pod_handler), 0,
                                                  &tell_change<Member, berth_pod>};
template <auto Member>
inline constexpr berth_node_handler kNodeHandler = {sizeof(berth_node_handler), 0,
                                                    &tell_change<Member, berth_node>};

}  // namespace detail

class Watch {
public:
    explicit Watch(const Host& host)
        : host_(host.raw()), table_(&host.get<berth_watch_v1>(BERTH_HOST_WATCH_V1)) {}

    // void Member(const View* old_object, const View* new_object); one of the two may be null.
    template <auto Member, class T>
    void objects(std::uint32_t kind, T& self) const {
        check(table_->objects(host_, kind, &detail::kObjectHandler<Member>, &self));
    }
    // void Member(const berth_pod* old_pod, const berth_pod* new_pod);
    template <auto Member, class T>
    void pods(T& self) const {
        check(table_->pods(host_, &detail::kPodHandler<Member>, &self));
    }
    // void Member(const berth_node* old_node, const berth_node* new_node);
    template <auto Member, class T>
    void nodes(T& self) const {
        check(table_->nodes(host_, &detail::kNodeHandler<Member>, &self));
    }

private:
    static void check(std::int32_t code) {
        if (code != BERTH_SUCCESS) {
            throw std::logic_error("a kind is watched that is not open, or twice");
        }
    }

    const berth_host* host_;
    const berth_watch_v1* table_;
};

inline Watch Host::watch() const {
    return Watch(*this);
}

}  // namespace berth
