// Errors and warnings as people read them: one line each, and how many there were. One thread.
#pragma once

#include <iosfwd>

#include "core/base/result.hpp"

namespace berth::cmd {

void append(base::Errors&& more, base::Errors& out);

// "file:line:column: object: field: text" each, then "3 errors"; nothing for none.
void print_errors(const base::Errors& errors, std::ostream& out);
// The same after "warning: ", without the count.
void print_warnings(const base::Errors& warnings, std::ostream& out);

}  // namespace berth::cmd
