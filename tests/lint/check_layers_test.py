import unittest

from tiny_tree import TinyTree


class CheckLayers(TinyTree):
    script = "check_layers.py"

    def setUp(self):
        super().setUp()
        self.write("abi/include/berth/status.h", "#include <stdint.h>\n")
        self.write("abi/sdk/berth/sdk.h", "#include <berth/status.h>\n#include <string>\n")

    def test_allowed_arrows_pass(self):
        self.write("core/queue/heap.cpp",
                   '#include "core/queue/heap.hpp"\n#include <vector>\n#include <boost/heap.hpp>\n'
                   '#include "core/framework/status.hpp"\n#include "core/model/pod.hpp"\n')
        self.write("core/cmd/main.cpp", '#include "plugins/intree/catalog.hpp"\n')
        self.write("plugins/intree/fit/fit.cpp",
                   '#include <berth/sdk.h>\n#include "plugins/intree/fit/fit.hpp"\n')
        self.write("core/base/log.cpp", "#include <glog/logging.h>\n")
        self.assert_clean()

    def test_every_other_arrow_is_named(self):
        cases = [
            ("core/model/pod.hpp", '#include "core/queue/heap.hpp"', "core/model may not include"),
            ("core/base/log.hpp", '#include "core/model/pod.hpp"', "core/base may not include"),
            ("core/framework/a.cpp", '#include "core/host/a.hpp"', "core/framework may not"),
            ("core/model/pod.cpp", "#include <berth/status.h>", "may not include abi/include"),
            ("core/host/a.cpp", "#include <berth/sdk.h>", "may not include abi/sdk"),
            ("core/host/b.cpp", '#include "plugins/intree/catalog.hpp"', "may not include plugins"),
            ("core/cmd/main.cpp", '#include "plugins/intree/fit/fit.hpp"', "the catalog only"),
            ("plugins/dynamic/a.cpp", '#include "core/base/log.hpp"', "plugins/dynamic may not"),
            ("plugins/dynamic/b.cpp", '#include "plugins/intree/a.hpp"', "plugins/dynamic may not"),
            ("core/base/a.cpp", '#include "a.hpp"', "not a full path"),
            ("core/base/b.cpp", "#include <core/base/a.hpp>", "with quotes"),
            ("core/host/c.cpp", '#include "berth/status.h"', "angle brackets"),
            ("core/host/d.cpp", "#include <berth/gone.h>", "not in abi/"),
            ("core/host/e.hpp", "#include <boost/dll.hpp>", "heavy"),
            ("core/host/f.cpp", "#include <glog/logging.h>", "core/base/log.cpp only"),
            ("core/host/g.h", "", "abi/ only"),
            ("abi/include/berth/pod.h", "#include <vector>", "C's own headers only"),
            ("core/misc/a.cpp", "", "not in the table"),
        ]
        for name, text, expected in cases:
            with self.subTest(name):
                self.write(name, text + "\n")
                self.assert_red(name, expected)
                (self.root / name).unlink()
        self.assert_clean()


if __name__ == "__main__":
    unittest.main()
