// Defaults: what the API server and its admission plugins fill in before the scheduler sees an
// object. The embedded cluster calls it for what it is given; a real API server has done it.
//
// As kube-apiserver v1.37.2: defaults of each kind, namespace, uid and creation time by position,
// priority from classes, the two NoExecute tolerations, matchLabelKeys merged into selectors,
// pod-level requests completed. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/model/decode.hpp"

namespace berth::model {

// The classes that exist; the two system ones always do.
class PriorityClasses {
public:
    PriorityClasses();
    void add(const PriorityClass& priority_class);
    void remove(std::string_view name);
    // Null if there is none.
    [[nodiscard]] const PriorityClass* find(std::string_view name) const;
    // Of several global defaults the one with the lowest value; null if there is none.
    [[nodiscard]] const PriorityClass* global_default() const;

private:
    std::map<std::string, PriorityClass, std::less<>> classes_;
};

// Where identity and creation time come from, when the text has none: the position of the object
// among all objects of all files.
struct Position {
    std::uint64_t number = 0;
    base::Time epoch = base::Time::from_seconds(1'700'000'000);
};

// Namespace "default" for namespaced kinds, uid "uid-000007" and creation time epoch + 7 s.
void fill_identity(Draft& draft, const Position& position, const base::SymbolTable& symbols);

// The defaults of the object's kind; of a pod everything above. Fails if the pod names a
// PriorityClass that does not exist.
[[nodiscard]] base::Status fill_defaults(Draft& draft, const PriorityClasses& classes,
                                         Pools& pools);
[[nodiscard]] base::Status fill_defaults(PodDraft& draft, const PriorityClasses& classes,
                                         Pools& pools);

// A namespace object as the API server makes it: with the label kubernetes.io/metadata.name.
[[nodiscard]] Ptr<Namespace> make_namespace(std::string_view name, Pools& pools);

}  // namespace berth::model
