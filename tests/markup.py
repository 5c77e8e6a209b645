"""Markup as a browser lays it out: whitespace that nobody sees is gone, what is seen is one space.

So a test of a page compares words and elements, however the lines of its template are broken.
"""

from __future__ import annotations

import re
from collections import Counter

from django.http import HttpResponseBase
from django.test import Client

# Beside these whitespace is not shown.
BLOCKS = frozenset(
    [
        "html",
        "head",
        "body",
        "title",
        "meta",
        "link",
        "base",
        "script",
        "style",
        "div",
        "p",
        "pre",
        "ul",
        "ol",
        "li",
        "dl",
        "dt",
        "dd",
        "section",
        "article",
        "aside",
        "header",
        "footer",
        "main",
        "nav",
        "form",
        "fieldset",
        "legend",
        "table",
        "caption",
        "colgroup",
        "col",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "th",
        "td",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "br",
        "blockquote",
        "figure",
        "figcaption",
        "details",
        "summary",
        "dialog",
        "address",
        "option",
        "optgroup",
        "datalist",
        "search",
        "menu",
        "g",
        "path",
        "rect",
        "circle",
        "line",
        "polygon",
        "polyline",
        "use",
        "defs",
        "symbol",
        "ellipse",
    ]
)
# Nor is it at the inner edges of these, which a line holds like a letter.
BOXES = frozenset({"button", "select", "svg"})
# These are looked through: "a <b> c" shows one space.
PHRASES = frozenset(
    [
        "a",
        "span",
        "strong",
        "em",
        "b",
        "i",
        "code",
        "small",
        "label",
        "time",
        "abbr",
        "kbd",
        "q",
        "cite",
        "mark",
        "sub",
        "sup",
        "bdi",
    ]
)

_QUOTED = r"""(?:[^<>"']|"[^"]*"|'[^']*')*"""
_PIECE = re.compile(
    rf"<!--.*?-->|<!doctype[^>]*>|<(?P<raw>pre|textarea|script|style)\b{_QUOTED}>.*?</(?P=raw)\s*>"
    rf"|</?(?P<tag>[a-zA-Z][\w-]*){_QUOTED}>",
    re.DOTALL | re.IGNORECASE,
)
_LINK = re.compile(rf"<a\b{_QUOTED}>(?P<text>.*?)</a>", re.DOTALL)
_INNER = re.compile(
    r"""&lt;[A-Z][A-Za-z]*: [^<]*|\b[A-Z]\w*\(\w+=[^<]*| object at 0x|[\[{(]&\#x27;\w[^<]*"""
)
_TAG = re.compile(rf"<\w+{_QUOTED}>")
_ID = re.compile(r"""\sid=["']([^"']*)""")
_SPACE = re.compile(r"[ \t\n\r\f]+")
_IN_A_TAG = re.compile(r"""("[^"]*"|'[^']*')|[ \t\n\r\f]+(/?>$)?""")
_CLASSES = re.compile(r'(?<= class=")[^"]*')


def seen(html: str) -> str:
    """The same page without the whitespace that no browser shows."""
    page = _Page()
    end = 0
    for found in _PIECE.finditer(html):
        page.write(html[end : found.start()])
        page.put(found[0], (found["raw"] or found["tag"] or "").lower(), raw=bool(found["raw"]))
        end = found.end()
    page.write(html[end:])
    return "".join(page.pieces)


def ragged_links(html: str) -> list[str]:
    """Links whose text begins or ends with whitespace, which would be underlined like the text."""
    return [found[0] for found in _LINK.finditer(html) if found["text"] != found["text"].strip()]


def inner_values(html: str) -> list[str]:
    """What a page shows of the program's values instead of words about them. What a form sends back
    unseen may hold them."""
    return [found[0] for found in _INNER.finditer(_TAG.sub("<>", html))]


def repeated_ids(html: str) -> list[str]:
    """Names of elements that stand twice: a label, a link or a script finds only the first."""
    found = Counter(name for tag in _TAG.findall(html) for name in _ID.findall(tag))
    return [name for name, times in found.items() if times > 1]


def _is_of_django(asked: dict[str, object]) -> bool:
    """Whether a page is of the administration, whose templates are not ours."""
    return "/admin/" in str(asked.get("PATH_INFO", ""))


def reads_pages_as_seen(monkeypatch) -> None:
    """Let every client hand over pages as they are `seen`; `sent` are the bytes that came. A page
    of ours with a ragged link, a value of the program or one id twice in it fails the test."""
    ask = Client.request

    def request(client: Client, **asked: object) -> HttpResponseBase:
        answer = ask(client, **asked)
        plain = not answer.streaming and "Content-Encoding" not in answer.headers
        if plain and answer.headers.get("Content-Type", "").startswith("text/html"):
            answer.sent = answer.content
            page = answer.content.decode()
            wrong = ragged_links(page) + inner_values(page) + repeated_ids(page)
            assert _is_of_django(asked) or not wrong, wrong
            answer.content = seen(page).encode()
        return answer

    monkeypatch.setattr(Client, "request", request)


class _Page:
    """What was laid out so far."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.edge = True  # nothing stands in this line yet, or a space just did
        self.space = False  # seen if something follows it in the same line
        self.buttons: list[bool] = []  # of the phrases that are open

    def write(self, text: str) -> None:
        words = _SPACE.sub(" ", text)
        if words.startswith(" "):
            self._part()
            words = words[1:]
        if words:
            self._flush()
            self.pieces.append(words.removesuffix(" "))
            self.edge = False
            if words.endswith(" "):
                self._part()

    def put(self, piece: str, name: str, *, raw: bool) -> None:
        if raw:
            head, bracket, rest = piece.partition(">")
            piece = _tidy(head + bracket) + rest
        elif name:
            piece = _tidy(piece)
        closes = piece.startswith("</")
        if piece.startswith(("<!--", '<input type="hidden"')):
            self.pieces.append(piece)
        elif name in BLOCKS or not name:
            self._break(piece)
        elif name in PHRASES:
            self._phrase(piece, closes=closes)
        elif name in BOXES:
            self._box(piece, closes=closes)
        else:
            self._flush()
            self.pieces.append(piece)
            self.edge = False

    def _phrase(self, piece: str, *, closes: bool) -> None:
        """What is drawn as a button is a box."""
        if closes:
            button = self.buttons.pop() if self.buttons else False
        else:
            button = "button" in _classes(piece)
            self.buttons.append(button)
        if button:
            self._box(piece, closes=closes)
            return
        if not closes:
            self._flush()
        self.pieces.append(piece)

    def _box(self, piece: str, *, closes: bool) -> None:
        if closes:
            self.space = False
        else:
            self._flush()
        self.pieces.append(piece)
        self.edge = not closes

    def _break(self, piece: str) -> None:
        self.space, self.edge = False, True
        self.pieces.append(piece)

    def _part(self) -> None:
        """Whitespace stands here; at an edge it is nothing."""
        if not self.edge:
            self.space = self.edge = True

    def _flush(self) -> None:
        if self.space:
            self.pieces.append(" ")
            self.space = False


def _classes(tag: str) -> list[str]:
    found = _CLASSES.search(tag)
    return found[0].split() if found else []


def _tidy(tag: str) -> str:
    """A tag with single spaces between its attributes, and none at its end."""
    if "\n" not in tag and not any(sign in tag for sign in ("  ", " >", " />", ' "')):
        return tag
    tag = _IN_A_TAG.sub(lambda found: found[1] or found[2] or " ", tag)
    return _CLASSES.sub(lambda found: " ".join(found[0].split()), tag)
