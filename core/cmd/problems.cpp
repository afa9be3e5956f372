#include "core/cmd/problems.hpp"

#include <iterator>
#include <ostream>
#include <utility>

#include "core/base/text_table.hpp"

namespace berth::cmd {

void append(base::Errors&& more, base::Errors& out) {
    std::move(more.begin(), more.end(), std::back_inserter(out));
}

void print_errors(const base::Errors& errors, std::ostream& out) {
    for (const base::Error& error : errors) {
        out << base::printable(error.message()) << '\n';
    }
    if (!errors.empty()) {
        out << errors.size() << (errors.size() == 1 ? " error\n" : " errors\n");
    }
}

void print_warnings(const base::Errors& warnings, std::ostream& out) {
    for (const base::Error& warning : warnings) {
        out << "warning: " << base::printable(warning.message()) << '\n';
    }
}

}  // namespace berth::cmd
