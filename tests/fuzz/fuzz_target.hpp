// A fuzz target: what libFuzzer calls, and what driver.cpp needs where there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace berth::fuzz {

struct Seeds {
    std::vector<std::string> texts;  // good inputs, to be spoiled
    std::vector<std::string> words;  // what is put into them
};
[[nodiscard]] Seeds seeds();

}  // namespace berth::fuzz
