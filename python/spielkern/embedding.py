"""Where the parts for programs in other languages lie: headers, libraries, the CMake package."""

from __future__ import annotations

from pathlib import Path

from spielkern import _core

__all__ = ["get_cmake_dir", "get_include", "get_library_dir"]


def get_include() -> str:
    """The folder to give a compiler as include path: `spielkern/spielkern.hpp` for C++ and Cython, `spielkern.h` for C.

    FileNotFoundError where the package was put together without these parts.
    """
    return _folder("include", "spielkern.h")


def get_library_dir() -> str:
    """The folder of the C library, shared and static, and of `pkgconfig`. FileNotFoundError as in `get_include`."""
    return _folder("lib", "pkgconfig")


def get_cmake_dir() -> str:
    """The folder of the CMake package, for `-Dspielkern_DIR=...`. FileNotFoundError as in `get_include`."""
    return _folder("lib/cmake/spielkern", "spielkernConfig.cmake")


def _folder(name: str, part: str) -> str:
    """A folder that is installed beside the compiled core, also where the Python files are used from a checkout."""
    folder = Path(_core.__file__).resolve().parent / name
    if not (folder / part).exists():
        raise FileNotFoundError(
            f"{folder / part} is not there: this spielkern was put together without the parts for other languages; "
            "pip install it, from a wheel or a checkout, to have them"
        )
    return str(folder)
