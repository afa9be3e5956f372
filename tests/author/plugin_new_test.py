#!/usr/bin/env python3
"""berth plugin new: what it writes builds, passes its own test, and changes a placement."""

import json
import pathlib
import re

import author_case

POINTS = ["preEnqueue", "queueSort", "preFilter", "filter", "postFilter", "preScore", "score",
          "normalizeScore", "reserve", "permit", "preBind", "bind", "postBind", "events", "sign"]
LANGUAGES = {"c++": (["c++", "-std=c++20"], ".cpp"), "c": (["cc", "-std=c11"], ".c")}


class PluginNew(author_case.AuthorCase):
    def placements(self, folder, *words):
        report = json.loads(self.berth("simulate", "objects.yaml", "-o", "json", *words,
                                       folder=folder))
        return {p["pod"]: p.get("node") for p in report["placements"]}

    def test_what_it_writes_works_at_once(self):
        self.berth("plugin", "new", "QuietNodes")
        folder = self.folder / "quiet_nodes"
        self.build(folder)
        self.assertEqual(self.placements(folder), {"default/third": "large"})
        self.assertEqual(self.placements(folder, "--config", "config.yaml"),
                         {"default/third": "small"})
        listed = json.loads(self.berth("plugin", "list", "-o", "json", "--config", "config.yaml",
                                       folder=folder))
        points = [p["extensionPoints"] for p in listed if p["name"] == "QuietNodes"]
        self.assertEqual(points, [["filter", "score"]])

    def test_every_point_in_both_languages(self):
        for language in LANGUAGES:
            with self.subTest(language):
                folder = self.folder / ("all-" + language)
                self.berth("plugin", "new", "AllPoints", "--lang", language, "--points",
                           ",".join(POINTS), "--dir", str(folder))
                self.build(folder)
                out = self.berth("plugin", "list", "--config", "config.yaml", folder=folder)
                said = re.search(r"(?m)^AllPoints (?:.|\n)*?points: (.*)$", out)
                self.assertTrue(said, out)
                for point in set(POINTS) - {"events", "sign", "normalizeScore"}:
                    self.assertIn(point, said.group(1))

    def test_each_point_alone_compiles(self):
        headers = [f"-I{author_case.ABI}/include", f"-I{author_case.ABI}/sdk"]
        for language, (compiler, suffix) in LANGUAGES.items():
            for point in POINTS:
                with self.subTest(language=language, point=point):
                    folder = self.folder / f"{language}-{point}"
                    self.berth("plugin", "new", "One", "--lang", language, "--points", point,
                               "--dir", str(folder))
                    self.run_in(folder, *compiler, "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                                *headers, "one" + suffix)

    def test_headers_by_pkg_config(self):
        folder = self.folder / "by_pkg_config"
        self.berth("plugin", "new", "ByPkgConfig", "--points", "score", "--lang", "c")
        (self.folder / "berth-sdk.pc").write_text(
            f"abidir={author_case.ABI}\nName: berth-sdk\nDescription: headers\nVersion: 0\n"
            "Cflags: -I${abidir}/include -I${abidir}/sdk\n")
        self.run_in(folder, "meson", "setup", "build", "-Dberth_sdk=",
                    f"--pkg-config-path={self.folder}")
        self.run_in(folder, "ninja", "-C", "build", "by_pkg_config.so")

    def test_what_cannot_be_is_said_and_nothing_is_written(self):
        self.berth("plugin", "new", "quiet-nodes", status=2)
        self.assertIn('such as QuietNodes: found "quiet-nodes"', self.err)
        self.berth("plugin", "new", "Quiet", "--points", "filtre", status=2)
        self.assertIn("there is no extension point filtre", self.err)
        self.assertEqual(list(self.folder.iterdir()), [])
        (self.folder / "quiet").mkdir()
        pathlib.Path(self.folder / "quiet" / "mine").write_text("x")
        self.berth("plugin", "new", "Quiet", status=2)
        self.assertIn("quiet: is there already; nothing was written", self.err)


if __name__ == "__main__":
    author_case.main()
