// Scenario: what happens to a cluster, step by step: objects applied and deleted, cycles of the
// scheduler, time that goes by.
//
// The form is that of tests/golden/timelines: one YAML or JSON document with `steps`, each of one
// of the actions below. It is read strictly and as a whole: all errors of the file come before the
// first step is played. Pure: any thread (Pools are shared).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/access/cluster.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/model/decode.hpp"

namespace berth::simulate {

enum class Action : std::uint8_t {
    kApply,     // objects, one after the other
    kDelete,    // what the names say, one after the other
    kSchedule,  // cycles while a pod is active; pods in backoff are left alone
    kPop,       // cycles, from backoff too when nothing is active
    kAdvance,   // the clock
};
[[nodiscard]] std::string_view to_text(Action action);  // the key: "apply", "delete", …

struct AppliedObject {
    model::Draft draft;
    std::string title;  // "Pod web-0"
    std::uint32_t line = 0;
};
struct DeletedObject {
    access::ObjectName name;
    std::string title;  // "Pod default/web-0"
    std::uint32_t line = 0;
};

struct Step {
    Action action = Action::kApply;
    std::uint32_t line = 0;
    std::vector<AppliedObject> objects;  // of kApply; a List gives several
    std::vector<DeletedObject> names;    // of kDelete
    std::uint32_t cycles = 0;            // of kSchedule and kPop: at most so many; 0: no limit
    base::Duration duration{0};          // of kAdvance, above 0
};

struct Scenario {
    std::string file;  // as it was named, for errors
    std::vector<Step> steps;
};

struct ReadScenario {
    Scenario scenario;
    base::Errors errors;  // not empty: the scenario must not be played
    base::Errors warnings;
    std::size_t unknown_fields = 0;
};

// `file` is the name for errors.
[[nodiscard]] ReadScenario read_scenario(std::string_view text, std::string_view file,
                                         model::Pools& pools);

}  // namespace berth::simulate
