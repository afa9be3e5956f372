#!/usr/bin/env python3
"""Help, mistakes in the words of a command line, the version."""

import cli_case


class CommandLine(cli_case.CliCase):
    def test_help_begins_with_what_it_does(self):
        for words in (["--help"], ["simulate", "-h"], ["explain", "--help"],
                      ["config", "check", "--help"], ["plugin", "list", "--help"]):
            with self.subTest(words):
                out = self.run_berth(*words)
                self.assertRegex(out, r"\A[A-Za-z].*\.\n")
                self.assertIn("\nUsage:\n  berth", out)
                self.assertLessEqual(max(map(len, out.splitlines())), 100)

    def test_all_commands_are_listed(self):
        out = self.run_berth("--help")
        for command in ("simulate", "explain", "config check", "config print", "plugin list",
                        "version"):
            self.assertIn(f"\n  {command} ", out)

    def test_mistakes_are_named_and_the_nearest_word_offered(self):
        for words, text in [
                (["simulat"], "berth: unknown command simulat; did you mean simulate?"),
                (["config", "chek"], "berth config: unknown command chek; did you mean check?"),
                (["simulate", "x", "--sumary"], "unknown flag --sumary; did you mean --summary?"),
                (["explain", "x", "-o", "xml"], "--output: xml is not one of text|jsonl"),
                (["simulate", "x", "--now", "noon"], "--now: expected a time such as"),
                (["simulate", "x", "--attempts", "0"], "--attempts: "),
                (["simulate", "x", "--threads", "many"], "--threads: "),
                (["config", "check"], "FILE is required"),
                (["plugin", "list", "more"], "unknown argument more"),
                (["explain", "--pod"], "--pod: "),
        ]:
            with self.subTest(words):
                self.assertEqual(self.run_berth(*words, status=2), "")
                self.says(text, "--help`")

    def test_nothing_to_do_is_a_mistake(self):
        self.run_berth(status=2)
        self.says("Usage:")
        self.run_berth("config", status=2)
        self.says("berth config COMMAND")
        self.run_berth("simulate", status=2)
        self.says("nothing to read")

    def test_short_flags_take_a_value_after_an_equals_sign(self):
        self.write("nodes.yaml", cli_case.NODES)
        self.assertIn('"version":1', self.run_berth("simulate", "nodes.yaml", "-o=json"))

    def test_version(self):
        out = self.run_berth("version")
        self.assertRegex(out, r"\Aberth \d+\.\d+\.\d+ \(plugin ABI \d+\.\d+, .*v1\.37\.2\)\n\Z")
        self.assertEqual(self.run_berth("--version"), out)


if __name__ == "__main__":
    cli_case.main()
