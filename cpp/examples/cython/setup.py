"""An outside project in Cython: `python setup.py build_ext --inplace`."""

import sys

from Cython.Build import cythonize
from setuptools import Extension, setup

import spielkern

counting = Extension(
    "counting",
    ["counting.pyx"],
    language="c++",
    include_dirs=[spielkern.get_include()],
    extra_compile_args=["/std:c++20" if sys.platform == "win32" else "-std=c++20"],
)
setup(py_modules=[], ext_modules=cythonize([counting]))
