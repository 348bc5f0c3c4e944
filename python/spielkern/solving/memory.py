"""How much memory long work may take."""

from __future__ import annotations

import re

import psutil

from spielkern._core import _shown_bytes as shown_bytes
from spielkern.errors import RulesError, shown

__all__ = ["shown_bytes", "to_bytes"]

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def to_bytes(memory: int | str | None, name: str = "memory") -> int:
    """A limit in bytes from a number of bytes, a text as "4G" or "512M" (powers of 1024), or None: 80% of what is free.

    ValueError (RulesError), which calls it `name`, for anything else.
    """
    if memory is None:
        return int(psutil.virtual_memory().available * 0.8)
    if isinstance(memory, int) and not isinstance(memory, bool) and 0 <= memory < 2**63:
        return memory
    if isinstance(memory, str):
        match = re.fullmatch(r"(\d{1,15}(?:\.\d{1,3})?) ?([kmgt]?)(?:i?b)?", memory.strip().lower(), re.ASCII)
        if match:
            return min(int(float(match[1]) * _UNITS[match[2]]), 2**63 - 1)
    raise RulesError(f"{name} must be a number of bytes or a text as '4G', not {shown(memory)}")
