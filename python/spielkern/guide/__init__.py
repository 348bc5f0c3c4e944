"""The rules guide: one page for each game, in English and German, with examples that the engine carries out.

page = spielkern.guide.page("ten", "de")
page.section("turn").paragraphs[0].text
spielkern.guide.examples("ten")["enter"]
"""

from __future__ import annotations

from spielkern.drawing.words import LANGUAGES
from spielkern.guide.example import CLAIMS, Example, Stage, examples, failures
from spielkern.guide.page import Page, Paragraph, Section, page

__all__ = ["CLAIMS", "LANGUAGES", "Example", "Page", "Paragraph", "Section", "Stage", "examples", "failures", "page"]
