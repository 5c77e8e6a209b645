"""Texts that make a careless reader of Markdown slow: each is as long as a text may be."""

from __future__ import annotations

from tournaments.domain.rich_text import LONGEST_TEXT

SIGNS = (
    *("[", "![", "[](", "*", "`", "> ", "<", "&", "|", "\\", "- ", '"', "~", "\t", "="),
    *("*a **a ", "**a *a ", "a** a* ", "_a __a ", "***a", "*_", "a_", "[a](", "![a](", "[[]"),
    *("[a]: b\n", "[a]: <b\n", "[a][b] ", "[^a]", "[a](b '", "[x](<a>", "<a@b.c>", "](", "![[]()"),
    *("|a|b\n|-|-\n", "1. ", "- > ", "> 1. ", "  - a\n", "# a\n", "a\n", "a  \n", "```\n", "=\n"),
    *("<!--", "<a ", "<?", "<!A", "<![CDATA[", "<b>", "</b>", "<a b='", "<ul><li>", "<div>\n\n"),
    *("`a``", " `", "&amp;", "&#", "&a", "á", "😀", "\x00", "<table>", "<p>", "<td>"),
)


def _as_long_as_may_be(piece: str) -> str:
    return (piece * (LONGEST_TEXT // len(piece) + 1))[:LONGEST_TEXT]


def _table(columns: int) -> str:
    head = "|".join("a" * columns) + "\n" + "|".join("-" * columns) + "\n"
    return (head + "a\n" * LONGEST_TEXT)[:LONGEST_TEXT]


PILES: dict[str, str] = {
    **{repr(sign): _as_long_as_may_be(sign) for sign in SIGNS},
    "backticks of every length": "".join("`" * length + "a" for length in range(1, 140)),
    "lists in lists": "".join("  " * deep + "- a\n" for deep in range(95)),
    "a table of 20 columns": _table(20),
    "a table of 500 columns": _table(500),
    "one long link used often": f"[a]: {'x' * 5000}\n\n" + "[a]" * 1600,
    "many links defined": "".join(f"[{number}]: /u\n" for number in range(500)) + "[1] " * 1000,
    "brackets in a link": "[a](" + "(" * 4990 + ")" * 4990,
    "lazy quotations": "> " * 20 + "a\n" + "b\n" * 4000,
    "links in links": ("[" * 50 + "a" + "](b)" * 50) * 39,
    "emphasis in emphasis": "*a_" * 1600 + "*b_" * 1600,
    "tags left open": "".join(f"<b a{n}>" for n in range(190)) + "\n\n" + "x\n\n" * 3000,
    "links left open": "".join(f"<a href={n}>" for n in range(190)) + "\n\n" + "- x\n" * 2000,
}
