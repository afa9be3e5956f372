#!/usr/bin/env python3
"""Fails unless a BERTH_HOT function with a generic lambda was built for x86-64-v3 with wide registers.

usage: check_hot.py PROGRAM FUNCTION
"""

import re
import subprocess
import sys

program, function = sys.argv[1:]
code = subprocess.run(
    ["objdump", "--disassemble", "--no-show-raw-insn", program],
    check=True, capture_output=True, text=True,
).stdout
bodies = dict(re.findall(r"^[0-9a-f]+ <([^>]+)>:\n(.*?)(?:\n\n|\Z)", code, re.MULTILINE | re.DOTALL))
clones = [name for name in bodies if function in name and "arch_x86_64_v3" in name]
wide = [name for name in clones if "%ymm" in bodies[name]]
print(f"{function}: {len(clones)} clones for x86-64-v3, {len(wide)} of them wide")
sys.exit(0 if wide else 1)
