// Runs a fuzz target on spoiled seeds where there is no libFuzzer.
//
//   TARGET [--seed N] [--count N] [--only K]
// --only prints input K of that seed and runs it alone. An input that crashes, hangs or trips a
// sanitizer ends the program with its number on stderr.
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "core/base/random.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace {

using berth::base::Rng;

constexpr unsigned kSeconds = 20;  // for one input
volatile std::uint64_t running = 0;

void tell_input(int signal) {
    char text[64] = "fuzz: died at input ";
    std::size_t end = 20;
    std::string_view digits = "0123456789";
    char reversed[24];
    std::size_t count = 0;
    for (std::uint64_t left = running; left != 0 || count == 0; left /= 10) {
        reversed[count++] = digits[left % 10];
    }
    while (count > 0) {
        text[end++] = reversed[--count];
    }
    text[end++] = '\n';
    static_cast<void>(!write(STDERR_FILENO, text, end));
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

// One change: bytes replaced, cut out, repeated, taken from another seed, or a word put in.
void spoil(std::string& text, const std::vector<std::string>& seeds,
           const std::vector<std::string>& words, Rng& rng) {
    const std::size_t at = text.empty() ? 0 : rng.below(text.size());
    const std::size_t length =
        text.empty() ? 0 : std::min<std::size_t>(text.size() - at, 1 + rng.below(16));
    switch (rng.below(6)) {
        case 0: text.replace(at, length, length, static_cast<char>(rng.below(256))); break;
        case 1: text.erase(at, length); break;
        case 2: text.insert(at, text.substr(at, length)); break;
        case 3: {
            const std::string& other = seeds[rng.below(seeds.size())];
            const std::size_t from = other.empty() ? 0 : rng.below(other.size());
            text.replace(at, length, other.substr(from, 1 + rng.below(32)));
            break;
        }
        case 4: text.insert(at, words[rng.below(words.size())]); break;
        default: text.replace(at, length, words[rng.below(words.size())]); break;
    }
}

std::string input(std::uint64_t number, std::uint64_t seed, const berth::fuzz::Seeds& from) {
    Rng rng(seed * 1'000'003 + number);
    std::string text = from.texts[rng.below(from.texts.size())];
    for (std::uint64_t i = rng.below(6); i > 0; --i) {
        spoil(text, from.texts, from.words, rng);
    }
    return text;
}

}  // namespace

int main(int argc, char** argv) {
    std::uint64_t seed = 1;
    std::uint64_t count = 20'000;
    std::uint64_t only = ~std::uint64_t{0};
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string word = argv[i];
        std::uint64_t& value = word == "--seed" ? seed : word == "--only" ? only : count;
        value = std::strtoull(argv[i + 1], nullptr, 10);
    }
    for (const int signal : {SIGSEGV, SIGABRT, SIGALRM, SIGFPE, SIGBUS}) {
        std::signal(signal, tell_input);
    }
    const berth::fuzz::Seeds seeds = berth::fuzz::seeds();
    for (std::uint64_t i = 0; i < count; ++i) {
        if (only != ~std::uint64_t{0} && only != i) {
            continue;
        }
        running = i;
        const std::string text = input(i, seed, seeds);
        if (only == i) {
            std::cout << text << '\n';
        }
        alarm(kSeconds);
        LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    }
    alarm(0);
    std::cout << count << " inputs, seed " << seed << '\n';
    return 0;
}
