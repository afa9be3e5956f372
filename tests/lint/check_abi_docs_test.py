import unittest

from tiny_tree import TinyTree

DOCUMENTED = """\
typedef struct berth_filter_v1 {
  uint32_t struct_size; /* of this table */
  /* Judges every row of the set.
   * Thread:  [worker] many at once
   * Owner:   the host owns all pointers; they live until return
   * Null:    nothing may be null
   * Returns: 0, or BERTH_ERROR for the whole call
   */
  int32_t (*filter)(berth_plugin *, const berth_call *);
  // Ends it.
  // Thread: [loader]
  // Owner:  frees the plugin
  // Null:   no-op
  // Returns: nothing
  void (*destroy)(berth_plugin *);
} berth_filter_v1;
"""


class CheckAbiDocs(TinyTree):
    script = "check_abi_docs.py"
    header = "abi/include/berth/filter.h"

    def test_a_documented_table_passes(self):
        self.write(self.header, DOCUMENTED)
        self.assert_clean()

    def test_each_key_is_needed(self):
        for key in ("Thread", "Owner", "Null", "Returns"):
            with self.subTest(key):
                self.write(self.header, DOCUMENTED.replace(f"{key}:", "", 1))
                self.assert_red("filter.h:9: filter", f"no line `{key}:`")

    def test_a_thread_tag_is_needed_and_known(self):
        self.write(self.header, DOCUMENTED.replace("[worker] many at once", "any of them"))
        self.assert_red("without a tag")
        self.write(self.header, DOCUMENTED.replace("[worker]", "[main]"))
        self.assert_red("unknown tag [main]")

    def test_a_pointer_without_a_comment(self):
        self.write(self.header, "struct a { int x; /* a number */\n  void (*f)(int);\n};\n")
        self.assert_red("filter.h:2: f: no comment above it")


if __name__ == "__main__":
    unittest.main()
