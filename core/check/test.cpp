#include "core/check/test.hpp"

#include <utility>

namespace berth::check {

void fail(std::string text) {
    throw Failed{std::move(text)};
}

void not_applicable(std::string why) {
    throw NotApplicable{std::move(why)};
}

std::span<const Test> tests_of_files() {
    static const std::vector<Test> kAll = [] {
        std::vector<Test> out;
        for (const auto& group : {tests::file(), tests::entry()}) {
            out.insert(out.end(), group.begin(), group.end());
        }
        return out;
    }();
    return kAll;
}

std::vector<Test> tests_of_plugins() {
    std::vector<Test> out;
    for (const auto& group :
         {tests::factory(), tests::create(), tests::filter(), tests::score(), tests::struct_sizes(),
          tests::cycle(), tests::queue(), tests::placed(), tests::process(), tests::reload(),
          tests::engine()}) {
        out.insert(out.end(), group.begin(), group.end());
    }
    return out;
}

}  // namespace berth::check
