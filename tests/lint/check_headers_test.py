import unittest

from tiny_tree import TinyTree


class CheckHeaders(TinyTree):
    script = "check_headers.py"

    def test_a_header_that_stands_alone(self):
        self.write("core/a.hpp", "#pragma once\n#include <string>\nstd::string name();\n")
        self.write("core/b.hpp", '#pragma once\n#include "core/a.hpp"\n')
        self.assert_clean()

    def test_a_header_that_leans_on_others(self):
        self.write("core/a.hpp", "#pragma once\nstd::string name();\n")
        self.assert_red("core/a.hpp: does not compile alone")

    def test_the_build_proves_a_header_that_its_source_includes_first(self):
        self.write("core/a.hpp", "#pragma once\nstd::string name();\n")
        self.write("core/a.cpp", '#include <string>\n\n#include "core/a.hpp"\n')
        self.assert_red("core/a.hpp: does not compile alone")
        self.write("core/a.cpp", '#include "core/a.hpp"\n')
        self.assert_clean()

    def test_a_header_without_a_guard(self):
        self.write("core/a.hpp", "int number();\n")
        self.assert_red("core/a.hpp: no #pragma once")


if __name__ == "__main__":
    unittest.main()
