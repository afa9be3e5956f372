#!/usr/bin/env python3
"""berth config and berth plugin through the executable."""

import json
import os

import cli_case

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


class Config(cli_case.CliCase):
    def test_check_tells_all_mistakes_of_all_files(self):
        self.write("good.yaml", HEAD)
        self.write("bad.yaml", HEAD + "parallelism: many\nprofils: []\n")
        self.run_berth("config", "check", "good.yaml")
        out = self.run_berth("config", "check", "good.yaml", "bad.yaml", status=1)
        self.assertIn("good.yaml: valid\n", out)
        self.says("bad.yaml:3:", "parallelism", "bad.yaml:4:", "profils")

    def test_check_as_json(self):
        self.write("bad.yaml", HEAD + "parallelism: 0\n")
        errors = json.loads(self.run_berth("config", "check", "-o", "json", "bad.yaml",
                                           status=1))["errors"]
        self.assertEqual([(e["line"], e["field"]) for e in errors], [(3, "parallelism")])

    def test_print_gives_a_file_that_means_the_same(self):
        self.write("a.yaml", HEAD + "percentageOfNodesToScore: 30\n")
        merged = self.run_berth("config", "print", "a.yaml")
        self.write("b.yaml", merged)
        self.assertEqual(self.run_berth("config", "print", "b.yaml"), merged)
        decoded = json.loads(self.run_berth("config", "print", "a.yaml", "--stage", "decoded",
                                            "-o", "json"))
        self.assertEqual(decoded["percentageOfNodesToScore"], 30)

    def test_print_with_a_plugin_from_a_shared_object(self):
        # Its schema lives in the library, which must stay open while the file is printed.
        self.write("a.yaml", HEAD + f"""\
profiles:
- pluginLibraries: ["{os.environ['BERTH_TEST_PLUGIN']}"]
  plugins: {{multiPoint: {{enabled: [{{name: QuietNodes}}]}}}}
""")
        for stage in ("decoded", "merged"):
            out = self.run_berth("config", "print", "a.yaml", "--stage", stage)
            self.assertIn("maxPods: 50", out)


class Plugins(cli_case.CliCase):
    def test_list(self):
        out = self.run_berth("plugin", "list")
        self.assertRegex(out, r"(?m)^NodeResourcesFit .*\[built in\]$")
        self.assertRegex(out, r"(?m)^ +scoringStrategy\.type +.*LeastAllocated")
        self.assertRegex(out, r"(?m)^DefaultPreemption .*\[built in\]$")

    def test_list_as_json(self):
        plugins = {p["name"]: p for p in json.loads(self.run_berth("plugin", "list", "-o", "json"))}
        self.assertIn("preFilter", plugins["NodeAffinity"]["extensionPoints"])
        self.assertTrue(plugins["NodeAffinity"]["ready"])

    def test_files_that_are_no_plugins_are_left_out_with_a_reason(self):
        self.write("plugins/broken.so", "this is not a shared object")
        self.write("c.yaml", HEAD + "pluginDirectories: [plugins]\n")
        self.run_berth("plugin", "list", "--config", "c.yaml")
        self.says("broken.so")

    def test_a_library_that_a_profile_names_must_be_there(self):
        self.write("nodes.yaml", cli_case.NODES)
        self.write("c.yaml", HEAD + "profiles: [{pluginLibraries: [nowhere.so]}]\n")
        self.run_berth("simulate", "nodes.yaml", "--config", "c.yaml", status=2)
        self.says("nowhere.so")

    def test_an_empty_folder_has_no_plugins(self):
        self.write("nodes.yaml", cli_case.NODES)
        (self.folder / "empty").mkdir()
        self.run_berth("simulate", "nodes.yaml", "--plugins-from", "empty", status=2)


if __name__ == "__main__":
    cli_case.main()
