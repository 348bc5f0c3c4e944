"""Pictures of what the engine finds: SVG, written by hand, without any dependency."""

from __future__ import annotations

from spielkern.drawing.histogram import histogram_svg

__all__ = ["histogram_svg"]
