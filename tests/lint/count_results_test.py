import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts" / "count_results.py"


class CountResults(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def lane(self, name, status, *results):
        lines = [json.dumps({"name": f"t{i}", "result": r}) for i, r in enumerate(results)]
        (self.folder / f"{name}.json").write_text("\n".join(lines))
        (self.folder / f"{name}.status").write_text(status)

    def assert_count(self, status, last):
        run = subprocess.run([sys.executable, str(SCRIPT), str(self.folder)], capture_output=True,
                             text=True, check=False)
        self.assertEqual(run.stdout.splitlines()[-1], last, run.stdout + run.stderr)
        self.assertEqual(run.returncode, status)

    def test_lanes_are_added_up(self):
        self.lane("plain", "0", "OK", "OK", "EXPECTEDFAIL")
        self.lane("sanitized", "0", "OK")
        (self.folder / "tidy.step").write_text("pass\n")
        self.assert_count(0, "5 passed, 0 failed")

    def test_every_kind_of_failure_counts(self):
        self.lane("plain", "1", "OK", "FAIL", "TIMEOUT", "ERROR", "UNEXPECTEDPASS")
        self.assert_count(1, "1 passed, 4 failed")

    def test_skipped_is_said_and_no_failure(self):
        self.lane("plain", "0", "OK", "SKIP")
        self.assert_count(0, "1 passed, 0 failed, 1 skipped")

    def test_a_failed_step_counts(self):
        self.lane("plain", "0", "OK")
        (self.folder / "tidy.step").write_text("fail\n")
        self.assert_count(1, "1 passed, 1 failed")

    def test_a_lane_that_broke_down_is_a_failure(self):
        self.lane("plain", "2", "OK")
        self.assert_count(1, "1 passed, 1 failed")
        (self.folder / "plain.json").unlink()
        self.assert_count(1, "0 passed, 1 failed")

    def test_nothing_ran_is_a_failure(self):
        self.assert_count(1, "0 passed, 0 failed")


if __name__ == "__main__":
    unittest.main()
