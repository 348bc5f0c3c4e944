"""`svg()` of positions and views, whose classes are the core's; the core does not draw."""

from __future__ import annotations

from typing import Any

from spielkern._core import Crazy10sView, Position


def svg(self: Any, **options: Any) -> str:
    """Draw it as an SVG, with the options that `spielkern.drawing.svg` has."""
    from spielkern import drawing  # noqa: PLC0415 - most programs draw nothing

    return drawing.svg(self, **options)


def repr_svg(self: Any) -> str:
    """Draw it for a notebook."""
    return svg(self)


def add_methods() -> None:
    """Give the core's classes the methods; the stubs have them too."""
    for cls in (Position, Crazy10sView):
        for name, method in (("svg", svg), ("_repr_svg_", repr_svg)):
            setattr(cls, name, method)
