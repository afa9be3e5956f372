// compare: the difference between two rounds in words: which pods moved, and what decided.
//
//   default/third: large → small
//       large is refused now: QuietNodes: node(s) were too busy
//   default/web: n1 → n2
//       n2 has 412, n1 354: QuietNodes +100 (was -20), NodeResourcesFit -42
//
// Pure.
#pragma once

#include <string>

#include "core/dev/judged.hpp"

namespace berth::dev {

// "": nothing differs. `most`: so many pods are told one by one.
[[nodiscard]] std::string compare(const Judged& before, const Judged& now, std::size_t most);

// "3 pods: 2 placed, 1 pending", and who is pending.
[[nodiscard]] std::string summary(const Judged& now);

}  // namespace berth::dev
