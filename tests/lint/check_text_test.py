import unittest

from tiny_tree import TinyTree


class CheckText(TinyTree):
    script = "check_text.py"

    def test_plain_text_passes(self):
        self.write("core/base/clock.cpp", "auto t = std::chrono::system_clock::now();\n")
        self.write("core/queue/a.cpp", "auto t = clock.now();  // the network/home page\n")
        self.write("tests/golden/taints/a/objects.yaml", "path: /root/a\n")
        self.write("README.md", "x" * 200 + "\n")
        self.assert_clean()

    def test_what_does_not_belong(self):
        cases = [
            ("core/a.cpp", "// see /work/notes\n", "path of one machine"),
            ("README.md", "in /home/someone/berth\n", "path of one machine"),
            ("scripts/a.sh", "cat ../shared/file\n", "outside the tree"),
            ("core/a.cpp", "// TODO: later\n", "do something later"),
            ("core/a.cpp", "int a; \n", "blanks at the end"),
            ("core/a.cpp", "int a;", "no end"),
            ("core/a.cpp", "//" + "x" * 99 + "\n", "101 columns"),
            ("core/a.cpp", "\tint a;\n", "a tab"),
            ("tests/unit/a_test.cpp", "std::this_thread::sleep_for(1s);\n", "does not sleep"),
            ("tests/a.py", "time.sleep(1)\n", "does not sleep"),
            ("tests/a.sh", "sleep 1\n", "does not sleep"),
            ("core/a.cpp", "auto t = std::chrono::steady_clock::now();\n", "a Clock"),
            ("plugins/intree/a.cpp", "auto t = time(nullptr);\n", "a Clock"),
        ]
        for name, text, expected in cases:
            with self.subTest(text):
                self.write(name, text)
                self.assert_red(name, expected)
                (self.root / name).unlink()
        self.assert_clean()


if __name__ == "__main__":
    unittest.main()
