#!/usr/bin/env python3
"""berth dev: what changed after a build or an edit is on the screen within two seconds."""

import pathlib
import re
import shutil
import subprocess
import time

import author_case

PLUGIN = """\
#include <berth/sdk.h>
class Fond : public berth::Plugin<Fond> {{
public:
    static constexpr auto name = "Fond";
    std::int64_t score(const berth::Pod&, const berth::Node& node) const {{
        return node.name() == "{node}" ? 100 : 0;
    }}
}};
BERTH_EXPORT_PLUGINS(Fond)
"""
NODE = """\
apiVersion: v1
kind: Node
metadata: {{name: {name}}}
status: {{allocatable: {{cpu: "4", memory: 8Gi, pods: "{pods}"}}}}
---
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: default}
spec: {containers: [{name: main, resources: {requests: {cpu: 100m}}}]}
"""
CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
pluginDirectories: [build]
profiles:
- pluginLibraries: [fond.so]
  plugins: {multiPoint: {enabled: [{name: Fond, weight: 100}]}}
"""
ROUND = re.compile(r"\[(\d+) ms\]")


class Dev(author_case.AuthorCase):
    def setUp(self):
        super().setUp()
        (self.folder / "build").mkdir()
        (self.folder / "config.yaml").write_text(CONFIG)
        self.objects(110)

    def objects(self, pods_of_b):
        (self.folder / "objects.yaml").write_text(
            NODE.format(name="a", pods=110) + NODE.format(name="b", pods=pods_of_b) + POD)

    def compile(self, node):
        """Built aside, then moved in place of the old one."""
        source = self.folder / "fond.cpp"
        source.write_text(PLUGIN.format(node=node))
        self.run_in(self.folder, "c++", "-std=c++20", "-O0", "-fPIC", "-shared",
                    "-fvisibility=hidden", "-fno-gnu-unique", f"-I{author_case.ABI}/include",
                    f"-I{author_case.ABI}/sdk", "fond.cpp", "-o", "new",
                    f"-Wl,--version-script,{author_case.ABI}/plugin.map")
        shutil.move(self.folder / "new", self.folder / "build" / "fond.so")
        return time.monotonic()

    def start(self, *more):
        dev = subprocess.Popen([author_case.BERTH, "dev", ".", "--config", "config.yaml",
                                "--objects", "objects.yaml", *more], cwd=self.folder, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.addCleanup(dev.stdout.close)
        self.addCleanup(dev.wait)
        self.addCleanup(dev.kill)
        return dev

    def round(self, dev, until):
        """The lines of a round, up to the one that has `until`."""
        lines = []
        while not lines or until not in lines[-1]:
            line = dev.stdout.readline()
            self.assertTrue(line, f"berth dev ended\n{''.join(lines)}")
            lines.append(line)
        return "".join(lines)

    def test_a_build_an_edit_and_a_crash(self):
        self.compile("a")
        dev = self.start("--rounds", "5")
        self.assertIn("1 pods: 1 placed, 0 pending", self.round(dev, "placed"))

        built = self.compile("b")
        told = self.round(dev, "Fond +")
        seen = time.monotonic() - built
        self.assertIn("fond.so: placements changed", told)
        self.assertIn("default/web: a → b", told)
        self.assertRegex(told, r"b has \d+, a \d+: Fond \+10000 \(was -10000\)")
        self.assertLess(seen, 2 * 5)  # 2 s, and patience for a busy machine
        self.assertLess(int(ROUND.search(told).group(1)), 2000 * 5)

        self.objects(0)  # b takes no pods any more
        told = self.round(dev, "refused now")
        self.assertIn("objects.yaml: placements changed", told)
        self.assertIn("default/web: b → a", told)
        self.assertIn("b is refused now: NodeResourcesFit: Too many pods", told)

        (self.folder / "build" / "fond.so").write_bytes(b"half a file")
        self.assertIn("no answer: exit status 2", self.round(dev, "fond.so:"))

        self.compile("a")  # the last round that had an answer is what it is compared with
        self.assertIn("no placement changed", self.round(dev, "no placement changed"))
        self.assertEqual(dev.wait(60), 0)

    def test_what_is_not_there(self):
        self.berth("dev", ".", "--objects", "nowhere.yaml", status=2)
        self.assertIn("nowhere.yaml: there is no such file or folder", self.err)


if __name__ == "__main__":
    author_case.main()
