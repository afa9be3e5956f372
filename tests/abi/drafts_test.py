"""Drafts: the hash follows their words, the lists of ids are complete, nothing stable needs one."""

import pathlib
import re
import sys
import unittest

from altered_copy import SCRIPTS, AlteredCopy

sys.path.insert(0, str(SCRIPTS))
import abi_headers  # noqa: E402

ID = re.compile(r'"(berth\.[a-z.-]+/\d+)"')


class Drafts(AlteredCopy):
    def hash(self, *more):
        return self.run_script("abi_draft_hash.py", "--root", self.root, *more)

    def test_the_hash_is_up_to_date(self):
        status, said = self.hash("--check")
        self.assertEqual(status, 0, said)

    def test_the_hash_follows_tokens_only(self):
        was = self.hash()[1]
        self.change("draft/ext/permit.h", "/* Permit: may", "/* Permit:\n * may")
        self.change("draft/ext/permit.h", "    uint32_t reserved;", "  uint32_t\n  reserved;")
        self.assertEqual(self.hash()[1], was)
        self.change("draft/ext/permit.h", "900000000000ll", "800000000000ll")
        self.assertNotEqual(self.hash()[1], was)
        status, said = self.hash("--check")
        self.assertEqual(status, 1)
        self.assertIn("abi_draft_hash.py --write", said)
        self.hash("--write")
        self.assertEqual(self.hash("--check")[0], 0)

    def test_the_hash_sees_a_header_that_is_gone(self):
        was = self.hash()[1]
        (self.include / "berth/draft/host/queue.h").unlink()
        self.assertNotEqual(self.hash()[1], was)

    def test_the_lists_of_ids_are_those_of_the_headers(self):
        drafts = [h for h in abi_headers.drafts(self.include) if not h.endswith("draft/ids.h")]
        ids = {v.strip('"') for v in abi_headers.constants(self.include, drafts).values()
               if ID.fullmatch(v)}
        lists = abi_headers.constants(self.include, ["berth/draft/ids.h"])
        tables = ID.findall(lists["BERTH_DRAFT_TABLE_IDS"])
        services = ID.findall(lists["BERTH_DRAFT_SERVICE_IDS"])
        of_host = {i for i in ids if i.startswith("berth.host.")}
        self.assertEqual(sorted(tables), sorted(ids - of_host))
        self.assertEqual(sorted(services), sorted(of_host))
        stable = abi_headers.constants(self.include, abi_headers.stable(self.include)).values()
        self.assertEqual(ids & {v.strip('"') for v in stable}, set())

    def test_the_umbrellas_are_complete(self):
        for umbrella, headers in [
            ("berth/berth.h", abi_headers.stable(self.include)),
            ("berth/draft/draft.h", abi_headers.drafts(self.include)),
        ]:
            text = (self.include / umbrella).read_text()
            included = re.findall(r"#include <(.*)>", text)
            self.assertEqual(sorted(included), [h for h in headers if h != umbrella], umbrella)

    def test_no_stable_header_includes_a_draft(self):
        for header in abi_headers.stable(self.include):
            text = pathlib.Path(self.include / header).read_text()
            self.assertNotIn("#include <berth/draft/", text, header)


if __name__ == "__main__":
    unittest.main()
