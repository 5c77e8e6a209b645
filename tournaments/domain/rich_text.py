"""Markdown of strangers as HTML that anybody may look at.

The parser (pulldown-cmark) takes time in proportion to the text, whatever stands in it, and hands
out one element after another. They are counted as they come, since a short text may ask for very
long HTML: a table of many columns repeats them in every row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

import nh3
import pyromark

from .values import Refused, marked

LONGEST_TEXT = 10_000
"""Letters of a text."""

DEEPEST = 20
"""How many elements may stand in one another; a list in a list is four."""

MOST_ELEMENTS = 4_000

MOST_TAGS = 200
"""HTML that is typed between the Markdown. What it opens and does not close, the cleaning repeats
in every paragraph that follows."""

TAGS = {
    *("a", "blockquote", "br", "code", "del", "em", "h3", "h4", "h5", "h6", "hr", "p", "pre"),
    *("dd", "dl", "dt", "li", "ol", "strong", "ul"),
    *("table", "tbody", "td", "th", "thead", "tr"),
}
"""What a text may become; pictures and scripts from elsewhere it may not."""

VOID = {"br", "hr"}

HEADING = re.compile(r"<(/?)h([1-6])\b")

TAG = re.compile(r"<(/?)([a-z0-9]+)[^>]*>")

PARSER = pyromark.Markdown(options=pyromark.Options.ENABLE_TABLES)


def rendered(text: str) -> str:
    """The text as HTML, cleaned of everything but plain elements; headings from level 3 on.

    Raises `Refused` for a text that is too long, too deep, or of too many elements.
    """
    if len(text) > LONGEST_TEXT:
        too_long = marked("A text may have {most} letters at most; this one has {letters}.")
        raise Refused("", too_long, most=LONGEST_TEXT, letters=len(text))
    _count(PARSER.events(text))
    # Above these headings stand those of the page.
    html = HEADING.sub(lambda found: f"<{found[1]}h{min(int(found[2]) + 2, 6)}", PARSER.html(text))
    cleaned = nh3.clean(html, tags=TAGS, attributes={"a": {"href"}})
    if _depth(cleaned) > DEEPEST:
        raise _too_deep()
    return cleaned


def shown(text: str) -> str:
    """The same, but for a text that is older than these bounds: paragraphs as they were typed."""
    try:
        return rendered(text)
    except Refused:
        paragraphs = escape(text).replace("\r\n", "\n").split("\n\n")
        return "".join(f"<p>{lines}</p>" for lines in paragraphs)


def _count(events: Iterator[Any]) -> None:
    """Refuse what would take long, before it does."""
    elements = tags = deep = 0
    for event in events:
        match event:
            case {"Start": _}:
                elements += 1
                deep += 1
            case {"End": _}:
                deep -= 1
            case {"Html": html} | {"InlineHtml": html}:
                tags += html.count("<")
        if deep > DEEPEST:
            raise _too_deep()
        if elements > MOST_ELEMENTS or tags > MOST_TAGS:
            raise Refused("", marked("The text has too many cells, list items or tags."))


def _depth(html: str) -> int:
    """How many elements stand in one another at most. The HTML was cleaned, so all are closed."""
    deepest = deep = 0
    for end, name in TAG.findall(html):
        if name not in VOID:
            deep += -1 if end else 1
            deepest = max(deepest, deep)
    return deepest


def _too_deep() -> Refused:
    return Refused("", marked("Lists and quotations stand too deep in one another in this text."))
