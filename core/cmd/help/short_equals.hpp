// CLI11 does not know `-o=json`; others do, so people write it. Pure.
#pragma once

#include <string>
#include <vector>

namespace berth::cmd {

// Each "-o=json" as the two words "-o" and "json"; what follows "--" stays as it is.
[[nodiscard]] std::vector<std::string> without_short_equals(std::vector<std::string> words);

}  // namespace berth::cmd
