"""The optional C extension, the one thing that pyproject.toml cannot declare in full.

`redball.board._kernel` is the compiled search kernel. It is built against the limited API, so one wheel serves every
CPython from 3.11 on, and it is optional: where there is no compiler the install succeeds all the same and the
pure-Python kernel of `redball.board` does the work.
"""

import sys
from pathlib import Path

from setuptools import Extension, setup

SOURCE = "src/redball/board/_kernel.c"
LIMITED_API = "0x030B0000"

kernel = Extension(
    "redball.board._kernel",
    sources=[SOURCE],
    define_macros=[("Py_LIMITED_API", LIMITED_API)],
    extra_compile_args=[]
    if sys.platform == "win32"
    else ["-O3"],  # a fifth faster than -O2, which some Pythons ask for
    py_limited_api=True,
    optional=True,
)

setup(
    ext_modules=[kernel] if Path(__file__).with_name("src").joinpath("redball/board/_kernel.c").exists() else [],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
