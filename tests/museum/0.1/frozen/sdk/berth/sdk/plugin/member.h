// Which members a plugin class has, and which of the known signatures each of them takes.
//
// A point declares its member with BERTH_DETAIL_MEMBER(filter). Member_filter::exists<T> is true
// for any member of that name, private, overloaded or wrong ones included: that is how a wrong
// signature is told from a member that is not there. Accepts<…> then searches the signatures: fixed
// parameters followed by any of the optional ones, in their order.
#pragma once

#include <type_traits>
#include <utility>

#include <berth/sdk/call.h>
#include <berth/sdk/view/nodes.h>

#define BERTH_DETAIL_MEMBER(name)                                                                 \
    struct Member_##name {                                                                        \
        struct Twin {                                                                             \
            int name;                                                                             \
        };                                                                                        \
        template <class T>                                                                        \
        struct Both : T, Twin {};                                                                 \
        /* with a twin, the name of a member that exists is ambiguous */                          \
        template <class T>                                                                        \
        static constexpr bool exists = !requires { &Both<T>::name; };                             \
        template <class T, class... A>                                                            \
        static auto call(T& self, A&&... args) -> decltype(self.name(std::forward<A>(args)...)) { \
            return self.name(std::forward<A>(args)...);                                           \
        }                                                                                         \
    }

namespace berth {
class Narrowing;
}

namespace berth::detail {

template <class T>
concept HasState = requires { typename T::State; };

struct NoState {};

template <class T>
struct StateOf {
    using Type = NoState;
};
template <HasState T>
struct StateOf<T> {
    using Type = typename T::State;
};

// Where optional arguments come from.
struct Context {
    Call& call;
    const Nodes* nodes = nullptr;
    Narrowing* narrowing = nullptr;
    const void* state = nullptr;  // once it was asked for
};

struct CallArg {
    using Type = Call&;
    static Type get(Context& context) noexcept { return context.call; }
};
struct ConstCallArg {
    using Type = const Call&;
    static Type get(Context& context) noexcept { return context.call; }
};
template <class T>
struct StateArg {
    using Type = typename StateOf<T>::Type&;
    static Type get(Context& context) {
        return context.call.template state<typename StateOf<T>::Type>();
    }
};
template <class T>
struct ConstStateArg {
    using State = typename StateOf<T>::Type;
    using Type = const State&;
    static Type get(Context& context) {
        if (context.state == nullptr) {
            context.state = &std::as_const(context.call).template state<State>();
        }
        return *static_cast<const State*>(context.state);
    }
};
struct NodesArg {
    using Type = const Nodes&;
    static Type get(Context& context) noexcept { return *context.nodes; }
};
struct NarrowingArg {
    using Type = Narrowing&;
    static Type get(Context& context) noexcept { return *context.narrowing; }
};

template <class... T>
struct Fixed {};

template <class Member, class T, class Parameters, class... Optional>
struct Accepts;

template <class Member, class T, class... P>
struct Accepts<Member, T, Fixed<P...>> {
    static constexpr bool value =
        requires(T& self, P... args) { Member::call(self, static_cast<P>(args)...); };
    template <class... A>
    static decltype(auto) call(T& self, Context&, A&&... args) {
        return Member::call(self, std::forward<A>(args)...);
    }
};

template <class Member, class T, class... P, class First, class... Rest>
struct Accepts<Member, T, Fixed<P...>, First, Rest...> {
    using With = Accepts<Member, T, Fixed<P..., typename First::Type>, Rest...>;
    using Without = Accepts<Member, T, Fixed<P...>, Rest...>;
    static constexpr bool value = With::value || Without::value;
    template <class... A>
    static decltype(auto) call(T& self, Context& context, A&&... args) {
        if constexpr (With::value) {
            return With::call(self, context, std::forward<A>(args)..., First::get(context));
        } else {
            return Without::call(self, context, std::forward<A>(args)...);
        }
    }
};

// The type that a member returns with these parameters; void where it does not take them.
template <class Signature, class T, class... P>
struct ResultOf {
    using Type = decltype(Signature::call(std::declval<T&>(), std::declval<Context&>(),
                                          std::declval<P>()...));
};

template <class Result, class... Allowed>
constexpr bool is_one_of = (std::is_same_v<Result, Allowed> || ...);

}  // namespace berth::detail
