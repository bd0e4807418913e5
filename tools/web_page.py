#!/usr/bin/env python3
"""Puts the page together: one file that has everything in it.

    web_page.py SHELL SCRIPT PAGE

SHELL is web/shell.html with the icon and the licences in it. SCRIPT is what emscripten wrote to start the program; its
code is beside it, with the ending .wasm. A browser opens a small file sooner than a large one, so that the code is
compressed; the shell tells how it is read.
"""

import base64
import gzip
import pathlib
import sys


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: web_page.py SHELL SCRIPT PAGE")
    shell, script, page = (pathlib.Path(name) for name in sys.argv[1:])
    start = script.read_text(encoding="utf-8")
    if "</script" in start.lower():
        sys.exit(f"{script}: has the end of a script in it, expected none, as the page would end it there")
    # without the time at which it was made, so that the page is the same each time
    code = gzip.compress(script.with_suffix(".wasm").read_bytes(), compresslevel=9, mtime=0)
    text = shell.read_text(encoding="utf-8")
    for mark, content in (("@CODE@", base64.b64encode(code).decode()), ("@SCRIPT@", start)):
        if text.count(mark) != 1:
            sys.exit(f"{shell}: has {mark} {text.count(mark)} times, expected once")
        text = text.replace(mark, content)
    page.write_text(text, encoding="utf-8")


main()
