"""The guides under docs/ as pages of the site's help.

A guide is Markdown. Above each of its headings stands an anchor, which is the same in every
language: it names the page, or the part of a page, that begins there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .rich_text import rendered

LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")

TABLE = re.compile(r"<table>.*?</table>", re.DOTALL)

RULE = re.compile(r"\b[A-Z]{1,3}-[0-9]{2,3}\b")


@dataclass(frozen=True)
class Part:
    """What stands between one heading and the next of its level."""

    key: str
    title: str
    text: str


@dataclass(frozen=True)
class Page:
    """A page of the help: what stands above its first part, and its parts."""

    key: str
    title: str
    opening: str
    parts: tuple[Part, ...]


def title_of(guide: str) -> str:
    return _below_the_languages(guide)[0]


def opening_of(guide: str) -> str:
    """What a guide says before its first chapter."""
    return _divided(_below_the_languages(guide)[1], "##")[0]


def page_of(guide: str, *, key: str) -> Page:
    """A short guide as one page."""
    title, text = _below_the_languages(guide)
    return Page(key, title, *_divided(text, "##"))


def pages_of(guide: str) -> tuple[Page, ...]:
    """A long guide as a page for each of its chapters."""
    _opening, chapters = _divided(_below_the_languages(guide)[1], "##")
    return tuple(
        Page(chapter.key, chapter.title, *_divided(chapter.text, "###")) for chapter in chapters
    )


def as_html(text: str, addresses: Mapping[str, str]) -> str:
    """The text of a guide as HTML.

    Its links lead to what has an address: `#round` is an anchor in whichever guide, `records` a
    document in whichever language. The words of a link to anything else stay, without one.
    """

    def led(link: re.Match[str]) -> str:
        words, target = link.groups()
        document, _, anchor = target.partition("#")
        address = addresses.get(f"#{anchor}" if anchor else document.partition(".")[0])
        return f"[{words}]({address})" if address else words

    html = rendered(LINK.sub(led, text))
    # No line ends within the number of a rule.
    html = RULE.sub(r'<span class="whole-word">\g<0></span>', html)
    # A telephone is narrower than some tables.
    return TABLE.sub(r'<div class="scroll" tabindex="0">\g<0></div>', html)


def _below_the_languages(guide: str) -> tuple[str, str]:
    """The title of a guide and its text; above them it leads to the other languages."""
    _languages, _, text = guide.partition("\n# ")
    title, _, text = text.partition("\n")
    return title, text


def _divided(text: str, level: str) -> tuple[str, tuple[Part, ...]]:
    """What stands before the first heading of this level, and what stands below each of them."""
    opening, *rest = re.split(rf'^<a id="([a-z-]+)"></a>\n{level} (.+)\n', text, flags=re.MULTILINE)
    headed = zip(rest[0::3], rest[1::3], rest[2::3], strict=True)
    return opening.strip(), tuple(Part(key, title, body.strip()) for key, title, body in headed)
