"""What is an extra: tests of it are skipped without it, but not where SPIELKERN_REQUIRE_FRAMEWORKS=1 wants them."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import pytest


def framework(module: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if os.environ.get("SPIELKERN_REQUIRE_FRAMEWORKS") == "1":
            raise
        pytest.skip(f"{error.name} is not installed: pip install 'spielkern[frameworks]'", allow_module_level=True)
