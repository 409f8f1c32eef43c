#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""read_headers.py - the public headers as declarations that cffi understands.

The C preprocessor reads them with LF_CFFI defined, which hides attributes, and with empty files in
place of the system's headers, whose types cffi knows. pycparser then takes the bodies from inline
functions, which have exported twins of the same name.

    read_headers.py [--cc CC] INCLUDE...        prints the declarations
"""
import argparse
import pathlib
import subprocess
import tempfile

from pycparser import c_ast, c_generator, c_parser

ARITHMETIC = {"equation.h", "real.h"}  # vectors and macros for a compiler: nothing to call
SYSTEM = ("stdbool.h", "stddef.h", "stdint.h")  # all that public headers may include
KNOWN = "typedef unsigned long size_t; typedef _Bool bool; typedef unsigned int uint32_t;\n"


def preprocessed(folders, headers, cc):
    with tempfile.TemporaryDirectory() as empty:
        for name in SYSTEM:
            pathlib.Path(empty, name).touch()
        command = [cc, "-E", "-P", "-std=c17", "-nostdinc", "-DLF_CFFI", f"-I{empty}"]
        command += [f"-I{folder}" for folder in folders] + ["-x", "c", "-"]
        text = "".join(f"#include <lieflow/{name}>\n" for name in headers)
        return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout


def declarations(folders, cc="cc"):
    """The public headers below the folders as one text for ffi.cdef()."""
    headers = sorted({p.name for f in folders for p in pathlib.Path(f, "lieflow").glob("*.h")}
                     - ARITHMETIC)
    tree = c_parser.CParser().parse(KNOWN + preprocessed(folders, headers, cc))
    generator = c_generator.CGenerator()
    lines = []
    for node in tree.ext[KNOWN.count("typedef"):]:
        if isinstance(node, c_ast.FuncDef):
            node = node.decl
            node.storage, node.funcspec = [], []
        lines.append(generator.visit(node) + ";")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cc", default="cc")
    parser.add_argument("include", nargs="+")
    arguments = parser.parse_args()
    print(declarations(arguments.include, arguments.cc), end="")
