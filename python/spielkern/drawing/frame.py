"""How every SVG here begins: its size, what it is called and shows in words, its style."""

from __future__ import annotations

import re
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from spielkern.errors import shown

#: What XML cannot hold.
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def checked_title(title: str) -> str:
    """Return a title without what XML cannot hold. TypeError if it is no text."""
    if not isinstance(title, str):
        raise TypeError(f"title must be a text or None, not {shown(title)}")
    return _FORBIDDEN.sub("\ufffd", title)


def opening(title: str, description: str, size: tuple[float, float], *, theme: str, sheet: str, more: str) -> list[str]:
    """Return the first lines of an SVG of a size, with its background; `more` are attributes of the root."""
    wide, high = f"{size[0]:g}", f"{size[1]:g}"
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sk-{theme}" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" {more} aria-label={quoteattr(title)}>',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description)}</desc>",
        f"<style>{sheet}</style>",
        f'<rect class="sk-back" width="{wide}" height="{high}" rx="10"/>',
    ]
