#!/usr/bin/env python3
"""berth run --embedded: plugins, configuration and manifests change under it; crashes and hangs."""

import json
import signal
import unittest

import live_case


class Live(live_case.LiveCase):
    def test_a_good_build_is_taken_and_a_bad_one_is_not(self):
        self.install("good_a")
        self.add_pod("a")
        running = self.start()
        running.wait_for("default/a -> n1")
        self.install("good_b")
        running.wait_for("generation 2 runs: ")
        self.install("crashes_in_filter")
        running.wait_for("refused at probe: ")
        self.add_pod("b")
        running.wait_for("default/b -> n1")
        listed = self.berth("plugin", "list", "--live", "--state-dir", str(self.state))
        self.assertIn("SIGSEGV in Filter of Faulty@1", listed.stdout)
        self.assertIn("  refused\n", listed.stdout)
        status = json.loads(
            self.berth("plugin", "list", "--live", "-o", "json", "--state-dir", str(self.state)).stdout
        )
        self.assertEqual(status["generation"], 2)
        self.assertEqual(running.end(), 0)

    def test_the_configuration_is_live(self):
        self.install("good_a")
        running = self.start()
        running.wait_for("generation 1 runs")
        self.write_config(live_case.CONFIG + "  colour: red\n")
        running.wait_for("a change was refused at ")
        self.write_config(live_case.CONFIG.replace("Faulty", "Faulty, weight: 5") + "parallelism: 3\n")
        running.wait_for("parallelism: cannot change while berth runs; applied at its next start")
        running.wait_for("another configuration; scheduling paused for")
        running.process.send_signal(signal.SIGHUP)
        self.add_pod("a")
        running.wait_for("default/a -> n1")
        self.assertEqual(running.end(), 0)

    def test_manifests_that_go_are_deleted(self):
        self.install("good_a")
        self.add_pod("a")
        running = self.start()
        running.wait_for("default/a -> n1")
        (self.cluster / "a.yaml").unlink()
        self.add_pod("b")
        running.wait_for("default/b -> n1")
        self.add_pod("a")
        running.wait_for("default/a -> n1", times=2)
        self.assertEqual(running.end(), 0)

    def quarantined(self):
        listed = self.berth(
            "plugin", "quarantine", "list", "--json", "--state-dir", str(self.state)
        )
        return json.loads(listed.stdout)

    def test_a_crash_is_attributed_and_the_good_build_runs_at_the_next_start(self):
        self.install("good_a")
        running = self.start("--plugin-probation", "0")
        running.wait_for("generation 1 runs")
        self.install("good_b")
        running.wait_for("generation 2 runs: ")  # so the first one is kept
        self.assertEqual(running.end(), 0)
        running = self.start()
        running.wait_for("generation 1 runs")
        self.install("crashes_in_filter_later")
        running.wait_for("generation 2 runs: ")
        self.add_pod("trigger-1")
        self.assertEqual(running.wait(), -signal.SIGSEGV)
        again = self.start()
        again.wait_for("is put into quarantine: the last run ended with SIGSEGV in Filter of Faulty@2")
        again.wait_for("the last good build runs in its place")
        again.wait_for("default/trigger-1 -> n1")
        self.assertEqual(len(self.quarantined()), 1)
        self.assertIn("pod default/trigger-1", self.quarantined()[0]["reason"])
        self.assertEqual(again.end(), 0)
        cleared = self.berth("plugin", "quarantine", "clear", "Faulty", "--state-dir", str(self.state))
        self.assertEqual(cleared.stdout, "1 build is out of quarantine\n")
        self.assertEqual(self.quarantined(), [])

    def test_signals_and_the_stack(self):
        for fault, name in (
            ("aborts", "SIGABRT"),
            ("divides_by_zero", "SIGFPE"),
            ("illegal_instruction", "SIGILL"),
            ("overflows_the_stack", "SIGSEGV"),
        ):
            with self.subTest(fault):
                self.setUp()
                self.install(fault + "_later")
                running = self.start()
                running.wait_for("generation 1 runs")
                self.add_pod("trigger-1")
                self.assertEqual(running.wait(), -getattr(signal, name))
                again = self.start()
                again.wait_for(f"the last run ended with {name} in Filter of Faulty@1")
                # No good build is kept, and the profile needs it.
                again.wait_for("this build is in quarantine")
                self.assertEqual(again.wait(), 2)

    def test_a_hang_is_reported_and_ends_the_process(self):
        self.install("hangs_in_filter_later")
        running = self.start("--plugin-call-deadline", "0.3", "--plugin-hang-timeout", "1")
        running.wait_for("generation 1 runs")
        self.add_pod("trigger-1")
        running.wait_for("Filter, pod default/trigger-1: has not returned for")
        self.assertEqual(running.wait(), 70)
        again = self.start()
        again.wait_for("the last run ended with hang in Filter of Faulty@1")
        again.wait()
        self.assertEqual(self.quarantined()[0]["plugin"], "Faulty")


if __name__ == "__main__":
    unittest.main()
