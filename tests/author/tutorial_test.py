#!/usr/bin/env python3
"""docs/plugin-author.md: every command in it runs, in its order, and what it shows is printed.

The blocks marked sh become one script. After each comes what the text block below it promises: each
of its lines is found in the output since the last text block.
"""

import os
import pathlib
import re
import unittest

import author_case

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "plugin-author.md"
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "=== shown above ==="


class Tutorial(author_case.AuthorCase):
    def test_every_command_runs_and_shows_what_is_promised(self):
        blocks = BLOCK.findall(PAGE.read_text())
        script = "set -e\n" + "".join(text if kind == "sh" else f"echo '{MARK}'\n"
                                      for kind, text in blocks)
        path = f"{pathlib.Path(author_case.BERTH).parent}:{os.environ['PATH']}"
        out = self.run_in(self.folder, "bash", "-c", script + "exec 2>&1\n", PATH=path)
        parts = out.split(MARK)
        promised = [text for kind, text in blocks if kind == "text"]
        self.assertEqual(len(parts), len(promised) + 1)
        for part, text in zip(parts, promised):
            for line in text.splitlines():
                self.assertIn(line, part)
        self.assertGreater(len([b for b in blocks if b[0] == "sh"]), 8)


if __name__ == "__main__":
    author_case.main()
