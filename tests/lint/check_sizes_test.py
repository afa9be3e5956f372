import unittest

from tiny_tree import TinyTree


class CheckSizes(TinyTree):
    script = "check_sizes.py"

    def test_what_fits_passes(self):
        self.write("core/a.cpp", "\n" * 400)
        self.write("core/a.hpp", "\n" * 150)
        self.write("tests/unit/a_test.cpp", "\n" * 600)
        self.assert_clean()

    def test_each_budget(self):
        for name, lines in [("core/a.cpp", 401), ("abi/a.h", 151), ("tests/a_test.cpp", 601),
                            ("scripts/a.py", 401), ("core/README.md", 121)]:
            with self.subTest(name):
                self.write(name, "\n" * lines)
                self.assert_red(name, f"{lines} lines")
                (self.root / name).unlink()

    def test_an_exemption_needs_a_reason(self):
        self.write("core/a.cpp", "// size-exempt: one table of all the names\n" + "\n" * 500)
        self.assert_clean()
        self.write("core/a.cpp", "// size-exempt:\n" + "\n" * 500)
        self.assert_red("without a reason")

    def test_a_crowded_folder(self):
        for i in range(17):
            self.write(f"core/a/f{i}.cpp", "")
            self.write(f"core/a/f{i}.hpp", "")
        self.assert_red("core/a: 17 sources")
        self.write("core/a/meson.build", "# size-exempt: one file for each extension point\n")
        self.assert_clean()


if __name__ == "__main__":
    unittest.main()
